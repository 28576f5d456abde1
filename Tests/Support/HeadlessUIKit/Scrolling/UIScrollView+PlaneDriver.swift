public import Foundation

/// The user's finger in two directions, for what scrolls sideways.
@_spi(Headless)
extension UIScrollView {
  /// Drags by so many points in so many frames, and lifts the finger at rest.
  public func drag(by distance: CGPoint, frames: Int = 1) {
    precondition(frames > 0, "A drag takes at least one frame, not \(frames).")
    beginDrag()
    for _ in 0..<frames {
      moveDrag(by: CGPoint(x: distance.x / CGFloat(frames), y: distance.y / CGFloat(frames)))
      window?.runFrame()
    }
    endDrag()
  }

  /// Lifts a moving finger: the deceleration goes on in the frames that follow.
  public func flick(velocity: CGPoint) {
    beginDrag()
    endDrag(velocity: velocity)
  }

  /// Sets the offset with no animation: one `scrollViewDidScroll`; items in between get nothing (B33).
  public func jump(to offset: CGPoint) {
    setContentOffset(offset, animated: false)
  }
}
