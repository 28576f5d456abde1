import AsyncCellCore
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

// Puts an AsyncListDelegate before an app's own delegate.
//
// UIKit asks a delegate which optional methods it has, and behaves by the answer. On Apple platforms the forwarder
// therefore answers for the app's delegate and lets the Objective-C runtime pass on what it does not handle itself; that
// half has been neither compiled nor run by the project's tests. Elsewhere there is no such runtime and every optional
// method is passed on by hand, to defaults that do what UIKit does when the method is absent.

#if canImport(ObjectiveC)
  @MainActor
  class ScrollDelegateForwarder: NSObject, UIScrollViewDelegate {
    private weak var list: AsyncListDelegate?
    // Read by the Objective-C runtime through nonisolated methods, which UIKit calls on the main thread.
    private weak var scrollTarget: (any UIScrollViewDelegate)?

    init(list: AsyncListDelegate, scrollTarget: any UIScrollViewDelegate) {
      self.list = list
      self.scrollTarget = scrollTarget
    }

    override nonisolated func responds(to aSelector: Selector!) -> Bool {
      if super.responds(to: aSelector) { return true }
      return MainActor.assumeIsolated { scrollTarget?.responds(to: aSelector) ?? false }
    }

    override nonisolated func forwardingTarget(for aSelector: Selector!) -> Any? {
      MainActor.assumeIsolated { UncheckedTarget(scrollTarget) }.value
    }

    /// Carries the target out of a main-actor closure that is run synchronously on the main thread.
    private struct UncheckedTarget: @unchecked Sendable {
      let value: (any UIScrollViewDelegate)?
      init(_ value: (any UIScrollViewDelegate)?) { self.value = value }
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
      list?.scrollViewDidScroll(scrollView)
      scrollTarget?.scrollViewDidScroll?(scrollView)
    }

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
      list?.scrollViewWillBeginDragging(scrollView)
      scrollTarget?.scrollViewWillBeginDragging?(scrollView)
    }

    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
      list?.scrollViewDidEndDragging(scrollView, willDecelerate: decelerate)
      scrollTarget?.scrollViewDidEndDragging?(scrollView, willDecelerate: decelerate)
    }

    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
      list?.scrollViewDidEndDecelerating(scrollView)
      scrollTarget?.scrollViewDidEndDecelerating?(scrollView)
    }

    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
      list?.scrollViewDidEndScrollingAnimation(scrollView)
      scrollTarget?.scrollViewDidEndScrollingAnimation?(scrollView)
    }

    func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
      list?.scrollViewDidScrollToTop(scrollView)
      scrollTarget?.scrollViewDidScrollToTop?(scrollView)
    }

    func scrollViewWillEndDragging(
      _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
      // The app's delegate comes first: it may choose another place to land.
      scrollTarget?.scrollViewWillEndDragging?(
        scrollView, withVelocity: velocity, targetContentOffset: targetContentOffset)
      list?.scrollViewWillEndDragging(scrollView, withVelocity: velocity, targetContentOffset: targetContentOffset)
    }
  }
#else
  @MainActor
  class ScrollDelegateForwarder: NSObject, UIScrollViewDelegate {
    private weak var list: AsyncListDelegate?
    private weak var scrollTarget: (any UIScrollViewDelegate)?
    /// Answers when the app's delegate has gone.
    private let nobody = NoScrollDelegate()

    init(list: AsyncListDelegate, scrollTarget: any UIScrollViewDelegate) {
      self.list = list
      self.scrollTarget = scrollTarget
    }

    private var answeringScroll: any UIScrollViewDelegate { scrollTarget ?? nobody }

    // MARK: First the list, then the app's delegate

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
      list?.scrollViewDidScroll(scrollView)
      scrollTarget?.scrollViewDidScroll(scrollView)
    }

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
      list?.scrollViewWillBeginDragging(scrollView)
      scrollTarget?.scrollViewWillBeginDragging(scrollView)
    }

    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
      list?.scrollViewDidEndDragging(scrollView, willDecelerate: decelerate)
      scrollTarget?.scrollViewDidEndDragging(scrollView, willDecelerate: decelerate)
    }

    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
      list?.scrollViewDidEndDecelerating(scrollView)
      scrollTarget?.scrollViewDidEndDecelerating(scrollView)
    }

    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
      list?.scrollViewDidEndScrollingAnimation(scrollView)
      scrollTarget?.scrollViewDidEndScrollingAnimation(scrollView)
    }

    func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
      list?.scrollViewDidScrollToTop(scrollView)
      scrollTarget?.scrollViewDidScrollToTop(scrollView)
    }

    func scrollViewWillEndDragging(
      _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
      // The app's delegate comes first: it may choose another place to land.
      scrollTarget?.scrollViewWillEndDragging(
        scrollView, withVelocity: velocity, targetContentOffset: targetContentOffset)
      list?.scrollViewWillEndDragging(scrollView, withVelocity: velocity, targetContentOffset: targetContentOffset)
    }

    // MARK: The app's delegate alone

    func scrollViewDidZoom(_ scrollView: UIScrollView) {
      answeringScroll.scrollViewDidZoom(scrollView)
    }

    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
      answeringScroll.scrollViewWillBeginDecelerating(scrollView)
    }

    func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
      answeringScroll.scrollViewShouldScrollToTop(scrollView)
    }

    func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {
      answeringScroll.scrollViewDidChangeAdjustedContentInset(scrollView)
    }

    func viewForZooming(in scrollView: UIScrollView) -> UIView? {
      answeringScroll.viewForZooming(in: scrollView)
    }

    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {
      answeringScroll.scrollViewWillBeginZooming(scrollView, with: view)
    }

    func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {
      answeringScroll.scrollViewDidEndZooming(scrollView, with: view, atScale: scale)
    }
  }

  private final class NoScrollDelegate: NSObject, UIScrollViewDelegate {}
#endif
