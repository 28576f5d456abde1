/// <https://developer.apple.com/documentation/uikit/uilayoutpriority>
public struct UILayoutPriority: Hashable, RawRepresentable, Sendable {
  public var rawValue: Float

  public init(rawValue: Float) {
    self.rawValue = rawValue
  }

  public init(_ rawValue: Float) {
    self.rawValue = rawValue
  }

  /// <https://developer.apple.com/documentation/uikit/uilayoutpriority/required>
  public static let required = UILayoutPriority(1000)
  /// <https://developer.apple.com/documentation/uikit/uilayoutpriority/defaulthigh>
  public static let defaultHigh = UILayoutPriority(750)
  /// <https://developer.apple.com/documentation/uikit/uilayoutpriority/defaultlow>
  public static let defaultLow = UILayoutPriority(250)
  /// <https://developer.apple.com/documentation/uikit/uilayoutpriority/fittingsizelevel>
  public static let fittingSizeLevel = UILayoutPriority(50)
}
