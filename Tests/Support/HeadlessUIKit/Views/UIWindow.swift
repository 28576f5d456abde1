public import Foundation

/// The root of a view tree, and the double's only clock: nothing lays out by itself before ``runFrame()``.
///
/// <https://developer.apple.com/documentation/uikit/uiwindow>
@MainActor
open class UIWindow: UIView {
  /// <https://developer.apple.com/documentation/uikit/uiwindow/rootviewcontroller>
  open var rootViewController: UIViewController? {
    didSet {
      guard oldValue !== rootViewController else { return }
      oldValue?.viewIfLoaded?.removeFromSuperview()
      installRootView()
    }
  }

  /// <https://developer.apple.com/documentation/uikit/uiwindow/iskeywindow>
  open private(set) var isKeyWindow = false

  open override var isHidden: Bool {
    didSet {
      guard oldValue != isHidden else { return }
      if isHidden { rootViewController?.viewIfLoaded?.removeFromSuperview() } else { installRootView() }
    }
  }

  open override var window: UIWindow? { self }

  var frames = FrameClock()
  var profileOfLists = HeadlessProfile.preparedCache { didSet { scheduler = ListScheduler(profileOfLists) } }
  var scheduler = ListScheduler(.preparedCache)

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isHidden = true
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    isHidden = true
  }

  /// <https://developer.apple.com/documentation/uikit/uiwindow/makekeyandvisible()>
  open func makeKeyAndVisible() {
    isKeyWindow = true
    isHidden = false
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    rootViewController?.viewIfLoaded?.frame = bounds
  }

  private func installRootView() {
    guard !isHidden, let root = rootViewController, let view = root.view else { return }
    view.frame = bounds
    addSubview(view)
  }
}
