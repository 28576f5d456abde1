import Foundation

extension UITableView {
  /// Asks the data source for a cell, and checks the answer as UIKit does.
  ///
  /// Until this returns the cell is not installed: `indexPath(for:)` does not know it (B21).
  func requestCell(at path: IndexPath) -> UITableViewCell? {
    headlessLog.note(.cellFor(path))
    guard let cell = answer(to: CellRequest(path: path, existing: nil)) else { return nil }
    prefetches.cellWasRequested(at: path)
    if let left = ledger.takeLeaving(cell) { announceEnd(of: cell, at: left.oldPath) }
    guard let other = ledger.path(of: cell) else { return cell }
    headlessLog.violated(.sameCellForTwoPaths(other, path))
    return UITableViewCell(style: .default, reuseIdentifier: nil)
  }

  /// Asks the data source to configure the cell it gave before once more: the same object must come back (B14).
  func reconfigureCell(_ existing: UITableViewCell, at path: IndexPath) {
    headlessLog.note(.reconfigure(path))
    let cell = answer(to: CellRequest(path: path, existing: existing))
    if let cell, cell !== existing { headlessLog.violated(.reconfiguredAnotherCell(path)) }
  }

  private func answer(to newRequest: CellRequest<UITableViewCell>) -> UITableViewCell? {
    guard let dataSource else { return nil }
    let outer = request
    request = newRequest
    defer { request = outer }
    return working { dataSource.tableView(self, cellForRowAt: newRequest.path) }
  }
}
