import Foundation

extension UITableView {
  /// When a cell on screen is measured again because it, or something in it, says that its size is no longer right.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/selfsizinginvalidation-swift.enum>
  public enum SelfSizingInvalidation: Int, Sendable {
    case disabled, enabled, enabledIncludingConstraints
  }

  /// Asks the cell; one that has no answer, for neither it nor its content view has a size, gets the usual height.
  func measureCell(_ cell: UITableViewCell, at path: IndexPath) {
    cell.updateConfigurationIfNeeded()
    let size = cell.systemLayoutSizeFitting(
      CGSize(width: bounds.width, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    invalidatedCells.removeAll { $0 === cell }
    setRowHeight(size.height > 0 ? size.height : usualHeight(at: path), at: path)
  }

  /// Measures the cells that asked for it since the last pass. What lies below moves; the offset stays.
  func measureInvalidatedCells() {
    for cell in invalidatedCells {
      guard let path = ledger.path(of: cell), geometry.contains(path), geometry.isSelfSized(path) else { continue }
      measureCell(cell, at: path)
    }
    invalidatedCells = []
  }

  func setRowHeight(_ height: CGFloat, at path: IndexPath) {
    geometry.setHeight(height, at: path)
    contentSize.height = geometry.height
  }
}

extension UITableView: SelfSizingList {
  func sizeIsInvalid(of cell: UIView, isOwn: Bool) {
    guard selfSizingInvalidation == .enabledIncludingConstraints || isOwn && selfSizingInvalidation == .enabled,
      let cell = cell as? UITableViewCell, ledger.path(of: cell) != nil
    else { return }
    invalidatedCells.append(cell)
    setNeedsLayout()
  }
}
