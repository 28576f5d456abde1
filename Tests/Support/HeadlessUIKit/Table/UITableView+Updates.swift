public import Foundation

extension UITableView {
  /// Only marks: nothing is asked and nobody is told before the next layout with some size (B17).
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/reloaddata()>
  public func reloadData() {
    _ = mayChange()
    markForReload()
  }

  /// Replaces the cells of these rows: another cell for a displayed one, none for a prepared one (B15). While the
  /// change is animated the row has two cells on screen.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/reloadrows(at:with:)>
  public func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    guard mayChange(), !isReloadPending, staleness != .everything, countsAreUnchanged() else { return }
    let ending = animation == .none ? frameNumber : frameNumber + framesOfAnimation
    working {
      for path in validPaths(indexPaths) {
        if let cell = ledger.drop(at: path) { pool.put(cell) }
        _ = ledger.replace(at: path, until: ending)
        measureRow(at: path)
      }
    }
    layOutRows()
    setNeedsLayout()
  }

  /// Has the existing cells configured again, prepared ones too; rows with no cell get nothing (B14).
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/reconfigurerows(at:)>
  public func reconfigureRows(at indexPaths: [IndexPath]) {
    guard mayChange(), !isReloadPending, staleness != .everything else { return }
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
  private func mayChange(_ method: String = #function) -> Bool {
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

  /// B16: an update that does not account for a changed count is an exception in UIKit.
  private func countsAreUnchanged() -> Bool {
    let old = geometry.sections.map(\.rows.count)
    let new = countsFromDataSource()
    for section in 0..<max(old.count, new.count) {
      let before = section < old.count ? old[section] : 0
      let after = section < new.count ? new[section] : 0
      guard before != after else { continue }
      headlessLog.violated(.invalidCount(section: section, before: before, after: after))
      markForReload()
      return false
    }
    return true
  }

  private var framesOfAnimation: Int {
    guard let window else { return 0 }
    return Int((0.3 / window.frames.duration).rounded(.up))
  }
}
