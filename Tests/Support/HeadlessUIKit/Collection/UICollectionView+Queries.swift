public import Foundation

extension UICollectionView {
  /// The displayed cells inside the bounds; never a cell that is merely prepared (B12).
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/visiblecells>
  public var visibleCells: [UICollectionViewCell] {
    noteQuery("visibleCells")
    return visiblePaths.compactMap { ledger[$0]?.cell }
  }

  /// UIKit promises no order, and none that goes with that of `visibleCells`; so this one is deliberately another.
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/indexpathsforvisibleitems>
  public var indexPathsForVisibleItems: [IndexPath] {
    noteQuery("indexPathsForVisibleItems")
    return visiblePaths.reversed()
  }

  /// Since iOS 15 also a cell that is prepared, or kept after its display: an answer does not mean "visible" (B12).
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/cellforitem(at:)>
  public func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    noteQuery("cellForItem(at:)")
    return ledger[indexPath]?.cell
  }

  /// Nothing for a cell that its data source has not returned yet (B21).
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/indexpath(for:)>
  public func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    noteQuery("indexPath(for:)")
    return ledger.path(of: cell)
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/indexpathforitem(at:)>
  public func indexPathForItem(at point: CGPoint) -> IndexPath? {
    loadDataIfNeeded()
    let rect = CGRect(x: point.x, y: point.y, width: 1, height: 1)
    return collectionViewLayout.layoutAttributesForElements(in: rect)?
      .first { $0.representedElementCategory == .cell && $0.frame.contains(point) }?.indexPath
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/layoutattributesforitem(at:)>
  public func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    loadDataIfNeeded()
    return collectionViewLayout.layoutAttributesForItem(at: indexPath)
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/layoutattributesforsupplementaryelement(ofkind:at:)>
  public func layoutAttributesForSupplementaryElement(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    loadDataIfNeeded()
    return collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath)
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/scrolltoitem(at:at:animated:)>
  public func scrollToItem(
    at indexPath: IndexPath, at scrollPosition: UICollectionView.ScrollPosition, animated: Bool
  ) {
    loadDataIfNeeded()
    guard counts.contains(indexPath) else { return headlessLog.violated(.indexPathOutOfRange(indexPath)) }
    guard let frame = collectionViewLayout.layoutAttributesForItem(at: indexPath)?.frame else { return }
    var offset = contentOffset
    if scrollPosition.isDisjoint(with: [.top, .centeredVertically, .bottom]) {
      if frame.maxY > bounds.maxY { offset.y = frame.maxY - bounds.height }
      if frame.minY < offset.y { offset.y = frame.minY }
    }
    if scrollPosition.isDisjoint(with: [.left, .centeredHorizontally, .right]) {
      if frame.maxX > bounds.maxX { offset.x = frame.maxX - bounds.width }
      if frame.minX < offset.x { offset.x = frame.minX }
    }
    if scrollPosition.contains(.top) { offset.y = frame.minY }
    if scrollPosition.contains(.centeredVertically) { offset.y = frame.midY - bounds.height / 2 }
    if scrollPosition.contains(.bottom) { offset.y = frame.maxY - bounds.height }
    if scrollPosition.contains(.left) { offset.x = frame.minX }
    if scrollPosition.contains(.centeredHorizontally) { offset.x = frame.midX - bounds.width / 2 }
    if scrollPosition.contains(.right) { offset.x = frame.maxX - bounds.width }
    setContentOffset(clampedOffset(offset), animated: animated)
  }

  private var visiblePaths: [IndexPath] {
    ledger.paths(.displayed).filter { path in
      counts.contains(path)
        && collectionViewLayout.layoutAttributesForItem(at: path)?.frame.sharesArea(with: bounds) == true
    }
  }

  private func noteQuery(_ name: String) {
    if request != nil { headlessLog.warn(.askedDuringRequest(name)) }
  }
}
