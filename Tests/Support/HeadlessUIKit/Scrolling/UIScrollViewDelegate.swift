public import Foundation

/// Each method is optional in UIKit; here each has a default that does what UIKit does without the method.
///
/// <https://developer.apple.com/documentation/uikit/uiscrollviewdelegate>
@MainActor
public protocol UIScrollViewDelegate: NSObjectProtocol {
  /// <https://developer.apple.com/documentation/uikit/uiscrollviewdelegate/scrollviewdidscroll(_:)>
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  /// <https://developer.apple.com/documentation/uikit/uiscrollviewdelegate/scrollviewdidzoom(_:)>
  func scrollViewDidZoom(_ scrollView: UIScrollView)
  /// <https://developer.apple.com/documentation/uikit/uiscrollviewdelegate/scrollviewwillbegindragging(_:)>
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  /// <https://developer.apple.com/documentation/uikit/uiscrollviewdelegate/scrollviewwillenddragging(_:withvelocity:targetcontentoffset:)>
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>)
  /// <https://developer.apple.com/documentation/uikit/uiscrollviewdelegate/scrollviewdidenddragging(_:willdecelerate:)>
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  /// <https://developer.apple.com/documentation/uikit/uiscrollviewdelegate/scrollviewwillbegindecelerating(_:)>
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
  /// <https://developer.apple.com/documentation/uikit/uiscrollviewdelegate/scrollviewdidenddecelerating(_:)>
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  /// <https://developer.apple.com/documentation/uikit/uiscrollviewdelegate/scrollviewdidendscrollinganimation(_:)>
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
  /// <https://developer.apple.com/documentation/uikit/uiscrollviewdelegate/scrollviewshouldscrolltotop(_:)>
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
  /// <https://developer.apple.com/documentation/uikit/uiscrollviewdelegate/scrollviewdidscrolltotop(_:)>
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
  /// <https://developer.apple.com/documentation/uikit/uiscrollviewdelegate/scrollviewdidchangeadjustedcontentinset(_:)>
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView)
  /// <https://developer.apple.com/documentation/uikit/uiscrollviewdelegate/viewforzooming(in:)>
  func viewForZooming(in scrollView: UIScrollView) -> UIView?
  /// <https://developer.apple.com/documentation/uikit/uiscrollviewdelegate/scrollviewwillbeginzooming(_:with:)>
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?)
  /// <https://developer.apple.com/documentation/uikit/uiscrollviewdelegate/scrollviewdidendzooming(_:with:atscale:)>
  func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat)
}

extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  public func scrollViewDidZoom(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    scrollView.noteDefaulted()
  }
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    scrollView.noteDefaulted()
  }
  public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
    scrollView.defaulting(to: true)
  }
  public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  public func viewForZooming(in scrollView: UIScrollView) -> UIView? {
    scrollView.defaulting(to: nil)
  }
  public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {
    scrollView.noteDefaulted()
  }
  public func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {
    scrollView.noteDefaulted()
  }
}
