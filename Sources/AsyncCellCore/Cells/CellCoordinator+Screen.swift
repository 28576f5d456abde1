/// What the screen, the app and the user ask of the whole list or of one item.
extension CellCoordinator {
  // MARK: The screen comes and goes

  /// Cancels all work of this list, and of lists in its cells on screen. Cells keep what they show; ``resume()``, or
  /// their next display, starts anew what they lack.
  public func cancel() {
    cancelEverything()
    for list in displayedLists { list.cancel() }
  }

  func cancelEverything() {
    for record in Array(records.values) {
      endPrefetch(record)
      unwant(record)
      for claim in record.claims {
        // What has come but has not been delivered yet never will be.
        if claim.shown == .nothing || claim.shown == .progress { record.isStopped = true }
        claim.generation += 1
      }
      dropIfIdle(record)
    }
    backlog = []
    prefetchBacklog = []
    landing = []
    pages?.cancel()
    discardDeadClaims()
  }

  func suspendEverything() {
    pages?.setSuspended(true)
    for record in Array(records.values) where record.isSubscribed {
      operations.setSuspended(true, of: record.token, for: interest)
    }
  }

  /// What is hidden no more goes on; what the cells on screen lack begins anew.
  func goOn() {
    discardDeadClaims()
    for record in Array(records.values) {
      noteLostRun(of: record)
      if record.isSubscribed {
        reprioritize(record)
      } else if record.isStopped {
        goOn(record)
      }
    }
    pages?.setSuspended(isSuspended)
    for list in displayedLists {
      list.follow(presence)
      // What was cancelled with this list has nothing else that would have it go on.
      if list.presence.effect < .cancelled { list.goOn() }
    }
    scheduleFlush()
  }

  /// What was stopped gets what others have brought meanwhile, or begins anew.
  private func goOn(_ record: KeyRecord) {
    guard let box = cache.value(of: record.token, owner: mark) else { return restart(record, keepingValues: true) }
    record.isStopped = false
    for claim in record.claims {
      claim.generation += 1
      outbox.add(.complete(box, expiry: cache.expiry(of: record.token)), to: claim)
    }
    dropIfIdle(record)
  }

  // MARK: Again

  /// Forgets every result and failure of this list, cancels its work, and starts anew what its cells show.
  ///
  /// - Parameter keepingValues: the cells keep showing what they show until the new results come; if not, they go back
  ///   to their placeholders.
  public func reset(keepingValues: Bool = false) {
    discardDeadClaims()
    cache.removeAll(ownedBy: mark)
    pages?.reset()
    for token in Array(failures.keys) { forgetFailure(of: token) }
    for claim in Array(claims.values) where !claim.isActive { forget(claim, keepingValues: keepingValues) }
    if usesPositions { positionsDidChange() }
    for record in Array(records.values) { reset(record, keepingValues: keepingValues) }
    scheduleFlush()
  }

  /// Forgets the result or failure of the item that a cell shows and starts its work anew, for every cell that shows
  /// it.
  public func reset(_ cell: AnyObject, keepingValues: Bool = false) {
    for claim in claims(of: cell) where claim.isActive {
      if let token = claim.token { reset(token, keepingValues: keepingValues) }
    }
  }

  /// Forgets the result or failure of a key and starts its work anew if a cell shows it.
  public func reset<Value: Sendable>(forKey key: AnyHashable, producing type: Value.Type, keepingValues: Bool = false) {
    if let token = token(forKey: key, producing: type) { reset(token, keepingValues: keepingValues) }
  }

  private func reset(_ token: KeyToken, keepingValues: Bool) {
    // Whatever refers to the key may let go of it on the way.
    keys.retain(token)
    defer { keys.release(token) }
    cache.remove(token)
    forgetFailure(of: token)
    forgetInPool(token, keepingValues: keepingValues)
    if let record = records[token] { reset(record, keepingValues: keepingValues) }
    scheduleFlush()
  }

  private func reset(_ record: KeyRecord, keepingValues: Bool) {
    cache.remove(record.token)
    forgetFailure(of: record.token)
    endPrefetch(record)
    unwant(record)
    record.isStopped = true
    restart(record, keepingValues: keepingValues)
  }

  /// Cells that have left the screen forget the key's value, too: they may come back without being configured.
  func forgetInPool(_ token: KeyToken, keepingValues: Bool) {
    for claim in Array(claims.values) where !claim.isActive && claim.token == token {
      forget(claim, keepingValues: keepingValues)
    }
  }

  private func forget(_ claim: Claim, keepingValues: Bool) {
    if keepingValues, claim.lastValue != nil { claim.isVersion = true } else { leave(claim) }
  }

  /// Starts the record's work for the cells that show it, each in a new generation.
  func restart(_ record: KeyRecord, keepingValues: Bool) {
    var isWanted = false
    for claim in record.claims where claim.isActive && claim.token == record.token {
      // Else the work of another item would be run under this one's key.
      guard claim.isUpToDate else {
        claim.binding?.rebind()
        continue
      }
      claim.generation += 1
      if !keepingValues { claim.lastValue = nil }
      // A value that is still shown is the previous one from now on.
      claim.isVersion = claim.lastValue != nil
      claim.shown = .nothing
      guard isWanted || want(record, declare: claim.declare) else { continue }
      isWanted = true
      outbox.add(.inProgress(record.progress, previous: claim.lastValue), to: claim)
    }
    if !isWanted { dropIfIdle(record) }
  }

  /// Tries again what has failed, unless that failure has been overtaken.
  func retry(failure id: UInt64) {
    guard let (token, failure) = failures.first(where: { $0.value.id == id }) else { return }
    keys.retain(token)
    defer { keys.release(token) }
    forgetFailure(of: token)
    if let record = records[token] { restart(record, keepingValues: true) }
    // No cell shows the item just now: the work that failed is run again for the cache.
    let record = record(of: token)
    if record.claims.isEmpty, !record.isSubscribed, let work = failure.work, failure.epoch == cache.epoch {
      _ = want(record) { work }
    }
    dropIfIdle(record)
    scheduleFlush()
  }

  /// A log-out: nothing of before may be shown, stored or gone on with.
  func cacheWasInvalidated() {
    cancel()
    for token in Array(failures.keys) { forgetFailure(of: token) }
    for claim in Array(claims.values) { leave(claim) }
    // What others keep going was asked for before.
    outdatedRuns = Set(operations.runs.allEntries)
  }
}
