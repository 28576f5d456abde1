public import Foundation

/// <https://developer.apple.com/documentation/uikit/uiedgeinsets>
public struct UIEdgeInsets: Equatable, Sendable {
  /// <https://developer.apple.com/documentation/uikit/uiedgeinsets/top>
  public var top: CGFloat
  /// <https://developer.apple.com/documentation/uikit/uiedgeinsets/left>
  public var left: CGFloat
  /// <https://developer.apple.com/documentation/uikit/uiedgeinsets/bottom>
  public var bottom: CGFloat
  /// <https://developer.apple.com/documentation/uikit/uiedgeinsets/right>
  public var right: CGFloat

  /// <https://developer.apple.com/documentation/uikit/uiedgeinsets/init()>
  public init() {
    self.init(top: 0, left: 0, bottom: 0, right: 0)
  }

  /// <https://developer.apple.com/documentation/uikit/uiedgeinsets/init(top:left:bottom:right:)>
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// <https://developer.apple.com/documentation/uikit/uiedgeinsets/zero>
  public static let zero = UIEdgeInsets()
}
