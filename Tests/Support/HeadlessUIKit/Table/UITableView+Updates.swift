public import Foundation

extension UITableView {
  /// Only marks: nothing is asked and nobody is told before the next layout with some size (B17).
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/reloaddata()>
  public func reloadData() {
    _ = mayChange()
    markForReload()
  }

  /// Has the existing cells configured again, prepared ones too; rows with no cell get nothing (B14).
  ///
  /// In a batch the paths are those before it, as for a reload.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/reconfigurerows(at:)>
  public func reconfigureRows(at indexPaths: [IndexPath]) {
    guard mayChange() else { return }
    guard batch == nil else {
      batch?.updates.reconfigureItems(at: indexPaths)
      return
    }
    guard !isReloadPending, staleness != .everything else { return }
    for path in validPaths(indexPaths) {
      guard let cell = ledger[path]?.cell else { continue }
      reconfigureCell(cell, at: path)
      working { measureRow(at: path) }
    }
    setNeedsLayout()
  }

  func markForReload() {
    staleness = .everything
    isReloadPending = true
    setNeedsLayout()
  }

  /// B20: changing a table from inside its own layout or request crashes or misbehaves.
  func mayChange(_ method: String = #function) -> Bool {
    guard isWorking else { return true }
    headlessLog.violated(.mutationDuringLayout(method))
    return false
  }

  private func validPaths(_ paths: [IndexPath]) -> [IndexPath] {
    Set(paths).sorted().filter { path in
      if geometry.contains(path) { return true }
      headlessLog.violated(.indexPathOutOfRange(path))
      return false
    }
  }
}
