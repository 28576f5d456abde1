import AsyncCellCore
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

// Puts an AsyncTableViewDelegate before an app's own table delegate.
//
// UIKit asks a delegate which optional methods it has, and behaves by the answer. On Apple platforms the forwarder
// therefore answers for the app's delegate and lets the Objective-C runtime pass on what it does not handle itself; that
// half has not been run by the project's tests. Elsewhere there is no such runtime and every optional method is passed
// on by hand, to defaults that do what UIKit does when the method is absent.

#if canImport(ObjectiveC)
  @MainActor
  final class TableDelegateForwarder: NSObject, UITableViewDelegate {
    private weak var list: AsyncTableViewDelegate?
    // Read by the Objective-C runtime through nonisolated methods, which UIKit calls on the main thread.
    private weak var target: (any UITableViewDelegate)?

    init(to list: AsyncTableViewDelegate, then target: any UITableViewDelegate) {
      self.list = list
      self.target = target
    }

    override nonisolated func responds(to aSelector: Selector!) -> Bool {
      if super.responds(to: aSelector) { return true }
      return MainActor.assumeIsolated { target?.responds(to: aSelector) ?? false }
    }

    override nonisolated func forwardingTarget(for aSelector: Selector!) -> Any? {
      MainActor.assumeIsolated { UncheckedTarget(target) }.value
    }

    /// Carries the target out of a main-actor closure that is run synchronously on the main thread.
    private struct UncheckedTarget: @unchecked Sendable {
      let value: (any UITableViewDelegate)?
      init(_ value: (any UITableViewDelegate)?) { self.value = value }
    }

    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
      list?.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
      target?.tableView?(tableView, willDisplay: cell, forRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
      list?.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
      target?.tableView?(tableView, didEndDisplaying: cell, forRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
      list?.tableView(tableView, willDisplayHeaderView: view, forSection: section)
      target?.tableView?(tableView, willDisplayHeaderView: view, forSection: section)
    }

    func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
      list?.tableView(tableView, willDisplayFooterView: view, forSection: section)
      target?.tableView?(tableView, willDisplayFooterView: view, forSection: section)
    }

    func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
      list?.tableView(tableView, didEndDisplayingHeaderView: view, forSection: section)
      target?.tableView?(tableView, didEndDisplayingHeaderView: view, forSection: section)
    }

    func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {
      list?.tableView(tableView, didEndDisplayingFooterView: view, forSection: section)
      target?.tableView?(tableView, didEndDisplayingFooterView: view, forSection: section)
    }
  }
#else
  @MainActor
  final class TableDelegateForwarder: NSObject, UITableViewDelegate {
    private weak var list: AsyncTableViewDelegate?
    private weak var target: (any UITableViewDelegate)?
    /// Answers when the app's delegate has gone.
    private let nobody = NoTableDelegate()

    init(to list: AsyncTableViewDelegate, then target: any UITableViewDelegate) {
      self.list = list
      self.target = target
    }

    private var answering: any UITableViewDelegate { target ?? nobody }

    // MARK: First the list, then the app's delegate

    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
      list?.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
      target?.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
      list?.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
      target?.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
      list?.tableView(tableView, willDisplayHeaderView: view, forSection: section)
      target?.tableView(tableView, willDisplayHeaderView: view, forSection: section)
    }

    func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
      list?.tableView(tableView, willDisplayFooterView: view, forSection: section)
      target?.tableView(tableView, willDisplayFooterView: view, forSection: section)
    }

    func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
      list?.tableView(tableView, didEndDisplayingHeaderView: view, forSection: section)
      target?.tableView(tableView, didEndDisplayingHeaderView: view, forSection: section)
    }

    func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {
      list?.tableView(tableView, didEndDisplayingFooterView: view, forSection: section)
      target?.tableView(tableView, didEndDisplayingFooterView: view, forSection: section)
    }

    // MARK: The app's delegate alone

    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
      answering.tableView(tableView, heightForRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
      answering.tableView(tableView, heightForHeaderInSection: section)
    }

    func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
      answering.tableView(tableView, heightForFooterInSection: section)
    }

    func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
      answering.tableView(tableView, estimatedHeightForRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat {
      answering.tableView(tableView, estimatedHeightForHeaderInSection: section)
    }

    func tableView(_ tableView: UITableView, estimatedHeightForFooterInSection section: Int) -> CGFloat {
      answering.tableView(tableView, estimatedHeightForFooterInSection: section)
    }

    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      answering.tableView(tableView, viewForHeaderInSection: section)
    }

    func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
      answering.tableView(tableView, viewForFooterInSection: section)
    }

    func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
      answering.tableView(tableView, shouldHighlightRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
      answering.tableView(tableView, didHighlightRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
      answering.tableView(tableView, didUnhighlightRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
      answering.tableView(tableView, willSelectRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
      answering.tableView(tableView, willDeselectRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      answering.tableView(tableView, didSelectRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
      answering.tableView(tableView, didDeselectRowAt: indexPath)
    }

    func tableView(
      _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
      toProposedIndexPath proposedDestinationIndexPath: IndexPath
    ) -> IndexPath {
      answering.tableView(
        tableView, targetIndexPathForMoveFromRowAt: sourceIndexPath, toProposedIndexPath: proposedDestinationIndexPath)
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
      answering.scrollViewDidScroll(scrollView)
    }

    func scrollViewDidZoom(_ scrollView: UIScrollView) {
      answering.scrollViewDidZoom(scrollView)
    }

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
      answering.scrollViewWillBeginDragging(scrollView)
    }

    func scrollViewWillEndDragging(
      _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
      answering.scrollViewWillEndDragging(scrollView, withVelocity: velocity, targetContentOffset: targetContentOffset)
    }

    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
      answering.scrollViewDidEndDragging(scrollView, willDecelerate: decelerate)
    }

    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
      answering.scrollViewWillBeginDecelerating(scrollView)
    }

    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
      answering.scrollViewDidEndDecelerating(scrollView)
    }

    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
      answering.scrollViewDidEndScrollingAnimation(scrollView)
    }

    func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
      answering.scrollViewShouldScrollToTop(scrollView)
    }

    func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
      answering.scrollViewDidScrollToTop(scrollView)
    }

    func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {
      answering.scrollViewDidChangeAdjustedContentInset(scrollView)
    }

    func viewForZooming(in scrollView: UIScrollView) -> UIView? {
      answering.viewForZooming(in: scrollView)
    }

    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {
      answering.scrollViewWillBeginZooming(scrollView, with: view)
    }

    func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {
      answering.scrollViewDidEndZooming(scrollView, with: view, atScale: scale)
    }
  }

  private final class NoTableDelegate: NSObject, UITableViewDelegate {}
#endif
