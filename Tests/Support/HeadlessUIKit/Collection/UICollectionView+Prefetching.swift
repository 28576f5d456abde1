import Foundation

extension UICollectionView {
  /// Tells the prefetch data source about items further on, then prepares the nearest of them.
  ///
  /// Nothing before the first scroll (B3), and nothing for items that have a cell already (B6).
  func lookAhead() {
    let profile = profile
    guard hasScrolled, let ahead = itemsAhead(max(profile.prefetchDistance, profile.preparedAhead)) else { return }
    let distance = scheduler.upTo(profile.prefetchDistance)
    let step = prefetches.step(ahead: ahead.prefix(distance).filter { ledger[$0] == nil })
    let cancellations = scheduler.cancellations(step.cancel, outstanding: prefetches.outstanding)
    let paths = scheduler.prefetches(step.prefetch, outstanding: prefetches.outstanding)
    prefetches.postpone(cancellations.later, cancelled: cancellations.now)
    if let prefetchDataSource {
      if !cancellations.now.isEmpty { sendCancel(cancellations.now, to: prefetchDataSource) }
      if !paths.isEmpty { sendPrefetch(paths, to: prefetchDataSource) }
    }
    for path in ahead.prefix(scheduler.upTo(profile.preparedAhead)) {
      // The client may have changed the items in answer.
      guard !isReloadPending, !areCountsStale, counts.contains(path) else { return }
      if ledger[path] == nil { prepareCell(at: path) }
    }
  }

  func sendPrefetch(_ paths: [IndexPath], to source: any UICollectionViewDataSourcePrefetching) {
    headlessLog.note(.prefetch(paths))
    source.collectionView(self, prefetchItemsAt: paths)
  }

  func sendCancel(_ paths: [IndexPath], to source: any UICollectionViewDataSourcePrefetching) {
    headlessLog.note(.cancelPrefetch(paths))
    source.collectionView(self, cancelPrefetchingForItemsAt: paths)
  }

  /// Gives up cached cells that are too far away or too many, farthest first.
  func evictCachedCells() {
    let paths = ledger.paths(.prepared) + ledger.paths(.waiting)
    guard !isReloadPending, !paths.isEmpty, let span = positionsInBounds() else { return }
    let profile = profile
    let limit = scheduler.upTo(max(profile.keptCells, profile.preparedAhead))
    let cached = paths.map { path in
      let position = counts.position(of: path)
      return (path: path, distance: max(span.lowerBound - position, position - span.upperBound))
    }
    for (rank, cell) in cached.sorted(by: { $0.distance < $1.distance }).enumerated()
    where rank >= limit || cell.distance > profile.keptDistance || scheduler.evictsEarly() {
      if let dropped = ledger.drop(at: cell.path) { pool.put(dropped) }
    }
  }

  /// The next items in the direction of scrolling, nearest first.
  private func itemsAhead(_ count: Int) -> [IndexPath]? {
    guard count > 0, let span = positionsInBounds() else { return nil }
    return (1...count).compactMap { counts.path(at: scrollsBack ? span.lowerBound - $0 : span.upperBound + $0) }
  }

  private func positionsInBounds() -> ClosedRange<Int>? {
    guard isLayoutPrepared else { return nil }
    let items = working { elementsInBounds().items }
    guard let first = items.first, let last = items.last else { return nil }
    return counts.position(of: first.indexPath)...counts.position(of: last.indexPath)
  }
}
