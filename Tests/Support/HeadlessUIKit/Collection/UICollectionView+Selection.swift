public import Foundation

extension UICollectionView {
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/indexpathsforselecteditems>
  public var indexPathsForSelectedItems: [IndexPath]? {
    selection.sorted()
  }

  /// Tells the delegate nothing, for the user did nothing.
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/selectitem(at:animated:scrollposition:)>
  public func selectItem(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: UICollectionView.ScrollPosition
  ) {
    guard allowsSelection else { return }
    if indexPath == nil || !allowsMultipleSelection {
      for path in selection where path != indexPath { deselectItem(at: path, animated: animated) }
    }
    guard let indexPath else { return }
    selection.insert(indexPath)
    ledger[indexPath]?.cell.isSelected = true
    if !scrollPosition.isEmpty { scrollToItem(at: indexPath, at: scrollPosition, animated: animated) }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/deselectitem(at:animated:)>
  public func deselectItem(at indexPath: IndexPath, animated: Bool) {
    guard selection.remove(indexPath) != nil else { return }
    ledger[indexPath]?.cell.isSelected = false
  }
}
