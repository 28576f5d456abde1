public import Foundation

/// Cells come, show an item, and go.
extension CellCoordinator {
  /// Binds a cell that is being configured to the item it is going to show.
  ///
  /// If the cell is an ``AsyncCell`` it gets exactly one state before this returns: complete when the result is at
  /// hand, so that there is no placeholder to be seen and the cell can be measured. A cell on screen that shows the
  /// item already gets nothing. The same goes for each part of an ``AsyncCellContainer``, and for a content view. Other
  /// cells are none of its business.
  ///
  /// - Parameters:
  ///   - content: a view of the cell that may be an ``AsyncCell`` instead, such as the content view that a content
  ///     configuration has made.
  ///   - item: the list's identity of the item, used when the cell has no `asyncOperationID`.
  ///   - indexPath: where the item is just now, for distances and priorities; it is not an identity.
  public func prepare(
    _ cell: AnyObject, content: AnyObject? = nil, item: ItemIdentity? = nil, at indexPath: IndexPath? = nil
  ) {
    bindAll(cell, content, item, indexPath, isDisplayed: nil)
  }

  /// A cell comes on screen. It need not have been prepared, and may come again without being configured again.
  public func willDisplay(
    _ cell: AnyObject, content: AnyObject? = nil, item: ItemIdentity? = nil, at indexPath: IndexPath? = nil
  ) {
    bindAll(cell, content, item, indexPath, isDisplayed: true)
    noteDisplay(at: indexPath)
  }

  /// A cell has left the screen. Nothing is delivered to it until it is bound again.
  public func didEndDisplaying(_ cell: AnyObject) {
    for claim in claims(of: cell) where claim.isDisplayed {
      claim.isDisplayed = false
      deactivate(claim)
    }
    hideLists(in: cell)
  }

  /// Binds any cell to a key, without a class of its own.
  ///
  /// As with ``prepare(_:content:item:at:)``, one state is delivered before this returns, or none to a cell on screen
  /// that shows the key already.
  ///
  /// - Parameters:
  ///   - part: which of several things that the cell shows; each part is bound to a key of its own.
  ///   - key: what shapes the work, as ``AsyncCell/asyncOperationID``.
  ///   - indexPath: where the item is just now, for distances and priorities until the cell is displayed.
  ///   - source: the work; nil binds the cell to nothing.
  ///   - show: shows a state in the cell. It is given the cell and must not capture it.
  public func bind<Cell: AnyObject, Source: CellOperationSource>(
    _ cell: Cell, part: AnyHashable? = nil, to key: AnyHashable, at indexPath: IndexPath? = nil, _ source: Source?,
    show: @escaping @MainActor (Cell, AsyncCellState<Source.Value>) -> Void
  ) {
    let token = keys.retain(key, in: KeyTable.Domain(Source.Value.self))
    defer { keys.release(token) }
    let declare = { source?.work.declaration }
    let deliver: (ErasedState) -> Void = { [weak cell] state in
      if let cell { show(cell, AsyncCellState(state)) }
    }
    let id = ClaimID(object: ObjectIdentifier(cell), part: part)
    let claim = claim(id, for: cell, declare: declare, deliver: deliver)
    claim.binding = nil
    if indexPath != nil || !claim.isDisplayed { claim.path = indexPath }
    if part != nil {
      add(claim, to: cell)
      joinDisplay(claim)
    }
    bind(claim, to: token, item: nil, isDisplayed: nil)
  }

  /// The cell shows nothing of this list any more.
  public func unbind(_ cell: AnyObject) {
    for claim in claims(of: cell) { unbind(claim) }
  }

  func unbind(_ claim: Claim) {
    claim.isDisplayed = false
    leave(claim)
  }

  /// Binds one object, the cell or a part of it, if it is an ``AsyncCell``, or was bound by closure.
  ///
  /// - Parameter host: the cell, if the object is a part of it.
  func bindOne(
    _ cell: AnyObject, part: Int, of host: AnyObject? = nil, item: ItemIdentity?, at path: IndexPath?,
    isDisplayed: Bool?
  ) -> Claim? {
    if let cell = cell as? any AsyncCell { return bind(cell, part: part, of: host, item, path, isDisplayed) }
    guard isDisplayed == true, let claim = claims[ClaimID(object: ObjectIdentifier(cell))] else { return nil }
    return bindAgain(claim, cell, at: path)
  }

  /// A cell that was bound by closure comes on screen.
  func bindAgain(_ claim: Claim, _ cell: AnyObject, at path: IndexPath?) -> Claim? {
    guard claim.cell === cell, claim.binding == nil, let token = claim.token else { return nil }
    claim.path = path
    bind(claim, to: token, item: claim.item, isDisplayed: true)
    return claim
  }

  private func bind<Cell: AsyncCell>(
    _ cell: Cell, part: Int, of host: AnyObject?, _ item: ItemIdentity?, _ path: IndexPath?, _ isDisplayed: Bool?
  ) -> Claim? {
    typealias Value = Cell.Source.Value
    let ownID = cell.asyncOperationID
    let id = ClaimID(object: ObjectIdentifier(cell))
    guard let key = ownID ?? item.map({ identity(of: $0, part: part) }) else {
      if let claim = claims[id], claim.cell === cell { unbind(claim) }
      return nil
    }
    let token = keys.retain(key, in: KeyTable.Domain(Value.self))
    defer { keys.release(token) }
    let claim: Claim
    if let known = claims[id], known.cell === cell, known.binding != nil {
      claim = known
    } else {
      claim = self.claim(id, for: cell, declare: { nil }, deliver: { _ in })
      connect(claim, to: cell)
    }
    claim.hasOwnID = ownID != nil
    claim.part = part
    claim.host = host
    claim.path = path
    joinDisplay(claim)
    bind(claim, to: token, item: item, isDisplayed: isDisplayed)
    return claim
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
        if let self, let cell, let claim {
          _ = self.bind(cell, part: claim.part, of: claim.host, claim.item, claim.path, nil)
        }
      })
  }

  /// The claim of a cell, made if need be, with these closures.
  private func claim(
    _ id: ClaimID, for cell: AnyObject, declare: @escaping () -> WorkDeclaration?,
    deliver: @escaping (ErasedState) -> Void
  ) -> Claim {
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
    let claim = Claim(cell, id: id, declare: declare, deliver: deliver)
    claims[id] = claim
    return claim
  }

  // MARK: Binding

  private func bind(_ claim: Claim, to key: KeyToken, item: ItemIdentity?, isDisplayed: Bool?) {
    // A cell that is displayed without having been configured anew stands for the key that has replaced its own.
    let token = isDisplayed == true && key == claim.formerToken ? claim.token ?? key : key
    // Leaving the old key may drop the new one's record from the backlog: it is looked up after that.
    if claim.token != token { turn(claim, to: token, item: item) }
    let record = record(of: token)
    if let item { record.item = item }
    if let path = claim.path { record.path = path }
    record.distance = 0
    if isDisplayed == true { record.isOutOfView = false }
    // A cell that was prepared and is prepared again has been in the pool meanwhile, which need not be told to anybody,
    // and has lost what it showed. One on screen has not.
    let isShown = claim.token == token && claim.isActive && (claim.isDisplayed || isDisplayed == true)
    if isShown {
      if claim.formerToken != nil, isDisplayed == nil { forgetFormer(claim) }
      claim.item = item
      if let isDisplayed { claim.isDisplayed = isDisplayed }
      reprioritize(record)
      // Work that was cancelled meanwhile begins again when the cell is displayed.
      noteLostRun(of: record)
      guard isDisplayed == true, record.isStopped, claim.shown == .progress || claim.shown == .nothing else { return }
    } else {
      join(claim, record, item: item)
      if let isDisplayed { claim.isDisplayed = isDisplayed }
    }
    claim.generation += 1
    if let state = state(for: claim, record) {
      deliver(state, to: claim)
      // Bound while it is configured, a cell is measured after that; bound by its display, it has been before.
      if isDisplayed == true { noteForMeasuring(claim) }
      scheduleFlush()
    } else {
      leave(claim)
    }
  }

  /// The claim's cell shows another key from now on.
  private func turn(_ claim: Claim, to token: KeyToken, item: ItemIdentity?) {
    // A newer version of the item that the cell shows: what it shows stays until the new is there.
    let isVersion = item != nil && item == claim.item && item?.isPosition == false && claim.token != nil
    let previous = isVersion ? claim.lastValue : nil
    leave(claim)
    claim.lastValue = previous
    claim.isVersion = previous != nil
    interest.retain(token)
    claim.token = token
    claim.shown = .nothing
  }

  private func join(_ claim: Claim, _ record: KeyRecord, item: ItemIdentity?) {
    forgetFormer(claim)
    claim.item = item
    if item?.isPosition == true, record.claims.isEmpty { record.positionEpoch = positionEpoch }
    if !claim.isActive {
      claim.isActive = true
      activeClaims += 1
      if record.override?.isOnScreen == false { record.override = nil }
      record.claims.append(claim)
    }
    // From now on it is a cell that wants the work.
    endPrefetch(record)
    record.graceTimer?.cancel()
    record.graceTimer = nil
    record.keptPriority = nil
  }

  /// The one state that binding delivers; nil when there is nothing to load.
  private func state(for claim: Claim, _ record: KeyRecord) -> ErasedState? {
    if let box = cache.value(of: record.token, owner: mark) {
      cache.hitCount += 1
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
  func deactivate(_ claim: Claim) {
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
    forgetFormer(claim)
    if let token = claim.token {
      claim.token = nil
      interest.release(token)
    }
  }

  /// The cell stands for the key's new id now, or for another key.
  private func forgetFormer(_ claim: Claim) {
    guard let former = claim.formerToken else { return }
    claim.formerToken = nil
    interest.release(former)
  }

  func discard(_ claim: Claim) {
    leave(claim)
    if claims[claim.id] === claim { claims[claim.id] = nil }
  }

  /// Cells die without a word: their claims are looked for now and then.
  ///
  /// - Complexity: O(n) in the number of cells, amortized over the cells made since.
  func discardDeadClaims() {
    for claim in Array(claims.values) where claim.cell == nil { discard(claim) }
    discardDeadGroups()
    sweepsAt = max(32, 2 * claims.count)
  }
}
