public import Foundation

/// A stack of controllers of which only the top one is in the window. It has no bar.
///
/// <https://developer.apple.com/documentation/uikit/uinavigationcontroller>
@MainActor
open class UINavigationController: UIViewController {
  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/topviewcontroller>
  open var topViewController: UIViewController? { children.last }

  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/viewcontrollers>
  open var viewControllers: [UIViewController] { children }

  private var ending: (() -> Void)?

  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/init(rootviewcontroller:)>
  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    pushViewController(rootViewController, animated: false)
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    if let top = topViewController { install(top) }
  }

  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    topViewController?.viewIfLoaded?.frame = view.bounds
  }

  /// The covered controller's view leaves the window; its lists keep their cells and say nothing (B25: covering a
  /// screen ends no display).
  ///
  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/pushviewcontroller(_:animated:)>
  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    finishTransition()
    let covered = topViewController
    addChild(viewController)
    viewController.isMovingToParent = true
    transition(from: covered, to: viewController, animated: animated) { [weak self, weak viewController] in
      viewController?.didMove(toParent: self)
    }
  }

  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/popviewcontroller(animated:)>
  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    finishTransition()
    guard children.count > 1, let popped = children.last else { return nil }
    popped.willMove(toParent: nil)
    popped.isMovingFromParent = true
    transition(from: popped, to: children[children.count - 2], animated: animated) {
      popped.removeFromParent()
    }
    return popped
  }

  private func transition(
    from old: UIViewController?, to new: UIViewController, animated: Bool, completion: @escaping () -> Void
  ) {
    guard isViewLoaded, let window = view.window else {
      old?.viewIfLoaded?.removeFromSuperview()
      if isViewLoaded { install(new) }
      return completion()
    }
    old?.beginAppearanceTransition(false, animated: animated)
    new.beginAppearanceTransition(true, animated: animated)
    install(new)
    ending = { [weak old, weak new] in
      old?.viewIfLoaded?.removeFromSuperview()
      old?.endAppearanceTransition()
      new?.endAppearanceTransition()
      completion()
    }
    window.frames.atEnd { [weak self] in self?.finishTransition() }
  }

  func finishTransition() {
    let ending = ending
    self.ending = nil
    ending?()
  }

  func install(_ controller: UIViewController) {
    controller.view.frame = view.bounds
    view.addSubview(controller.view)
  }
}

extension UIViewController {
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/navigationcontroller>
  public var navigationController: UINavigationController? {
    (parent as? UINavigationController) ?? parent?.navigationController
  }
}

@_spi(Headless)
extension UINavigationController {
  /// Begins an interactive pop and cancels it half-way.
  ///
  /// The top controller is told that it will disappear and then, without having disappeared, that it will appear (B26:
  /// appearance calls need not pair).
  public func cancelledInteractivePop() {
    finishTransition()
    guard children.count > 1, let top = children.last, view.window != nil else { return }
    let below = children[children.count - 2]
    top.beginAppearanceTransition(false, animated: true)
    below.beginAppearanceTransition(true, animated: true)
    below.view.frame = view.bounds
    view.insertSubview(below.view, at: 0)

    below.beginAppearanceTransition(false, animated: true)
    below.view.removeFromSuperview()
    below.endAppearanceTransition()
    top.beginAppearanceTransition(true, animated: true)
    top.endAppearanceTransition()
  }
}
