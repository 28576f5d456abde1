import AsyncCellCore
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

/// A child of the app's view controller, without anything to see, that hears when the screen appears and disappears.
final class AppearanceFollower: UIViewController {
  private weak var coordinator: CellCoordinator?
  private let policy: OffscreenPolicy
  private let grace: TimeInterval

  init(of coordinator: CellCoordinator, _ policy: OffscreenPolicy, grace: TimeInterval) {
    self.coordinator = coordinator
    self.policy = policy
    self.grace = grace
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    return nil
  }

  func join(_ viewController: UIViewController) {
    viewController.addChild(self)
    view.isHidden = true
    viewController.view.addSubview(view)
    didMove(toParent: viewController)
  }

  func leave() {
    willMove(toParent: nil)
    viewIfLoaded?.removeFromSuperview()
    removeFromParent()
    coordinator?.screenWillAppear()
    coordinator = nil
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    coordinator?.screenWillAppear()
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    coordinator?.screenDidDisappear(policy, after: grace)
  }
}
