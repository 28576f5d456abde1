public import Foundation

/// A controller of a view: loading, appearance, children.
///
/// <https://developer.apple.com/documentation/uikit/uiviewcontroller>
@MainActor
open class UIViewController: UIResponder {
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/title>
  open var title: String?

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/children>
  open internal(set) var children: [UIViewController] = []

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/parent>
  open var parent: UIViewController? { family }

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/ismovingtoparent>
  open internal(set) var isMovingToParent = false

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/ismovingfromparent>
  open internal(set) var isMovingFromParent = false

  weak var family: UIViewController?
  var appearance = AppearanceMachine()
  private var loadedView: UIView?

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/init(nibname:bundle:)>
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init()
  }

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/init(coder:)>
  public required init?(coder: NSCoder) {
    super.init()
  }

  public convenience override init() {
    self.init(nibName: nil, bundle: nil)
  }

  open override var next: UIResponder? { loadedView?.parentView ?? family }

  // MARK: The view

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/view>
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set {
      loadedView?.owningController = nil
      loadedView = newValue
      newValue?.owningController = self
    }
  }

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewifloaded>
  open var viewIfLoaded: UIView? { loadedView }

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/isviewloaded>
  open var isViewLoaded: Bool { loadedView != nil }

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/loadview()>
  open func loadView() {
    view = UIView(frame: .zero)
  }

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/loadviewifneeded()>
  open func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    guard loadedView != nil else { return }
    viewDidLoad()
  }

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdidload()>
  open func viewDidLoad() {}

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewwilllayoutsubviews()>
  open func viewWillLayoutSubviews() {}

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdidlayoutsubviews()>
  open func viewDidLayoutSubviews() {}

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/didreceivememorywarning()>
  open func didReceiveMemoryWarning() {}

  // MARK: Appearance

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewwillappear(_:)>
  open func viewWillAppear(_ animated: Bool) {}

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewisappearing(_:)>
  open func viewIsAppearing(_ animated: Bool) {}

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdidappear(_:)>
  open func viewDidAppear(_ animated: Bool) {}

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewwilldisappear(_:)>
  open func viewWillDisappear(_ animated: Bool) {}

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdiddisappear(_:)>
  open func viewDidDisappear(_ animated: Bool) {}

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/shouldautomaticallyforwardappearancemethods>
  open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/beginappearancetransition(_:animated:)>
  open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    beginAppearance(isAppearing, animated: animated, drivenBy: .container)
  }

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/endappearancetransition()>
  open func endAppearanceTransition() {
    endAppearance()
  }

  // MARK: Containment

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/addchild(_:)>
  open func addChild(_ childController: UIViewController) {
    guard childController.family !== self else { return }
    if childController.family != nil { childController.removeFromParent() }
    childController.willMove(toParent: self)
    childController.family = self
    children.append(childController)
  }

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/removefromparent()>
  open func removeFromParent() {
    guard let parent = family else { return }
    parent.children.removeAll { $0 === self }
    family = nil
    didMove(toParent: nil)
  }

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/willmove(toparent:)>
  open func willMove(toParent parent: UIViewController?) {}

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/didmove(toparent:)>
  open func didMove(toParent parent: UIViewController?) {}

  /// Visits this controller and everything below it, parents first.
  func forEachInFamily(_ body: (UIViewController) -> Void) {
    body(self)
    for child in children { child.forEachInFamily(body) }
  }
}
