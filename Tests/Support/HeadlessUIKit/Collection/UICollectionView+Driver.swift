public import Foundation

@_spi(Headless)
extension UICollectionView {
  /// The items whose cells are held without being displayed: prepared ahead, or kept after their display.
  public var cachedIndexPaths: [IndexPath] {
    (ledger.paths(.prepared) + ledger.paths(.waiting)).sorted()
  }

  /// How many cells wait to be dequeued again.
  public var reusableCellCount: Int { pool.idleCount }

  /// Calls the prefetch data source as UIKit may at any time, with paths that may be stale or repeated (B7, B8).
  public func sendPrefetch(_ paths: [IndexPath]) {
    if let prefetchDataSource { sendPrefetch(paths, to: prefetchDataSource) }
  }

  /// Calls the prefetch data source as UIKit may at any time, with paths that may be stale or repeated (B7, B8).
  public func sendCancelPrefetch(_ paths: [IndexPath]) {
    if let prefetchDataSource { sendCancel(paths, to: prefetchDataSource) }
  }

  /// Taps a visible item: highlight, then selection of what the delegate allows.
  public func tap(_ path: IndexPath) {
    guard let entry = ledger[path], entry.phase == .displayed, allowsSelection else { return }
    guard delegate?.collectionView(self, shouldHighlightItemAt: path) ?? true else { return }
    entry.cell.isHighlighted = true
    delegate?.collectionView(self, didHighlightItemAt: path)
    entry.cell.isHighlighted = false
    delegate?.collectionView(self, didUnhighlightItemAt: path)
    if allowsMultipleSelection, selection.contains(path) { return deselect(path) }
    guard delegate?.collectionView(self, shouldSelectItemAt: path) ?? true else { return }
    if !allowsMultipleSelection { selection.subtracting([path]).sorted().forEach(deselect) }
    selectItem(at: path, animated: true, scrollPosition: [])
    delegate?.collectionView(self, didSelectItemAt: path)
  }

  private func deselect(_ path: IndexPath) {
    guard delegate?.collectionView(self, shouldDeselectItemAt: path) ?? true else { return }
    deselectItem(at: path, animated: true)
    delegate?.collectionView(self, didDeselectItemAt: path)
  }
}
