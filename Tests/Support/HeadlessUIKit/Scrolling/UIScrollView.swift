public import Foundation

/// It has no `delegate`: in Swift a subclass cannot narrow the type of a property as `UITableView` does, so each list
/// declares its own.
///
/// <https://developer.apple.com/documentation/uikit/uiscrollview>
@MainActor
open class UIScrollView: UIView {
  /// <https://developer.apple.com/documentation/uikit/uiscrollview/contentsize>
  open var contentSize: CGSize = .zero

  /// <https://developer.apple.com/documentation/uikit/uiscrollview/contentinset>
  open var contentInset: UIEdgeInsets = .zero

  /// <https://developer.apple.com/documentation/uikit/uiscrollview/refreshcontrol>
  open var refreshControl: UIRefreshControl? {
    didSet {
      guard oldValue !== refreshControl else { return }
      oldValue?.removeFromSuperview()
      if let refreshControl { insertSubview(refreshControl, at: 0) }
    }
  }

  /// What this view did and what was wrong with how it was used.
  @_spi(Headless) public let headlessLog = HeadlessLog()

  var motion = ScrollMotion.idle

  open override var bounds: CGRect {
    didSet {
      guard bounds.origin != oldValue.origin else { return }
      setNeedsLayout()
      contentOffsetDidChange(from: oldValue.origin)
      emit(.didScroll) { $0.scrollViewDidScroll(self) }
    }
  }

  /// <https://developer.apple.com/documentation/uikit/uiscrollview/contentoffset>
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set { setContentOffset(newValue, animated: false) }
  }

  /// <https://developer.apple.com/documentation/uikit/uiscrollview/istracking>
  open var isTracking: Bool { motion.isDragging }

  /// <https://developer.apple.com/documentation/uikit/uiscrollview/isdragging>
  open var isDragging: Bool { motion.isDragging }

  /// <https://developer.apple.com/documentation/uikit/uiscrollview/isdecelerating>
  open var isDecelerating: Bool { motion.isDecelerating }

  /// Not animated: one `scrollViewDidScroll`, and none of the ends. Animated: `scrollViewDidScroll` for each frame,
  /// then only `scrollViewDidEndScrollingAnimation` (B29).
  ///
  /// <https://developer.apple.com/documentation/uikit/uiscrollview/setcontentoffset(_:animated:)>
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    if motion.movesByItself { motion = .idle }
    guard contentOffset != bounds.origin else { return }
    if animated, window != nil, !motion.isDragging {
      motion = .animating(.init(from: bounds.origin, to: contentOffset, purpose: .programmatic))
    } else {
      bounds.origin = contentOffset
    }
  }

  // MARK: For lists

  /// The delegate a list declares.
  var scrollDelegate: (any UIScrollViewDelegate)? { nil }

  func contentOffsetDidChange(from old: CGPoint) {}

  func emit(_ event: HeadlessEvent.Scroll, _ call: (any UIScrollViewDelegate) -> Void) {
    guard let scrollDelegate else { return }
    headlessLog.note(.scroll(event))
    call(scrollDelegate)
  }

  func noteDefaulted(_ method: String = #function) {
    headlessLog.noteDefaulted(method)
  }

  func defaulting<Answer>(to answer: Answer, _ method: String = #function) -> Answer {
    headlessLog.noteDefaulted(method)
    return answer
  }

  /// The nearest offset at which the content fills the view.
  func clampedOffset(_ offset: CGPoint) -> CGPoint {
    let least = CGPoint(x: -contentInset.left, y: -contentInset.top)
    let most = CGPoint(
      x: max(least.x, contentSize.width + contentInset.right - bounds.width),
      y: max(least.y, contentSize.height + contentInset.bottom - bounds.height))
    return CGPoint(x: min(max(offset.x, least.x), most.x), y: min(max(offset.y, least.y), most.y))
  }

  /// The size of a scroll view does not depend on what is in it.
  override func subviewInvalidatedSize(_ view: UIView) {}

  /// What leaves the window stops where it is and says nothing.
  override func windowWillChange(to newWindow: UIWindow?) {
    super.windowWillChange(to: newWindow)
    if newWindow == nil { motion = .idle }
  }

  override func advanceMotion(by duration: TimeInterval) {
    super.advanceMotion(by: duration)
    switch motion {
    case .idle, .dragging: break
    case .decelerating(let deceleration): advance(deceleration, by: duration)
    case .animating(let animation): advance(animation, by: duration)
    }
  }
}
