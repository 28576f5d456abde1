/// What the list wants of the queue, and what the queue tells it.
extension CellCoordinator {
  // MARK: Wanting

  /// Makes the list a subscriber of the key's run, and asks for the work only when there is none. False: no work.
  func want(_ record: KeyRecord, declare: () -> WorkDeclaration?) -> Bool {
    if record.isSubscribed {
      reprioritize(record)
      return true
    }
    record.progress = RunProgress()
    record.isStopped = false
    record.epoch = cache.epoch
    let didSubscribe = interest.subscribe(
      to: record.token, priority: record.priority, isSuspended: isSuspended
    ) {
      record.work = declare()
      return record.work
    }
    guard didSubscribe else { return false }
    record.isSubscribed = true
    forgetFailure(of: record.token)
    return true
  }

  func unwant(_ record: KeyRecord) {
    guard record.isSubscribed else { return }
    record.isSubscribed = false
    record.isStopped = true
    interest.unsubscribe(from: record.token)
  }

  func reprioritize(_ record: KeyRecord) {
    guard record.isSubscribed else { return }
    operations.setPriority(record.priority, of: record.token, for: interest)
    operations.setSuspended(isSuspended, of: record.token, for: interest)
  }

  /// No cell shows the key any more: its work follows the policy, after the grace.
  func cellsDidLeave(_ record: KeyRecord) {
    guard record.claims.isEmpty, record.isSubscribed else { return leaveRecord(record) }
    guard offscreenGrace > 0 else { return applyOffscreenPolicy(record) }
    record.graceTimer?.cancel()
    let token = record.token
    record.graceTimer = clock.schedule(after: .interval(offscreenGrace)) { [weak self, main] in
      main.enqueue {
        guard let self, let record = self.records[token], record.claims.isEmpty else { return }
        self.applyOffscreenPolicy(record)
      }
    }
  }

  private func leaveRecord(_ record: KeyRecord) {
    if record.claims.isEmpty { dropIfIdle(record) } else { reprioritize(record) }
  }

  private func applyOffscreenPolicy(_ record: KeyRecord) {
    guard record.prefetch == nil else { return reprioritize(record) }
    switch record.work?.offscreen ?? offscreenPolicy {
    case .keep:
      break
    case .demote:
      reprioritize(record)
      keepInBacklog(record)
    case .suspend:
      operations.setSuspended(true, of: record.token, for: interest)
    case .cancel:
      unwant(record)
      dropIfIdle(record)
    }
  }

  /// Off screen, what has not begun waits only near the screen; further away its next display declares it again.
  private func keepInBacklog(_ record: KeyRecord) {
    backlog.append(record.token)
    let limit = max(0, offscreenBacklogLimit ?? 2 * claims.values.reduce(0) { $0 + ($1.isActive ? 1 : 0) })
    guard backlog.count > limit else { return }
    // Only what still is what it was when it left counts.
    var seen: Set<KeyToken> = []
    backlog = backlog.reversed().filter { token in
      guard seen.insert(token).inserted, let record = records[token] else { return false }
      return record.isSubscribed && record.claims.isEmpty && record.prefetch == nil && !operations.hasStarted(token)
    }.reversed()
    while backlog.count > limit {
      guard let record = records[backlog.removeFirst()] else { continue }
      unwant(record)
      dropIfIdle(record)
    }
  }

  // MARK: News

  func runDidEnd(_ token: KeyToken, _ how: QueueEngine.Settled) {
    guard let record = records[token], record.isSubscribed else { return }
    record.isSubscribed = false
    let isCurrent = record.epoch == cache.epoch
    cache.reservedCost = operations.engine.heldCost
    switch how {
    case .value(let box, let cost) where isCurrent:
      forgetFailure(of: token)
      cache.store(box, of: token, cost: cost, lifetime: record.work?.lifetime, owner: mark)
      for claim in record.claims { outbox.add(.complete(box), to: claim) }
    case .failure(let error, let jobName, let attempts) where isCurrent:
      let failure = remember(error, jobName: jobName, attempts: attempts, of: record)
      for claim in record.claims { outbox.add(.failed(publicFailure(failure)), to: claim) }
    case .value, .failure, .cancelled:
      record.isStopped = true
    }
    record.work = nil
    record.prefetch = nil
    dropIfIdle(record)
  }

  func runDidReport(_ token: KeyToken, _ progress: WorkProgress) {
    guard let record = records[token], record.isSubscribed else { return }
    let isSameAttempt = record.progress.attempt == progress.attempt && record.progress.jobName == progress.jobName
    let fraction = isSameAttempt ? max(record.progress.fraction ?? 0, progress.fraction ?? 0) : progress.fraction
    let news = RunProgress(
      isRunning: true, attempt: progress.attempt, jobName: progress.jobName, fraction: fraction)
    guard news != record.progress else { return }
    record.progress = news
    for claim in record.claims where claim.isDisplayed {
      outbox.add(.inProgress(news, previous: claim.isVersion ? claim.lastValue : nil), to: claim)
    }
  }

  // MARK: Delivery

  /// Delivers what is in the outbox. Each letter is checked when its turn comes: an earlier one may have changed all.
  func flush() {
    var metDead = false
    while let letter = outbox.next() {
      guard letter.claim.generation == letter.generation, letter.claim.isActive else { continue }
      guard letter.claim.cell != nil else {
        metDead = true
        continue
      }
      deliver(letter.state, to: letter.claim)
    }
    if metDead { discardDeadClaims() }
  }

  func deliver(_ state: ErasedState, to claim: Claim) {
    switch state {
    case .inProgress:
      claim.shown = .progress
    case .complete(let box):
      claim.shown = .value
      claim.lastValue = box
      claim.isVersion = false
      claim.valueExpiry = claim.token.flatMap { cache.expiry(of: $0) }
    case .failed:
      claim.shown = .failure
    }
    claim.deliver(state)
  }

  func scheduleFlush() {
    guard !isFlushScheduled, !outbox.isEmpty else { return }
    isFlushScheduled = true
    main.enqueue { [weak self] in
      self?.isFlushScheduled = false
      self?.flush()
    }
  }
}
