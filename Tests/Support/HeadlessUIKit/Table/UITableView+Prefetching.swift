import Foundation

extension UITableView {
  /// Tells the prefetch data source about rows further on, then prepares the nearest of them.
  ///
  /// Nothing before the first scroll (B3), and nothing for rows that have a cell already (B6).
  func lookAhead() {
    let profile = profile
    guard hasScrolled, let ahead = rowsAhead(max(profile.prefetchDistance, profile.preparedAhead)) else { return }
    let distance = scheduler.upTo(profile.prefetchDistance)
    let step = prefetches.step(ahead: ahead.prefix(distance).filter { ledger[$0] == nil })
    let cancellations = scheduler.cancellations(step.cancel, outstanding: prefetches.outstanding)
    let paths = scheduler.prefetches(step.prefetch, outstanding: prefetches.outstanding)
    prefetches.postpone(cancellations.later, cancelled: cancellations.now)
    if let prefetchDataSource {
      if !cancellations.now.isEmpty { sendCancel(cancellations.now, to: prefetchDataSource) }
      if !paths.isEmpty { sendPrefetch(paths, to: prefetchDataSource) }
    }
    // The client may have changed the table in answer.
    guard !isReloadPending, staleness == .nothing else { return }
    for path in ahead.prefix(scheduler.upTo(profile.preparedAhead)) where ledger[path] == nil {
      if geometry.isEstimate(path) { measureRow(at: path) }
      if ledger[path] == nil { prepareCell(at: path) }
    }
  }

  func sendPrefetch(_ paths: [IndexPath], to source: any UITableViewDataSourcePrefetching) {
    headlessLog.note(.prefetch(paths))
    source.tableView(self, prefetchRowsAt: paths)
  }

  func sendCancel(_ paths: [IndexPath], to source: any UITableViewDataSourcePrefetching) {
    headlessLog.note(.cancelPrefetch(paths))
    source.tableView(self, cancelPrefetchingForRowsAt: paths)
  }

  /// Gives up cached cells that are too far away or too many, farthest first.
  func evictCachedCells() {
    guard !isReloadPending, let span = positionsInBounds() else { return }
    let profile = profile
    let limit = scheduler.upTo(max(profile.keptCells, profile.preparedAhead))
    let cached = (ledger.paths(.prepared) + ledger.paths(.waiting)).map { path in
      let position = geometry.position(of: path)
      return (path: path, distance: max(span.lowerBound - position, position - span.upperBound))
    }
    for (rank, cell) in cached.sorted(by: { $0.distance < $1.distance }).enumerated()
    where rank >= limit || cell.distance > profile.keptDistance || scheduler.evictsEarly() {
      if let dropped = ledger.drop(at: cell.path) { pool.put(dropped) }
    }
  }

  /// The next rows in the direction of scrolling, nearest first.
  private func rowsAhead(_ count: Int) -> [IndexPath]? {
    guard count > 0, let span = positionsInBounds() else { return nil }
    return (1...count).compactMap { geometry.path(at: scrollsBack ? span.lowerBound - $0 : span.upperBound + $0) }
  }

  private func positionsInBounds() -> ClosedRange<Int>? {
    let paths = geometry.rows(from: bounds.minY, to: bounds.maxY)
    guard let first = paths.first, let last = paths.last else { return nil }
    return geometry.position(of: first)...geometry.position(of: last)
  }
}
