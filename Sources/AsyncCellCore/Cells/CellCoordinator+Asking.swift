/// What is known of a key.
extension CellCoordinator {
  /// The result of a key, if it is at hand.
  public func value<Value: Sendable>(_ type: Value.Type = Value.self, forKey key: AnyHashable) -> Value? {
    token(forKey: key, producing: type).flatMap { cache.value(of: $0, owner: mark)?.unboxed(as: type) }
  }

  /// Stores a result, as if the key's work had produced it. Cells that show the key get it with the next hop.
  public func store<Value: Sendable>(_ value: Value, forKey key: AnyHashable, cost: Int? = nil) {
    let token =
      token(forKey: key, producing: Value.self).map { token in
        keys.retain(token)
        return token
      } ?? keys.retain(key, in: KeyTable.Domain(Value.self))
    defer { keys.release(token) }
    let box = Box(value)
    cache.store(box, of: token, cost: cost ?? estimatedCost(of: value), lifetime: nil, owner: mark)
    forgetFailure(of: token)
    forgetInPool(token, keepingValues: false)
    guard let record = records[token] else { return }
    endPrefetch(record)
    unwant(record)
    record.isStopped = false
    for claim in record.claims {
      claim.generation += 1
      claim.shown = .nothing
      outbox.add(.complete(box, expiry: nil), to: claim)
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
    if cache.value(of: token, owner: mark) != nil { return .complete }
    return standingFailure(of: token) == nil ? .none : .failed
  }

  /// The operation that runs a key's work just now, if one does.
  public func operation<Value: Sendable>(forKey key: AnyHashable, producing type: Value.Type) -> AsyncOperation? {
    guard let token = token(forKey: key, producing: type) else { return nil }
    return operations.runs.entry(of: token).flatMap { operations.engine.operation(of: $0) }
  }

  /// How urgent the work of the item that a cell shows is, to all who want it.
  public func priority(of cell: AnyObject) -> CellPriority? {
    claims(of: cell).compactMap { claim in
      claim.token.flatMap { operations.runs.entry(of: $0) }.flatMap { operations.runs.effectivePriority(of: $0) }
    }.min()
  }

  /// The token of an `asyncOperationID`, or of the list's own identity of an item.
  func token<Value>(forKey key: AnyHashable, producing type: Value.Type) -> KeyToken? {
    let shared = keys.find(key, in: KeyTable.Domain(type))
    let item = AnyHashable(ListKey(list: number, epoch: nil, id: key))
    guard let own = keys.find(item, in: KeyTable.Domain(type)) else { return shared }
    return shared == nil || records[own] != nil ? own : shared
  }
}
