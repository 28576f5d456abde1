public import Foundation

/// The user's finger. A positive distance or velocity brings into view what lies below.
@_spi(Headless)
extension UIScrollView {
  /// Puts the finger down and starts to drag. A deceleration under way ends.
  public func beginDrag() {
    guard !isDragging else { return }
    if isDecelerating {
      motion = .idle
      emit(.didEndDecelerating) { $0.scrollViewDidEndDecelerating(self) }
    }
    motion = .dragging
    emit(.willBeginDragging) { $0.scrollViewWillBeginDragging(self) }
  }

  /// Moves the finger; stops at the edge of the content.
  public func moveDrag(by distance: CGPoint) {
    precondition(isDragging, "moveDrag(by:) needs beginDrag() first.")
    bounds.origin = clampedOffset(CGPoint(x: contentOffset.x + distance.x, y: contentOffset.y + distance.y))
  }

  /// Lifts the finger.
  ///
  /// At rest inside the content the drag ends and nothing follows; else a deceleration follows, to where the delegate
  /// wants it if it changed the target (B29).
  /// - Parameter velocity: In points per second; the delegate is told points per millisecond.
  public func endDrag(velocity: CGPoint = .zero) {
    precondition(isDragging, "endDrag(velocity:) needs beginDrag() first.")
    let start = contentOffset
    let reach = ScrollMotion.Deceleration.reach
    let natural = CGPoint(x: start.x + velocity.x * reach, y: start.y + velocity.y * reach)
    let proposed = clampedOffset(natural)
    var target = proposed
    let velocityPerMillisecond = CGPoint(x: velocity.x / 1000, y: velocity.y / 1000)
    emit(.willEndDragging) { delegate in
      withUnsafeMutablePointer(to: &target) {
        delegate.scrollViewWillEndDragging(
          self, withVelocity: velocityPerMillisecond, targetContentOffset: $0)
      }
    }
    let isBounce = clampedOffset(start) != start
    let goal = target == proposed && !isBounce ? natural : target
    let willDecelerate = max(abs(goal.x - start.x), abs(goal.y - start.y)) >= 0.5

    motion = .idle
    emit(willDecelerate ? .didEndDraggingWillDecelerate : .didEndDragging) {
      $0.scrollViewDidEndDragging(self, willDecelerate: willDecelerate)
    }
    guard willDecelerate, case .idle = motion else { return }
    motion = .decelerating(.init(from: start, to: goal, isBounce: isBounce))
    emit(.willBeginDecelerating) { $0.scrollViewWillBeginDecelerating(self) }
  }

  /// Drags by so many points in so many frames, and lifts the finger at rest.
  public func drag(by distance: CGFloat, frames: Int = 1) {
    precondition(frames > 0, "A drag takes at least one frame, not \(frames).")
    beginDrag()
    for _ in 0..<frames {
      moveDrag(by: CGPoint(x: 0, y: distance / CGFloat(frames)))
      window?.runFrame()
    }
    endDrag()
  }

  /// Lifts a moving finger: the deceleration goes on in the frames that follow.
  public func flick(velocity: CGFloat) {
    beginDrag()
    endDrag(velocity: CGPoint(x: 0, y: velocity))
  }

  /// Sets the offset with no animation: one `scrollViewDidScroll`; rows in between get nothing (B33).
  public func jump(to offset: CGFloat) {
    setContentOffset(CGPoint(x: contentOffset.x, y: offset), animated: false)
  }

  /// Taps the status bar. At the top already, the delegate hears of the arrival at once.
  public func scrollToTop() {
    guard scrollDelegate?.scrollViewShouldScrollToTop(self) ?? true else { return }
    let top = CGPoint(x: contentOffset.x, y: -contentInset.top)
    guard contentOffset != top else {
      return emit(.didScrollToTop) { $0.scrollViewDidScrollToTop(self) }
    }
    motion = .animating(.init(from: contentOffset, to: top, purpose: .scrollToTop))
  }

  /// Drags the content down until the refresh control fires, and lets go: it bounces back.
  public func pullToRefresh() {
    guard let refreshControl else { preconditionFailure("pullToRefresh() needs a refreshControl.") }
    beginDrag()
    bounds.origin.y = -contentInset.top - UIRefreshControl.height
    refreshControl.beginRefreshing()
    refreshControl.sendActions(for: .valueChanged)
    endDrag()
  }
}
