public import Foundation

/// <https://developer.apple.com/documentation/uikit/uirefreshcontrol>
@MainActor
open class UIRefreshControl: UIControl {
  static let height: CGFloat = 60

  /// <https://developer.apple.com/documentation/uikit/uirefreshcontrol/isrefreshing>
  open private(set) var isRefreshing = false

  /// <https://developer.apple.com/documentation/uikit/uirefreshcontrol/init()>
  public init() {
    super.init(frame: .zero)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Starts the animation; it sends no action.
  ///
  /// <https://developer.apple.com/documentation/uikit/uirefreshcontrol/beginrefreshing()>
  open func beginRefreshing() {
    isRefreshing = true
  }

  /// <https://developer.apple.com/documentation/uikit/uirefreshcontrol/endrefreshing()>
  open func endRefreshing() {
    isRefreshing = false
  }
}
