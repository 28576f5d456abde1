import Foundation
@_spi(Headless) import HeadlessUIKit

/// Drives the double. The only file of the scenarios that knows it.
@MainActor
final class HeadlessDriver: Driver {
  var onFrame: @MainActor () -> Void = {}
  private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))

  init(_ schedule: Schedule) {
    window.headlessProfile =
      switch schedule {
      case .noPrefetch: .noPrefetch
      case .lookAhead: .lookAhead
      case .preparedCache: .preparedCache
      case .chaos(let seed): .legalChaos(seed: seed)
      }
  }

  func show(_ controller: UIViewController) {
    window.rootViewController = controller
    window.makeKeyAndVisible()
  }

  func resize(to size: CGSize) {
    window.frame = CGRect(origin: .zero, size: size)
  }

  func frames(_ count: Int) {
    for _ in 0..<count {
      onFrame()
      window.runFrame()
    }
  }

  func untilStill() {
    for _ in 0..<1_500 {
      let before = offsets(in: window)
      frames(1)
      if offsets(in: window) == before, !isMoving(window) { return }
    }
  }

  private func offsets(in view: UIView) -> [CGPoint] {
    ((view as? UIScrollView).map { [$0.contentOffset] } ?? []) + view.subviews.flatMap { offsets(in: $0) }
  }

  private func isMoving(_ view: UIView) -> Bool {
    (view as? UIScrollView)?.isDecelerating == true || view.subviews.contains { isMoving($0) }
  }

  func drag(_ list: UIScrollView, by distance: CGPoint, frames count: Int) {
    list.beginDrag()
    for _ in 0..<count {
      list.moveDrag(by: CGPoint(x: distance.x / CGFloat(count), y: distance.y / CGFloat(count)))
      frames(1)
    }
    list.endDrag()
  }

  func flick(_ list: UIScrollView, velocity: CGPoint) {
    list.flick(velocity: velocity)
  }

  func touch(_ list: UIScrollView) {
    list.beginDrag()
    frames(1)
    list.endDrag()
  }

  func scrollToTop(_ list: UIScrollView) {
    list.scrollToTop()
  }

  func cancelPrefetch(_ list: UIScrollView, _ paths: [IndexPath]) {
    (list as? UITableView)?.sendCancelPrefetch(paths)
    (list as? UICollectionView)?.sendCancelPrefetch(paths)
  }

  func memoryWarning() { window.receiveMemoryWarning() }
  func enterBackground() { window.enterBackground() }
  func enterForeground() { window.enterForeground() }
  func cancelPop(of navigation: UINavigationController) { navigation.cancelledInteractivePop() }

  func complaints(of list: UIScrollView) -> [String] {
    list.headlessLog.violations.map { "\($0)" }
      + list.headlessLog.warnings.compactMap {
        if case .askedDuringRequest(let what) = $0 { "S41: asked for \(what) inside a request" } else { nil }
      }
  }

  func prefetchCount(of list: UIScrollView) -> Int {
    list.headlessLog.events.count { if case .prefetch = $0 { true } else { false } }
  }
}
