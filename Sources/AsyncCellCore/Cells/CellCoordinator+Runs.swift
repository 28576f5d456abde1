/// What the list wants of the queue, and what the queue tells it.
extension CellCoordinator {
  // MARK: Wanting

  /// Makes the list a subscriber of the key's run, and asks for the work only when there is none. False: no work.
  func want(_ record: KeyRecord, declare: () -> WorkDeclaration?) -> Bool {
    noteLostRun(of: record)
    if record.isSubscribed {
      reprioritize(record)
      return true
    }
    record.progress = RunProgress()
    record.isStopped = false
    record.work = nil
    // How long it takes is known only when it has been declared.
    record.isPassing = isFlying
    let didSubscribe = interest.subscribe(
      to: record.token, priority: priority(of: record), isSuspended: standsStill(record), work: declare)
    guard didSubscribe, let entry = operations.runs.entry(of: record.token) else { return false }
    record.isSubscribed = true
    // Whoever has asked first has declared it.
    record.work = operations.engine.declaration(of: entry)
    record.epoch = isOutdated(entry) ? cache.epoch &- 1 : cache.epoch
    if record.isPassing { reprioritize(record) }
    forgetFailure(of: record.token)
    return true
  }

  /// A run that was cancelled for everybody has gone before anybody is told.
  func noteLostRun(of record: KeyRecord) {
    guard record.isSubscribed else { return }
    if interest.hasRun(record.token), !operations.isBeingCancelled(record.token) { return }
    record.isSubscribed = false
    record.isStopped = true
  }

  /// Whether a run was asked for before the cache was invalidated, and goes on for somebody else.
  private func isOutdated(_ entry: QueueEngine.Machine.EntryID) -> Bool {
    guard !outdatedRuns.isEmpty else { return false }
    outdatedRuns = outdatedRuns.filter { operations.runs.token(of: $0) != nil }
    return outdatedRuns.contains(entry)
  }

  func unwant(_ record: KeyRecord) {
    guard record.isSubscribed else { return }
    record.isSubscribed = false
    record.isStopped = true
    interest.unsubscribe(from: record.token)
  }

  func reprioritize(_ record: KeyRecord) {
    guard record.isSubscribed else { return }
    decideWhetherPassing(record)
    operations.setPriority(priority(of: record), of: record.token, for: interest)
    operations.setSuspended(standsStill(record), of: record.token, for: interest)
  }

  /// How urgent the record's key is to this list, all considered.
  func priority(of record: KeyRecord) -> CellPriority {
    var priority = record.priority
    if record.claims.isEmpty, record.prefetch == nil, record.override == nil, let kept = record.keptPriority {
      priority = kept
    }
    if priority > .landing, isLanding(record), record.prefetch != nil || !record.claims.isEmpty { priority = .landing }
    if presence.isDemoted, priority.rank < .offscreen {
      // What cells show comes before what nobody has seen yet.
      priority = record.claims.isEmpty ? .offscreen(distance: priority.distance + 1) : .offscreen
    }
    guard let priorityOfItem, let path = record.path else { return priority }
    return priorityOfItem(path, record.isOnScreen, priority)
  }

  private func standsStill(_ record: KeyRecord) -> Bool {
    isSuspended || record.isPassing || staysAside(record)
  }

  /// No cell shows the key any more: its work follows the policy, after the grace.
  func cellsDidLeave(_ record: KeyRecord) {
    if record.claims.isEmpty { record.override = nil }
    guard record.claims.isEmpty, record.isSubscribed else { return leaveRecord(record) }
    guard !isOutdated(record) else {
      unwant(record)
      return dropIfIdle(record)
    }
    record.keptPriority = operations.runs.entry(of: record.token).flatMap {
      operations.runs.subscription(of: $0, interest)?.priority
    }
    guard offscreenGrace > 0 else { return applyOffscreenPolicy(record) }
    record.graceTimer?.cancel()
    record.graceTimer = clock.schedule(after: .interval(offscreenGrace)) { [weak self, weak record, main] in
      main.enqueue {
        guard let self, let record, self.records[record.token] === record, record.claims.isEmpty else { return }
        record.graceTimer = nil
        self.applyOffscreenPolicy(record)
      }
    }
  }

  private func leaveRecord(_ record: KeyRecord) {
    if record.claims.isEmpty { dropIfIdle(record) } else { reprioritize(record) }
  }

  private func applyOffscreenPolicy(_ record: KeyRecord) {
    let policy = record.work?.offscreen ?? offscreenPolicy
    if policy != .keep { record.keptPriority = nil }
    guard record.prefetch == nil else { return reprioritize(record) }
    switch policy {
    case .keep:
      break
    case .demote, .suspend:
      reprioritize(record)
      keepInBacklog(record)
    case .cancel:
      unwant(record)
      dropIfIdle(record)
    }
  }

  /// Whether the list's policy, not the list, has suspended the record's work.
  func staysAside(_ record: KeyRecord) -> Bool {
    record.claims.isEmpty && record.prefetch == nil && record.graceTimer == nil
      && (record.work?.offscreen ?? offscreenPolicy) == .suspend && record.override?.isOnScreen != true
  }

  /// Off screen, what has not begun waits only near the screen; further away its next display declares it again.
  private func keepInBacklog(_ record: KeyRecord) {
    guard !operations.hasStarted(record.token) else { return }
    backlog = startlessTail(
      of: backlog + [record.token], limit: offscreenBacklogLimit ?? 2 * screenful, where: { $0.prefetch == nil })
  }

  // MARK: News

  func runDidEnd(_ token: KeyToken, _ how: QueueEngine.Settled) {
    guard let record = records[token], record.isSubscribed else { return }
    record.isSubscribed = false
    let isCurrent = record.epoch == cache.epoch
    cache.reservedCost = operations.engine.heldCost
    switch how {
    case .value(let box, let cost) where isCurrent:
      let lifetime = record.work?.lifetime
      forgetFailure(of: token)
      cache.store(box, of: token, cost: cost, lifetime: lifetime, owner: mark)
      for claim in record.claims where awaitsNews(claim) {
        outbox.add(.complete(box, expiry: lifetime.map { clock.now + $0 }), to: claim)
      }
    case .failure(let error, let jobName, let attempts) where isCurrent:
      let failure = remember(error, jobName: jobName, attempts: attempts, of: record)
      for claim in record.claims where awaitsNews(claim) { outbox.add(.failed(publicFailure(failure)), to: claim) }
    case .value, .failure:
      // It was asked for before the cache was invalidated.
      restart(record, keepingValues: false)
    case .cancelled:
      record.isStopped = true
    }
    if !record.isSubscribed { record.work = nil }
    endPrefetch(record)
    dropIfIdle(record)
  }

  func runDidReport(_ token: KeyToken, _ progress: WorkProgress) {
    guard let record = records[token], record.isSubscribed else { return }
    let isSameAttempt = record.progress.attempt == progress.attempt && record.progress.jobName == progress.jobName
    var fraction = progress.fraction
    if isSameAttempt, let known = record.progress.fraction { fraction = max(known, fraction ?? known) }
    let news = RunProgress(
      isRunning: true, attempt: progress.attempt, jobName: progress.jobName, fraction: fraction)
    guard news != record.progress else { return }
    record.progress = news
    for claim in record.claims where claim.isDisplayed && awaitsNews(claim) {
      outbox.add(.inProgress(news, previous: claim.isVersion ? claim.lastValue : nil), to: claim)
    }
  }

  /// Whether a cell waits for what a run brings. One that shows an end already does not, though another cell has begun
  /// the run, unless what it shows is out of date: then a new generation begins.
  private func awaitsNews(_ claim: Claim) -> Bool {
    switch claim.shown {
    case .nothing, .progress: return true
    case .value where claim.isVersion: return true
    case .value: guard let expiry = claim.valueExpiry, expiry <= clock.now else { return false }
    case .failure: break
    }
    claim.generation += 1
    return true
  }
}
