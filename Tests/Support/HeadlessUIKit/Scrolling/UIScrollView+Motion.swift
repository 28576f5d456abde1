import Foundation

extension UIScrollView {
  func advance(_ deceleration: ScrollMotion.Deceleration, by duration: TimeInterval) {
    var deceleration = deceleration
    let (offset, hasArrived) = deceleration.advance(by: duration)
    let reachable = deceleration.isBounce ? offset : clampedOffset(offset)
    motion = .decelerating(deceleration)
    bounds.origin = reachable
    guard motion.isDecelerating, hasArrived || reachable != offset else { return }
    motion = .idle
    emit(.didEndDecelerating) { $0.scrollViewDidEndDecelerating(self) }
  }

  func advance(_ animation: ScrollMotion.Animation, by duration: TimeInterval) {
    var animation = animation
    let (offset, hasArrived) = animation.advance(by: duration)
    motion = .animating(animation)
    bounds.origin = offset
    guard case .animating = motion, hasArrived else { return }
    motion = .idle
    switch animation.purpose {
    case .programmatic:
      emit(.didEndScrollingAnimation) { $0.scrollViewDidEndScrollingAnimation(self) }
    case .scrollToTop:
      emit(.didScrollToTop) { $0.scrollViewDidScrollToTop(self) }
    }
  }
}
