import Foundation

extension UICollectionView: SelfSizingList {
  func sizeIsInvalid(of cell: UIView, isOwn: Bool) {
    guard selfSizingInvalidation == .enabledIncludingConstraints || isOwn && selfSizingInvalidation == .enabled,
      let cell = cell as? UICollectionViewCell, ledger.path(of: cell) != nil
    else { return }
    invalidatedCells.append(cell)
    setNeedsLayout()
  }

  /// Measures the cells that asked for it since the last pass, where the layout estimates sizes.
  func measureInvalidatedCells() {
    for cell in invalidatedCells {
      if let path = ledger.path(of: cell), counts.contains(path) { measure(cell, at: path) }
    }
    invalidatedCells = []
  }
}
