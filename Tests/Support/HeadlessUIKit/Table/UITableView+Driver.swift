public import Foundation

@_spi(Headless)
extension UITableView {
  /// The rows whose cells are held without being displayed: prepared ahead, or kept after their display.
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

  /// Taps a visible row: highlight, then selection of what the delegate allows.
  public func tap(_ path: IndexPath) {
    guard ledger[path]?.phase == .displayed else { return }
    guard delegate?.tableView(self, shouldHighlightRowAt: path) ?? true else { return }
    delegate?.tableView(self, didHighlightRowAt: path)
    delegate?.tableView(self, didUnhighlightRowAt: path)
    let allowed = delegate.map { $0.tableView(self, willSelectRowAt: path) } ?? path
    guard let allowed else { return }
    if let old = indexPathForSelectedRow, old != allowed {
      guard let leaving = delegate.map({ $0.tableView(self, willDeselectRowAt: old) }) ?? old else { return }
      indexPathForSelectedRow = nil
      delegate?.tableView(self, didDeselectRowAt: leaving)
    }
    indexPathForSelectedRow = allowed
    delegate?.tableView(self, didSelectRowAt: allowed)
  }
}
