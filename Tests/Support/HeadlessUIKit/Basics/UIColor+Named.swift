import Foundation

// The semantic colors have their light values only: there are no traits here.
extension UIColor {
  /// <https://developer.apple.com/documentation/uikit/uicolor/black>
  public class var black: UIColor { UIColor(white: 0, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/white>
  public class var white: UIColor { UIColor(white: 1, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/clear>
  public class var clear: UIColor { UIColor(white: 0, alpha: 0) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/gray>
  public class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/darkgray>
  public class var darkGray: UIColor { UIColor(white: 1.0 / 3, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/lightgray>
  public class var lightGray: UIColor { UIColor(white: 2.0 / 3, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/red>
  public class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/green>
  public class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/blue>
  public class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/orange>
  public class var orange: UIColor { UIColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/yellow>
  public class var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/label>
  public class var label: UIColor { UIColor(red: 0, green: 0, blue: 0, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/secondarylabel>
  public class var secondaryLabel: UIColor { UIColor(red: 0.235, green: 0.235, blue: 0.263, alpha: 0.6) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/systembackground>
  public class var systemBackground: UIColor { UIColor(red: 1, green: 1, blue: 1, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/secondarysystembackground>
  public class var secondarySystemBackground: UIColor { UIColor(red: 0.949, green: 0.949, blue: 0.969, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/systemgray>
  public class var systemGray: UIColor { UIColor(red: 0.557, green: 0.557, blue: 0.576, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/systemgray5>
  public class var systemGray5: UIColor { UIColor(red: 0.898, green: 0.898, blue: 0.918, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/systemblue>
  public class var systemBlue: UIColor { UIColor(red: 0, green: 0.478, blue: 1, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/systemred>
  public class var systemRed: UIColor { UIColor(red: 1, green: 0.231, blue: 0.188, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/systemgreen>
  public class var systemGreen: UIColor { UIColor(red: 0.204, green: 0.78, blue: 0.349, alpha: 1) }
  /// <https://developer.apple.com/documentation/uikit/uicolor/systemorange>
  public class var systemOrange: UIColor { UIColor(red: 1, green: 0.584, blue: 0, alpha: 1) }
}
