import Foundation
@_spi(Headless) import HeadlessUIKit

/// A delegate that implements every optional method, so that none may be answered by a default.
final class EveryMethod: NSObject, UITableViewDelegate {
  var calls: Set<String> = []

  /// Methods of the data source, which has no business here.
  static let ofTheDataSource: Set<String> = [
    "numberOfSections(in:)", "tableView(_:titleForHeaderInSection:)", "tableView(_:titleForFooterInSection:)",
    "tableView(_:canEditRowAt:)", "tableView(_:canMoveRowAt:)", "sectionIndexTitles(for:)",
  ]

  private func note<Answer>(_ call: String, _ answer: Answer) -> Answer {
    calls.insert(call)
    return answer
  }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    note("willDisplay", ())
  }
  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    note("didEndDisplaying", ())
  }
  func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    note("willDisplayHeader", ())
  }
  func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
    note("willDisplayFooter", ())
  }
  func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
    note("didEndHeader", ())
  }
  func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {
    note("didEndFooter", ())
  }
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { note("height", 100) }
  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { note("header", 0) }
  func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat { note("footer", 0) }
  func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
    note("estimate", 90)
  }
  func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat { 0 }
  func tableView(_ tableView: UITableView, estimatedHeightForFooterInSection section: Int) -> CGFloat { 0 }
  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { nil }
  func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? { nil }
  func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { true }
  func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {}
  func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {}
  func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
  func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { note("didSelect", ()) }
  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) { note("didDeselect", ()) }
  func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
    toProposedIndexPath proposedDestinationIndexPath: IndexPath
  ) -> IndexPath { proposedDestinationIndexPath }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { note("didScroll", ()) }
  func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { note("willBeginDragging", ()) }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) { targetContentOffset.pointee.y = (targetContentOffset.pointee.y / 100).rounded() * 100 }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
  func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
  func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {}
}
