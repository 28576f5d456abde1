public import Foundation

/// Work for items that no cell shows yet, and memory that is needed elsewhere.
extension CellCoordinator {
  /// Wants an item's work although no cell shows it yet.
  ///
  /// The first cell that is bound to the key takes its place: from then on the work is wanted for as long as a cell
  /// wants it. Asking again changes the distance.
  ///
  /// - Parameters:
  ///   - distance: rows between the item and the screen; the nearest start first.
  ///   - position: for whom, such as an index path. Several may ask for one key, and each takes back its own. One that
  ///     asks for another key takes the first back.
  public func prefetch<Source: CellOperationSource>(
    _ source: @autoclosure () -> Source?, forKey key: AnyHashable, distance: Int = 0, at position: AnyHashable? = nil
  ) {
    prefetch(source(), forKey: key, .prefetch(distance: distance), path: nil, for: position)
  }

  /// Says how to make an item's work before any cell exists, for prefetches and for where a fling will land.
  ///
  /// - Parameter item: the key and the work of the item at an index path; nil if there is nothing to load there. Index
  ///   paths may be out of date: check them. It is kept: it must not capture what keeps this coordinator.
  public func prefetchItems<Source: CellOperationSource>(
    _ item: @escaping @MainActor (IndexPath) -> (key: AnyHashable, source: Source)?
  ) {
    makeWork = { [weak self] path, priority in
      let position = priority.rank == .landing ? AnyHashable(Landing(path: path)) : AnyHashable(path)
      guard let self else { return }
      guard let (key, source) = item(path) else { return self.cancelPrefetch(at: position) }
      self.prefetch(source, forKey: key, priority, path: path, for: position)
    }
  }

  /// Wants the work of the items at these index paths, the nearest first; see ``prefetchItems(_:)``.
  public func prefetch(at indexPaths: [IndexPath]) {
    guard let makeWork else { return }
    for (distance, path) in indexPaths.enumerated() { makeWork(path, .prefetch(distance: distance)) }
  }

  private func prefetch<Source: CellOperationSource>(
    _ source: @autoclosure () -> Source?, forKey key: AnyHashable, _ priority: CellPriority, path: IndexPath?,
    for position: AnyHashable?
  ) {
    let token = keys.retain(key, in: KeyTable.Domain(Source.Value.self))
    defer { keys.release(token) }
    if let position, let earlier = prefetched[position], earlier != token { cancelPrefetch(at: position) }
    guard cache.value(of: token, owner: mark) == nil, standingFailure(of: token) == nil else { return }
    let record = record(of: token)
    defer { dropIfIdle(record) }
    guard record.claims.isEmpty else { return }
    let position = position ?? AnyHashable(Nobody())
    let earlier = record.prefetchers.updateValue(priority, forKey: position)
    record.path = path ?? record.path
    // An update of the list tells by it whether the item is still there.
    if let path, let item = viewport?.item(at: path), !item.isPosition { record.item = item }
    guard want(record, declare: { source()?.work.declaration }) else {
      record.prefetchers[position] = earlier
      return
    }
    if !(position.base is Nobody) { prefetched[position] = token }
    setPrefetchTime(clock.now, of: record)
    prefetchBacklog = startlessTail(
      of: prefetchBacklog + [token], limit: prefetchBacklogLimit, where: { $0.prefetch != nil })
    schedulePrefetchExpiry()
  }

  /// Whether it is known how to make the work of an item that no cell shows.
  public var prefetchesItems: Bool { makeWork != nil }

  /// Takes back what was prefetched at these index paths, if anything was.
  public func cancelPrefetch(at indexPaths: [IndexPath]) {
    for path in indexPaths { cancelPrefetch(at: AnyHashable(path)) }
  }

  /// Takes back a prefetch for no position. Work that a cell wants as well goes on.
  public func cancelPrefetch<Value: Sendable>(forKey key: AnyHashable, producing type: Value.Type) {
    guard let token = token(forKey: key, producing: type), let record = records[token] else { return }
    cancelPrefetch(record, for: AnyHashable(Nobody()))
  }

  /// Takes back what was prefetched for a position, if anything is.
  public func cancelPrefetch(at position: AnyHashable) {
    guard let token = prefetched.removeValue(forKey: position), let record = records[token] else { return }
    cancelPrefetch(record, for: position)
  }

  private func cancelPrefetch(_ record: KeyRecord, for prefetcher: AnyHashable) {
    guard record.prefetchers.removeValue(forKey: prefetcher) != nil else { return }
    if record.prefetchers.isEmpty { withdraw(record) } else { reprioritize(record) }
  }

  private func dropPrefetch(_ record: KeyRecord) {
    endPrefetch(record)
    withdraw(record)
  }

  /// Nobody wants the record's work ahead any more.
  private func withdraw(_ record: KeyRecord) {
    setPrefetchTime(nil, of: record)
    if record.claims.isEmpty { unwant(record) }
    dropIfIdle(record)
  }

  /// Forgets that the record was prefetched, whatever becomes of its work.
  func endPrefetch(_ record: KeyRecord) {
    guard record.prefetch != nil else { return }
    for position in record.prefetchers.keys { prefetched[position] = nil }
    record.prefetchers = [:]
    setPrefetchTime(nil, of: record)
  }

  // MARK: Age

  /// Says since when a prefetch waits; without one that does there is no timer.
  func setPrefetchTime(_ time: Duration?, of record: KeyRecord) {
    agingPrefetches += (time == nil ? 0 : 1) - (record.prefetchTime == nil ? 0 : 1)
    record.prefetchTime = time
    guard agingPrefetches == 0 else { return }
    prefetchTimer?.cancel()
    prefetchTimer = nil
  }

  /// One timer, for the prefetch that has waited longest.
  private func schedulePrefetchExpiry() {
    guard prefetchTimer == nil, prefetchLifetime > 0, prefetchLifetime.isFinite else { return }
    let oldest = records.values.compactMap(\.prefetchTime).min()
    guard let oldest else { return }
    let delay = max(.zero, oldest + .interval(prefetchLifetime) - clock.now)
    prefetchTimer = clock.schedule(after: delay) { [weak self, main] in
      main.enqueue { self?.dropOldPrefetches() }
    }
  }

  private func dropOldPrefetches() {
    prefetchTimer?.cancel()
    prefetchTimer = nil
    let limit = clock.now - .interval(prefetchLifetime)
    for record in Array(records.values) {
      guard let time = record.prefetchTime, time <= limit else { continue }
      // What has begun is nearly there: it ends, and is kept.
      if operations.hasStarted(record.token) { setPrefetchTime(nil, of: record) } else { dropPrefetch(record) }
    }
    schedulePrefetchExpiry()
  }

  /// Stands for those who prefetch for no position.
  private struct Nobody: Hashable {}

  // MARK: Backlogs

  /// Of the keys listed, the last so many that wait for a first start; the work of those before them is dropped.
  func startlessTail(of keys: [KeyToken], limit: Int, where isListed: (KeyRecord) -> Bool) -> [KeyToken] {
    guard keys.count > limit else { return keys }
    // Only what still is what it was when it was listed counts.
    var seen: Set<KeyToken> = []
    let listed = keys.reversed().filter { token in
      guard seen.insert(token).inserted, let record = records[token], record.claims.isEmpty else { return false }
      return record.isSubscribed && isListed(record) && !operations.hasStarted(token)
    }
    for token in listed.dropFirst(max(0, limit)) {
      if let record = records[token] { drop(record) }
    }
    return listed.prefix(max(0, limit)).reversed()
  }

  func drop(_ record: KeyRecord) {
    endPrefetch(record)
    unwant(record)
    dropIfIdle(record)
  }

  // MARK: Memory

  /// Lets go of what is not on screen: results, what cells in the pool remember, and prefetches.
  public func memoryWarning() {
    discardDeadClaims()
    cache.removeOffscreen()
    for claim in Array(claims.values) where !claim.isActive { leave(claim) }
    for record in Array(records.values) where record.prefetch != nil { dropPrefetch(record) }
  }
}
