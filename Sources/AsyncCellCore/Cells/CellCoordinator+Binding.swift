/// Cells come, show an item, and go.
extension CellCoordinator {
  /// Binds a cell that is being configured to the item it is going to show.
  ///
  /// If the cell is an ``AsyncCell`` and its item has changed, it gets exactly one state before this returns: complete
  /// when the result is at hand, so that there is no placeholder to be seen and the cell can be measured. Binding it
  /// again to the item that it shows delivers nothing. Other cells are none of its business.
  ///
  /// - Parameter item: the list's identity of the item, used when the cell has no `asyncOperationID`.
  public func prepare(_ cell: AnyObject, item: ItemIdentity? = nil) {
    if let cell = cell as? any AsyncCell { bind(cell, item: item, isDisplayed: nil) }
  }

  /// A cell comes on screen. It need not have been prepared, and may come again without being configured again.
  public func willDisplay(_ cell: AnyObject, item: ItemIdentity? = nil) {
    if let cell = cell as? any AsyncCell {
      bind(cell, item: item, isDisplayed: true)
    } else if let claim = claims[ObjectIdentifier(cell)], claim.cell === cell, let token = claim.token {
      bind(claim, to: token, item: claim.item, isDisplayed: true)
    }
  }

  /// A cell has left the screen. Nothing is delivered to it until it is bound again.
  public func didEndDisplaying(_ cell: AnyObject) {
    guard let claim = claims[ObjectIdentifier(cell)], claim.cell === cell, claim.isDisplayed else { return }
    claim.isDisplayed = false
    if claim.isActive { deactivate(claim) }
  }

  /// Binds any cell to a key, without a class of its own.
  ///
  /// - Parameters:
  ///   - key: what shapes the work, as ``AsyncCell/asyncOperationID``.
  ///   - source: the work; nil binds the cell to nothing.
  ///   - show: shows a state in the cell. It is given the cell and must not capture it.
  public func bind<Cell: AnyObject, Source: CellOperationSource>(
    _ cell: Cell, to key: AnyHashable, _ source: @autoclosure @escaping () -> Source?,
    show: @escaping @MainActor (Cell, AsyncCellState<Source.Value>) -> Void
  ) {
    let token = keys.retain(key, in: KeyTable.Domain(Source.Value.self))
    defer { keys.release(token) }
    let declare = { source()?.work.declaration }
    let deliver: (ErasedState) -> Void = { [weak cell] state in
      if let cell { show(cell, AsyncCellState(state)) }
    }
    let claim = claim(for: cell, declare: declare, deliver: deliver)
    claim.isAsyncCell = false
    bind(claim, to: token, item: nil, isDisplayed: nil)
  }

  /// The cell shows nothing of this list any more.
  public func unbind(_ cell: AnyObject) {
    guard let claim = claims[ObjectIdentifier(cell)], claim.cell === cell else { return }
    claim.isDisplayed = false
    leave(claim)
  }

  private func bind<Cell: AsyncCell>(_ cell: Cell, item: ItemIdentity?, isDisplayed: Bool?) {
    typealias Value = Cell.Source.Value
    let token: KeyToken
    if let id = cell.asyncOperationID {
      token = keys.retain(id, in: KeyTable.Domain(Value.self))
    } else if let item {
      token = keys.retain(identity(of: item), in: KeyTable.Domain(Value.self, list: domainID))
    } else {
      return unbind(cell)
    }
    defer { keys.release(token) }
    let claim: Claim
    if let known = claims[ObjectIdentifier(cell)], known.cell === cell, known.isAsyncCell {
      claim = known
    } else {
      claim = self.claim(
        for: cell, declare: { [weak cell] in cell?.asyncOperation()?.work.declaration },
        deliver: { [weak cell] state in cell?.asyncOperationDidChange(AsyncCellState<Value>(state)) })
      claim.isAsyncCell = true
    }
    bind(claim, to: token, item: item, isDisplayed: isDisplayed)
  }

  /// The claim of a cell, made if need be, with these closures.
  private func claim(
    for cell: AnyObject, declare: @escaping () -> WorkDeclaration?, deliver: @escaping (ErasedState) -> Void
  ) -> Claim {
    let id = ObjectIdentifier(cell)
    if let claim = claims[id] {
      if claim.cell === cell {
        claim.declare = declare
        claim.deliver = deliver
        return claim
      }
      // Another object lives where a cell has died.
      discard(claim)
    }
    if claims.count >= sweepsAt { discardDeadClaims() }
    let claim = Claim(cell, declare: declare, deliver: deliver)
    claims[id] = claim
    return claim
  }

  // MARK: Binding

  private func bind(_ claim: Claim, to token: KeyToken, item: ItemIdentity?, isDisplayed: Bool?) {
    let isSame = claim.token == token
    let record = record(of: token)
    if isSame, claim.isActive {
      claim.item = item
      if let isDisplayed { claim.isDisplayed = isDisplayed }
      reprioritize(record)
      // Work that was cancelled meanwhile begins again when the cell is displayed.
      guard isDisplayed == true, record.isStopped, claim.shown == .progress || claim.shown == .nothing else { return }
    } else {
      rebind(claim, to: record, item: item, isSame: isSame)
      if let isDisplayed { claim.isDisplayed = isDisplayed }
    }
    claim.generation += 1
    if let state = state(for: claim, record) {
      deliver(state, to: claim)
    } else {
      leave(claim)
    }
  }

  private func rebind(_ claim: Claim, to record: KeyRecord, item: ItemIdentity?, isSame: Bool) {
    if !isSame {
      // A newer version of the item that the cell shows: what it shows stays until the new is there.
      let isVersion = item != nil && item == claim.item && item?.isPosition == false && claim.token != nil
      let previous = isVersion ? claim.lastValue : nil
      leave(claim)
      claim.lastValue = previous
      claim.isVersion = previous != nil
      interest.retain(record.token)
      claim.token = record.token
      claim.shown = .nothing
    }
    claim.item = item
    claim.isActive = true
    record.claims.append(claim)
    record.graceTimer?.cancel()
    record.graceTimer = nil
  }

  /// The one state that binding delivers; nil when there is nothing to load.
  private func state(for claim: Claim, _ record: KeyRecord) -> ErasedState? {
    if let box = cache.value(of: record.token, owner: mark) {
      cache.hitCount += 1
      reprioritize(record)
      return .complete(box)
    }
    if !claim.isVersion, let box = claim.lastValue, !record.isSubscribed {
      // Pushed out of the cache, but the cell still shows it. What has expired is shown until the new value comes.
      if claim.valueExpiry.map({ $0 > clock.now }) ?? true { return .complete(box) }
      claim.isVersion = true
    }
    if let failure = standingFailure(of: record.token) { return .failed(publicFailure(failure)) }
    guard want(record, declare: claim.declare) else { return nil }
    return .inProgress(record.progress, previous: claim.lastValue)
  }

  // MARK: Positions

  /// Tells how many items a section has. When that changes, keys that are only positions stand for other items now:
  /// they are dropped, with what is known of them.
  ///
  /// Only needed for items without an identity of their own.
  public func noteCount(_ count: Int, inSection section: Int) {
    defer { positionCounts[section] = count }
    guard let known = positionCounts[section], known != count else { return }
    positionEpoch += 1
    if usesPositions, !hasWarnedOfPositions {
      hasWarnedOfPositions = true
      Diagnostics.log(
        "The number of items has changed without a reset, and items are told apart by index path alone: "
          + "their results are dropped. Give the list identities, or the cells an asyncOperationID.")
    }
  }

  private struct Position: Hashable {
    let epoch: Int
    let id: AnyHashable
  }

  func identity(of item: ItemIdentity) -> AnyHashable {
    if item.isPosition { usesPositions = true }
    return item.isPosition ? AnyHashable(Position(epoch: positionEpoch, id: item.id)) : item.id
  }

  // MARK: Leaving

  /// The claim's cell shows its key no more, but may come back to it without being configured again.
  private func deactivate(_ claim: Claim) {
    claim.generation += 1
    guard claim.isActive else { return }
    claim.isActive = false
    guard let token = claim.token, let record = records[token] else { return }
    record.claims.removeAll { $0 === claim }
    cellsDidLeave(record)
  }

  /// The claim's cell has nothing to do with its key any more.
  func leave(_ claim: Claim) {
    deactivate(claim)
    claim.lastValue = nil
    claim.isVersion = false
    claim.shown = .nothing
    claim.item = nil
    if let token = claim.token {
      claim.token = nil
      interest.release(token)
    }
  }

  func discard(_ claim: Claim) {
    leave(claim)
    if claims[claim.cellID] === claim { claims[claim.cellID] = nil }
  }

  /// Cells die without a word: their claims are looked for now and then.
  ///
  /// - Complexity: O(n) in the number of cells, amortized over the cells made since.
  func discardDeadClaims() {
    for claim in Array(claims.values) where claim.cell == nil { discard(claim) }
    sweepsAt = max(32, 2 * claims.count)
  }
}

extension AsyncCellState {
  /// The state with its type back. A box of another type cannot be: keys are told apart by the type of their value.
  init(_ state: ErasedState) {
    switch state {
    case .inProgress(let progress, let previous):
      self = .inProgress(
        AsyncCellProgress(
          phase: progress.isRunning ? .running : .waiting, attempt: progress.attempt, jobName: progress.jobName,
          fraction: progress.fraction, previous: previous?.unboxed(as: Value.self)))
    case .complete(let box):
      if let value = box.unboxed(as: Value.self) {
        self = .complete(value)
      } else {
        self = .failed(AsyncCellFailure(error: InputMismatch(), jobName: nil, attempts: 0) {})
      }
    case .failed(let failure):
      self = .failed(failure)
    }
  }
}
