import Foundation
@_spi(Headless) import HeadlessUIKit

/// A delegate of a collection view that implements every optional method, so that none may be answered by a default.
final class EveryCollectionMethod: NSObject, UICollectionViewDelegateFlowLayout {
  var calls: [String] = []
  /// Where the list is to come to rest, if the app has a say in it.
  var snapsTo: CGFloat?
  var allowsSelection = true

  /// Methods of the data source, which has no business here.
  static let ofTheDataSource: Set<String> = [
    "numberOfSections(in:)", "collectionView(_:viewForSupplementaryElementOfKind:at:)",
    "collectionView(_:canMoveItemAt:)", "collectionView(_:moveItemAt:to:)",
  ]

  private func note<Answer>(_ call: String, _ answer: Answer) -> Answer {
    calls.append(call)
    return answer
  }

  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) { note("willDisplay", ()) }
  func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) { note("didEndDisplaying", ()) }
  func collectionView(
    _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind elementKind: String, at indexPath: IndexPath
  ) { note("willDisplaySupplementary", ()) }
  func collectionView(
    _ collectionView: UICollectionView, didEndDisplayingSupplementaryView view: UICollectionReusableView,
    forElementOfKind elementKind: String, at indexPath: IndexPath
  ) { note("didEndSupplementary", ()) }
  func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
    note("shouldHighlight", true)
  }
  func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {
    note("didHighlight", ())
  }
  func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {
    note("didUnhighlight", ())
  }
  func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
    note("shouldSelect", allowsSelection)
  }
  func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
    note("shouldDeselect", true)
  }
  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    note("didSelect", ())
  }
  func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
    note("didDeselect", ())
  }
  func collectionView(
    _ collectionView: UICollectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
    atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
  ) -> IndexPath { note("target", proposedIndexPath) }

  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize { note("size", CGSize(width: 320, height: 100)) }
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    insetForSectionAt section: Int
  ) -> UIEdgeInsets { note("inset", .zero) }
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> CGFloat { note("lineSpacing", 0) }
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> CGFloat { note("itemSpacing", 0) }
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize { note("header", .zero) }
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> CGSize { note("footer", .zero) }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { note("didScroll", ()) }
  func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { note("willBeginDragging", ()) }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    note("willEndDragging", ())
    if let snapsTo { targetContentOffset.pointee.y = snapsTo }
  }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    note("didEndDragging", ())
  }
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { note("willBeginDecelerating", ()) }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { note("didEndDecelerating", ()) }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { note("didEndAnimation", ()) }
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { note("shouldScrollToTop", true) }
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView) { note("didScrollToTop", ()) }
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
  func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
  func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {}
}
