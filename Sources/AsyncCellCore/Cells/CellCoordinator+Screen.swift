/// What the screen, the app and the user ask of the whole list or of one item.
extension CellCoordinator {
  // MARK: The screen comes and goes

  /// Cancels all work of this list. Cells keep what they show; ``resume()``, or their next display, starts anew what
  /// they lack.
  public func cancel() {
    for record in Array(records.values) {
      unwant(record)
      record.prefetch = nil
      for claim in record.claims { claim.generation += 1 }
      dropIfIdle(record)
    }
    backlog = []
  }

  /// Suspends all work of this list: nothing starts, what runs stops where it can, and goes on from there later.
  public func suspend() {
    isSuspended = true
    for record in records.values where record.isSubscribed {
      operations.setSuspended(true, of: record.token, for: interest)
    }
  }

  /// Goes on after ``suspend()``, and starts anew what the cells on screen lack after ``cancel()``.
  ///
  /// Returning to a screen gives a list no display events, so this must be called.
  public func resume() {
    isSuspended = false
    discardDeadClaims()
    for record in Array(records.values) {
      if record.isSubscribed {
        let staysAside = record.claims.isEmpty && (record.work?.offscreen ?? offscreenPolicy) == .suspend
        if !staysAside { operations.setSuspended(false, of: record.token, for: interest) }
      } else if record.isStopped {
        restart(record, keepingValues: true)
      }
    }
    scheduleFlush()
  }

  // MARK: Again

  /// Forgets every result and failure of this list, cancels its work, and starts anew what its cells show.
  ///
  /// - Parameter keepingValues: the cells keep showing what they show until the new results come; if not, they go back
  ///   to their placeholders.
  public func reset(keepingValues: Bool = false) {
    cache.removeAll(ownedBy: mark)
    for token in Array(failures.keys) { forgetFailure(of: token) }
    for claim in claims.values where !claim.isActive { leave(claim) }
    for record in Array(records.values) { reset(record, keepingValues: keepingValues) }
    scheduleFlush()
  }

  /// Forgets the result or failure of the item that a cell shows and starts its work anew.
  public func reset(_ cell: AnyObject, keepingValues: Bool = false) {
    guard let claim = claims[ObjectIdentifier(cell)], claim.cell === cell, claim.isActive, let token = claim.token,
      let record = records[token]
    else { return }
    reset(record, keepingValues: keepingValues)
    scheduleFlush()
  }

  /// Forgets the result or failure of a key and starts its work anew if a cell shows it.
  public func reset<Value: Sendable>(forKey key: AnyHashable, producing type: Value.Type, keepingValues: Bool = false) {
    guard let token = token(forKey: key, producing: type) else { return }
    cache.remove(token)
    forgetFailure(of: token)
    if let record = records[token] { reset(record, keepingValues: keepingValues) }
    scheduleFlush()
  }

  private func reset(_ record: KeyRecord, keepingValues: Bool) {
    cache.remove(record.token)
    forgetFailure(of: record.token)
    unwant(record)
    record.isStopped = true
    restart(record, keepingValues: keepingValues)
  }

  /// Starts the record's work for the cells that show it, each in a new generation.
  private func restart(_ record: KeyRecord, keepingValues: Bool) {
    var isWanted = false
    for claim in record.claims {
      claim.generation += 1
      if !keepingValues { claim.lastValue = nil }
      // A value that is still shown is the previous one from now on.
      claim.isVersion = claim.lastValue != nil
      guard isWanted || want(record, declare: claim.declare) else { continue }
      isWanted = true
      outbox.add(.inProgress(record.progress, previous: claim.lastValue), to: claim)
    }
    if !isWanted { dropIfIdle(record) }
  }

  func retry(failure id: UInt64) {
    guard let (token, failure) = failures.first(where: { $0.value.id == id }) else { return }
    let record = record(of: token)
    forgetFailure(of: token)
    restart(record, keepingValues: true)
    // No cell shows the item just now: the work that failed is run again for the cache.
    if !record.isSubscribed, record.claims.isEmpty, let work = failure.work, failure.epoch == cache.epoch {
      _ = want(record) { work }
    }
    dropIfIdle(record)
    scheduleFlush()
  }

  // MARK: Prefetching

  /// Wants an item's work although no cell shows it yet.
  ///
  /// - Parameter distance: rows between the item and the screen; the nearest start first.
  public func prefetch<Source: CellOperationSource>(
    _ source: @autoclosure () -> Source?, forKey key: AnyHashable, distance: Int = 0
  ) {
    let token = keys.retain(key, in: KeyTable.Domain(Source.Value.self))
    defer { keys.release(token) }
    guard cache.value(of: token, owner: mark) == nil, standingFailure(of: token) == nil else { return }
    let record = record(of: token)
    record.prefetch = .prefetch(distance: distance)
    if !want(record, declare: { source()?.work.declaration }) { record.prefetch = nil }
    dropIfIdle(record)
  }

  /// Takes a prefetch back. Work that a cell wants as well goes on.
  public func cancelPrefetch<Value: Sendable>(forKey key: AnyHashable, producing type: Value.Type) {
    guard let token = token(forKey: key, producing: type), let record = records[token], record.prefetch != nil else {
      return
    }
    record.prefetch = nil
    if record.claims.isEmpty { unwant(record) } else { reprioritize(record) }
    dropIfIdle(record)
  }

  // MARK: Memory

  /// Lets go of what is not on screen: results, what cells in the pool remember, and prefetches.
  public func memoryWarning() {
    cache.removeAll(except: Set(records.values.lazy.filter(\.isOnScreen).map(\.token)))
    for claim in Array(claims.values) where !claim.isActive { leave(claim) }
    for record in Array(records.values) where record.prefetch != nil {
      record.prefetch = nil
      if record.claims.isEmpty { unwant(record) }
      dropIfIdle(record)
    }
  }

  /// A log-out: nothing of before may be shown, stored or gone on with.
  func cacheWasInvalidated() {
    cancel()
    for token in Array(failures.keys) { forgetFailure(of: token) }
    for claim in Array(claims.values) { leave(claim) }
  }

  // MARK: Asking

  /// The result of a key, if it is at hand.
  public func value<Value: Sendable>(_ type: Value.Type = Value.self, forKey key: AnyHashable) -> Value? {
    cache.value(type, forKey: key)
  }

  /// Stores a result, as if the key's work had produced it. Cells that show the key get it with the next hop.
  public func store<Value: Sendable>(_ value: Value, forKey key: AnyHashable, cost: Int? = nil) {
    let token = keys.retain(key, in: KeyTable.Domain(Value.self))
    defer { keys.release(token) }
    let box = Box(value)
    cache.store(box, of: token, cost: cost ?? estimatedCost(of: value), lifetime: nil, owner: mark)
    forgetFailure(of: token)
    guard let record = records[token] else { return }
    unwant(record)
    record.isStopped = false
    for claim in record.claims {
      claim.generation += 1
      outbox.add(.complete(box), to: claim)
    }
    dropIfIdle(record)
    scheduleFlush()
  }

  /// What becomes of a key's work.
  public enum Status: Sendable, Equatable {
    /// Nothing is known of it.
    case none
    case inProgress
    case complete
    case failed
  }

  /// Where a key's work is.
  public func status<Value: Sendable>(forKey key: AnyHashable, producing type: Value.Type) -> Status {
    guard let token = token(forKey: key, producing: type) else { return .none }
    if records[token]?.isSubscribed == true { return .inProgress }
    if cache.value(of: token) != nil { return .complete }
    return standingFailure(of: token) == nil ? .none : .failed
  }

  /// The operation that runs a key's work just now, if one does.
  public func operation<Value: Sendable>(forKey key: AnyHashable, producing type: Value.Type) -> AsyncOperation? {
    operations.operation(forKey: key, producing: type)
  }

  /// How urgent the work of the item that a cell shows is, to all who want it.
  public func priority(of cell: AnyObject) -> CellPriority? {
    guard let claim = claims[ObjectIdentifier(cell)], claim.cell === cell, let token = claim.token else { return nil }
    return operations.runs.entry(of: token).flatMap { operations.runs.effectivePriority(of: $0) }
  }

  private func token<Value>(forKey key: AnyHashable, producing type: Value.Type) -> KeyToken? {
    keys.find(key, in: KeyTable.Domain(type)) ?? keys.find(key, in: KeyTable.Domain(type, list: domainID))
  }
}
