public import Foundation

extension UICollectionView {
  /// Only marks: nothing is asked and nobody is told before the next layout with some size (B17).
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/reloaddata()>
  public func reloadData() {
    _ = mayChange()
    markForReload()
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/insertitems(at:)>
  public func insertItems(at indexPaths: [IndexPath]) {
    update { $0.insertItems(at: indexPaths) }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/deleteitems(at:)>
  public func deleteItems(at indexPaths: [IndexPath]) {
    update { $0.deleteItems(at: indexPaths) }
  }

  /// The cell travels with its item and is not asked for again (B34).
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/moveitem(at:to:)>
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    update { $0.moveItem(at: indexPath, to: newIndexPath) }
  }

  /// Replaces the cells of these items: another cell for a displayed one, none for a prepared one (B15). While the
  /// change is animated the item has two cells on screen.
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/reloaditems(at:)>
  public func reloadItems(at indexPaths: [IndexPath]) {
    update { $0.reloadItems(at: Set(indexPaths).sorted()) }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/insertsections(_:)>
  public func insertSections(_ sections: IndexSet) {
    update { $0.insertSections(sections) }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/deletesections(_:)>
  public func deleteSections(_ sections: IndexSet) {
    update { $0.deleteSections(sections) }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/movesection(_:tosection:)>
  public func moveSection(_ section: Int, toSection newSection: Int) {
    update { $0.moveSection(section, to: newSection) }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/reloadsections(_:)>
  public func reloadSections(_ sections: IndexSet) {
    update { $0.reloadSections(sections) }
  }

  /// Has the existing cells configured again, prepared ones too; items with no cell get nothing (B14).
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/reconfigureitems(at:)>
  public func reconfigureItems(at indexPaths: [IndexPath]) {
    guard mayChange() else { return }
    if batch != nil {
      batch?.updates.reconfigureItems(at: indexPaths)
      return
    }
    guard !isReloadPending, !areCountsStale else { return }
    for path in Set(indexPaths).sorted() {
      guard counts.contains(path) else {
        headlessLog.violated(.indexPathOutOfRange(path))
        continue
      }
      if let cell = ledger[path]?.cell { reconfigureCell(cell, at: path) }
    }
    setNeedsLayout()
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/setcollectionviewlayout(_:animated:)>
  public func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
    setCollectionViewLayout(layout, animated: animated, completion: nil)
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/setcollectionviewlayout(_:animated:completion:)>
  public func setCollectionViewLayout(
    _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil
  ) {
    guard mayChange() else { return }
    collectionViewLayout = layout
    if let completion { complete([completion], after: animated ? framesOfAnimation : 0, finished: true) }
  }

  func markForReload() {
    areCountsStale = true
    isReloadPending = true
    setNeedsLayout()
  }

  /// B20: changing a collection view from inside its own layout or request crashes or misbehaves.
  func mayChange(_ method: String = #function) -> Bool {
    guard isWorking else { return true }
    headlessLog.violated(.mutationDuringLayout(method))
    return false
  }
}
