extension UIViewController {
  func beginAppearance(_ isAppearing: Bool, animated: Bool, drivenBy driver: AppearanceMachine.Driver) {
    if isAppearing { loadViewIfNeeded() }
    switch appearance.begin(isAppearing, animated: animated, drivenBy: driver) {
    case .nothing: return
    case .willAppear: viewWillAppear(animated)
    case .willDisappear: viewWillDisappear(animated)
    }
    for child in childrenToForwardTo {
      child.beginAppearance(isAppearing, animated: animated, drivenBy: .parent)
    }
  }

  func endAppearance() {
    switch appearance.end() {
    case .nothing:
      return
    case .didAppear(let animated, let isAppearingIsDue):
      if isAppearingIsDue { viewIsAppearing(animated) }
      viewDidAppear(animated)
      isMovingToParent = false
    case .didDisappear(let animated):
      viewDidDisappear(animated)
      isMovingFromParent = false
    }
    for child in children where child.appearance.driver == .parent { child.endAppearance() }
  }

  // MARK: Called by the view

  func viewWillMove(toWindow window: UIWindow?) {
    guard family?.shouldAutomaticallyForwardAppearanceMethods ?? true else { return }
    switch appearance.phase {
    case .disappeared where window != nil:
      beginAppearance(true, animated: false, drivenBy: .window)
    case .appearing where window == nil, .appeared where window == nil:
      beginAppearance(false, animated: false, drivenBy: .window)
    default:
      break
    }
  }

  func viewDidMove(toWindow window: UIWindow?) {
    guard let window else {
      if appearance.phase == .disappearing, appearance.driver == .window { endAppearance() }
      return
    }
    if let animated = appearance.isInWindow() { viewIsAppearing(animated) }
    guard appearance.phase == .appearing, appearance.driver == .window else { return }
    window.frames.atEnd { [weak self] in
      guard let self, self.appearance.phase == .appearing, self.appearance.driver == .window else { return }
      self.endAppearance()
    }
  }

  private var childrenToForwardTo: [UIViewController] {
    guard shouldAutomaticallyForwardAppearanceMethods, let view = viewIfLoaded else { return [] }
    return children.filter { $0.viewIfLoaded?.isDescendant(of: view) == true }
  }
}
