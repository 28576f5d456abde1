public import Foundation

/// Four components in the device's RGB space; no traits, no patterns.
///
/// Sendable because it never changes after it was made.
///
/// <https://developer.apple.com/documentation/uikit/uicolor>
open class UIColor: NSObject, @unchecked Sendable {
  private let red: CGFloat
  private let green: CGFloat
  private let blue: CGFloat
  private let alpha: CGFloat

  /// <https://developer.apple.com/documentation/uikit/uicolor/init(red:green:blue:alpha:)>
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
    super.init()
  }

  /// <https://developer.apple.com/documentation/uikit/uicolor/init(white:alpha:)>
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// <https://developer.apple.com/documentation/uikit/uicolor/getred(_:green:blue:alpha:)>
  @discardableResult
  open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    red?.pointee = self.red
    green?.pointee = self.green
    blue?.pointee = self.blue
    alpha?.pointee = self.alpha
    return true
  }

  /// <https://developer.apple.com/documentation/uikit/uicolor/withalphacomponent(_:)>
  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    UIColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    return red == other.red && green == other.green && blue == other.blue && alpha == other.alpha
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(red)
    hasher.combine(green)
    hasher.combine(blue)
    hasher.combine(alpha)
    return hasher.finalize()
  }
}
