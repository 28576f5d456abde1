/// Cells come, show an item, and go.
extension CellCoordinator {
  /// Binds a cell that is being configured to the item it is going to show.
  ///
  /// If the cell is an ``AsyncCell`` it gets exactly one state before this returns: complete when the result is at hand,
  /// so that there is no placeholder to be seen and the cell can be measured. A cell on screen that shows the item
  /// already gets nothing. Other cells are none of its business.
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
    deactivate(claim)
  }

  /// Binds any cell to a key, without a class of its own.
  ///
  /// - Parameters:
  ///   - key: what shapes the work, as ``AsyncCell/asyncOperationID``.
  ///   - source: the work; nil binds the cell to nothing.
  ///   - show: shows a state in the cell. It is given the cell and must not capture it.
  public func bind<Cell: AnyObject, Source: CellOperationSource>(
    _ cell: Cell, to key: AnyHashable, _ source: Source?,
    show: @escaping @MainActor (Cell, AsyncCellState<Source.Value>) -> Void
  ) {
    let token = keys.retain(key, in: KeyTable.Domain(Source.Value.self))
    defer { keys.release(token) }
    let declare = { source?.work.declaration }
    let deliver: (ErasedState) -> Void = { [weak cell] state in
      if let cell { show(cell, AsyncCellState(state)) }
    }
    let claim = claim(for: cell, declare: declare, deliver: deliver)
    claim.binding = nil
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
    let ownID = cell.asyncOperationID
    guard let key = ownID ?? item.map(identity) else { return unbind(cell) }
    let token = keys.retain(key, in: KeyTable.Domain(Value.self))
    defer { keys.release(token) }
    let claim: Claim
    if let known = claims[ObjectIdentifier(cell)], known.cell === cell, known.binding != nil {
      claim = known
    } else {
      claim = self.claim(for: cell, declare: { nil }, deliver: { _ in })
      connect(claim, to: cell)
    }
    claim.hasOwnID = ownID != nil
    bind(claim, to: token, item: item, isDisplayed: isDisplayed)
  }

  private func connect<Cell: AsyncCell>(_ claim: Claim, to cell: Cell) {
    typealias Value = Cell.Source.Value
    claim.declare = { [weak cell] in cell?.asyncOperation()?.work.declaration }
    claim.deliver = { [weak cell] state in cell?.asyncOperationDidChange(AsyncCellState<Value>(state)) }
    claim.binding = CellBinding(
      ownToken: { [weak cell, keys] in
        cell?.asyncOperationID.map { keys.find($0, in: KeyTable.Domain(Value.self)) }
      },
      rebind: { [weak self, weak cell, weak claim] in
        if let self, let cell, let claim { self.bind(cell, item: claim.item, isDisplayed: nil) }
      })
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
    let record = record(of: token)
    // A cell that was prepared and is prepared again has been in the pool meanwhile, which need not be told to anybody,
    // and has lost what it showed. One on screen has not.
    let isShown = claim.token == token && claim.isActive && (claim.isDisplayed || isDisplayed == true)
    if isShown {
      claim.item = item
      if let isDisplayed { claim.isDisplayed = isDisplayed }
      reprioritize(record)
      // Work that was cancelled meanwhile begins again when the cell is displayed.
      noteLostRun(of: record)
      guard isDisplayed == true, record.isStopped, claim.shown == .progress || claim.shown == .nothing else { return }
    } else {
      rebind(claim, to: record, item: item)
      if let isDisplayed { claim.isDisplayed = isDisplayed }
    }
    claim.generation += 1
    if let state = state(for: claim, record) {
      deliver(state, to: claim)
    } else {
      leave(claim)
    }
  }

  private func rebind(_ claim: Claim, to record: KeyRecord, item: ItemIdentity?) {
    if claim.token != record.token {
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
    if item?.isPosition == true, record.claims.isEmpty { record.positionEpoch = positionEpoch }
    if !claim.isActive {
      claim.isActive = true
      activeClaims += 1
      record.claims.append(claim)
    }
    // From now on it is a cell that wants the work.
    endPrefetch(record)
    record.graceTimer?.cancel()
    record.graceTimer = nil
  }

  /// The one state that binding delivers; nil when there is nothing to load.
  private func state(for claim: Claim, _ record: KeyRecord) -> ErasedState? {
    if let box = cache.value(of: record.token, owner: mark) {
      reprioritize(record)
      return .complete(box, expiry: cache.expiry(of: record.token))
    }
    if !claim.isVersion, let box = claim.lastValue {
      // Pushed out of the cache, but the cell still shows it. What has expired, or is being loaded again, is shown until
      // the new value comes.
      let isFresh = claim.valueExpiry.map { $0 > clock.now } ?? true
      if isFresh, !record.isSubscribed { return .complete(box, expiry: claim.valueExpiry) }
      claim.isVersion = true
    }
    if let failure = standingFailure(of: record.token) { return .failed(publicFailure(failure)) }
    guard want(record, declare: claim.declare) else { return nil }
    return .inProgress(record.progress, previous: claim.lastValue)
  }

  // MARK: Leaving

  /// The claim's cell shows its key no more, but may come back to it without being configured again.
  private func deactivate(_ claim: Claim) {
    claim.generation += 1
    guard claim.isActive else { return }
    claim.isActive = false
    activeClaims -= 1
    guard let token = claim.token, let record = records[token] else { return }
    record.claims.removeAll { $0 === claim }
    cellsDidLeave(record)
  }

  /// The claim's cell has nothing to do with its key any more.
  func leave(_ claim: Claim) {
    deactivate(claim)
    claim.lastValue = nil
    claim.valueExpiry = nil
    claim.isVersion = false
    claim.shown = .nothing
    claim.item = nil
    if let token = claim.token {
      claim.token = nil
      interest.release(token)
    }
  }

  private func discard(_ claim: Claim) {
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
