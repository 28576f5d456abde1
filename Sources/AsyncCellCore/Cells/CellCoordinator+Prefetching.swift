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
    let token = keys.retain(key, in: KeyTable.Domain(Source.Value.self))
    defer { keys.release(token) }
    if let position, let earlier = prefetched[position], earlier != token { cancelPrefetch(at: position) }
    guard cache.value(of: token, owner: mark) == nil, standingFailure(of: token) == nil else { return }
    let record = record(of: token)
    defer { dropIfIdle(record) }
    guard record.claims.isEmpty else { return }
    record.prefetch = .prefetch(distance: distance)
    guard want(record, declare: { source()?.work.declaration }) else {
      record.prefetch = nil
      return
    }
    record.prefetchers.insert(position ?? AnyHashable(Nobody()))
    if let position { prefetched[position] = token }
    prefetchBacklog = startlessTail(
      of: prefetchBacklog + [token], limit: prefetchBacklogLimit, where: { $0.prefetch != nil })
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
    guard record.prefetchers.remove(prefetcher) != nil, record.prefetchers.isEmpty else { return }
    dropPrefetch(record)
  }

  private func dropPrefetch(_ record: KeyRecord) {
    endPrefetch(record)
    if record.claims.isEmpty { unwant(record) }
    dropIfIdle(record)
  }

  /// Forgets that the record was prefetched, whatever becomes of its work.
  func endPrefetch(_ record: KeyRecord) {
    guard record.prefetch != nil else { return }
    record.prefetch = nil
    for position in record.prefetchers { prefetched[position] = nil }
    record.prefetchers = []
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
      guard let record = records[token] else { continue }
      endPrefetch(record)
      unwant(record)
      dropIfIdle(record)
    }
    return listed.prefix(max(0, limit)).reversed()
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
