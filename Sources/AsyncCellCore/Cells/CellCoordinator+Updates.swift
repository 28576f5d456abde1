import Foundation

/// The list's items change: they are inserted, removed, moved, and get other identifiers.
extension CellCoordinator {
  /// The list has changed. UIKit reports no update to a delegate, so this must be called after each.
  ///
  /// Work for items that are no longer there is cancelled, items that have moved keep their work and their cells, and
  /// what waits is ranked anew, without a scroll. Needs a ``viewport``, and for off-screen items an identity that is
  /// not a position.
  ///
  /// - Complexity: O(n) in the number of items, if work is wanted for items off screen; else in those on screen.
  public func listDidUpdate() {
    discardDeadClaims()
    guard let viewport else { return }
    let newShape = ListShape(viewport.itemCounts)
    let hasOtherCounts = newShape != shape
    noteShape(newShape)
    for (section, count) in newShape.counts.enumerated() { noteCount(count, inSection: section) }
    let places = places(in: viewport)
    updateClaims(viewport, places)
    updateRecords(places, hasOtherCounts: hasOtherCounts)
    land(on: [])
    rankEverything()
    scheduleFlush()
  }

  /// Where the items are now that work is wanted for; nil when nobody asks.
  private func places(in viewport: any ListViewport) -> [ItemIdentity: IndexPath]? {
    let items = records.values.compactMap(\.item) + claims.values.compactMap(\.item)
    let wanted = Set(items.filter { !$0.isPosition })
    guard !wanted.isEmpty else { return [:] }
    var places: [ItemIdentity: IndexPath] = [:]
    for (section, count) in shape.counts.enumerated() {
      for item in 0..<max(0, count) {
        let path = IndexPath(indexes: [section, item])
        guard let identity = viewport.item(at: path), wanted.contains(identity) else { continue }
        places[identity] = path
        if places.count == wanted.count { return places }
      }
    }
    return places
  }

  private func updateClaims(_ viewport: any ListViewport, _ places: [ItemIdentity: IndexPath]?) {
    for claim in Array(claims.values) {
      guard let cell = claim.listedCell else { continue }
      claim.path = viewport.indexPath(of: cell)
      if let item = claim.item, !item.isPosition {
        guard places?[item] == nil else { continue }
      } else {
        // Without an identity only the list knows, and it knows the cells that it holds.
        guard claim.isDisplayed, claim.path == nil, claim.item != nil else { continue }
      }
      let record = claim.token.flatMap { records[$0] }
      deactivate(claim)
      if let record, record.claims.isEmpty { drop(record) }
    }
  }

  private func updateRecords(_ places: [ItemIdentity: IndexPath]?, hasOtherCounts: Bool) {
    for record in Array(records.values) {
      if let claim = record.claims.first(where: { $0.path != nil }) {
        record.path = claim.path
      } else if let item = record.item, !item.isPosition {
        record.path = places?[item]
        if record.path == nil { drop(record) }
      } else if hasOtherCounts, record.prefetch == nil {
        record.path = nil
      }
    }
  }

  // MARK: Identifiers

  /// An item has another identifier from now on: a message that was sent has got its server's id.
  ///
  /// Its run goes on, its result stays at hand, and the cells that show it go on showing it. Call it when the model
  /// changes, before its cell is configured anew. It concerns the list's identity of the item and every
  /// `asyncOperationID` equal to it, in this list.
  ///
  /// If another run has the new identifier already, that one counts. A run that another list wants too goes on there;
  /// for the new identifier the work begins anew.
  public func replaceID(_ id: AnyHashable, with newID: AnyHashable) {
    guard id != newID else { return }
    for token in keys.tokens(of: id) { replace(token, with: newID) }
    for part in 0...maximumPart {
      let key = AnyHashable(ListKey(list: number, epoch: nil, id: id, part: part))
      let newKey = AnyHashable(ListKey(list: number, epoch: nil, id: newID, part: part))
      for token in keys.tokens(of: key) { replace(token, with: newKey) }
    }
    let (item, newItem) = (ItemIdentity.item(id), ItemIdentity.item(newID))
    for claim in claims.values where claim.item == item { claim.item = newItem }
    for record in records.values where record.item == item { record.item = newItem }
    scheduleFlush()
  }

  private func replace(_ old: KeyToken, with newKey: AnyHashable) {
    let new = keys.retain(newKey, inDomainOf: old)
    keys.retain(old)
    defer {
      keys.release(new)
      keys.release(old)
    }
    let isKnown = records[old] != nil || failures[old] != nil || claims.values.contains { $0.token == old }
    // Another list may have an equal id for something else.
    guard isKnown || cache.isUsed(old, by: mark) else { return }
    cache.move(old, to: new)
    moveFailure(from: old, to: new)
    let source = records[old]
    moveRun(of: source, from: old, to: new)
    for claim in claims.values where claim.token == old { move(claim, to: new) }
    if let source { dropIfIdle(source) }
  }

  private func moveFailure(from old: KeyToken, to new: KeyToken) {
    guard let failure = failures[old] else { return }
    forgetFailure(of: old)
    // A run or a result that the new id has already counts.
    guard failures[new] == nil, records[new]?.isSubscribed != true, cache.value(of: new) == nil else { return }
    interest.retain(new)
    failures[new] = failure
    failureOrder.append(new)
  }

  private func moveRun(of source: KeyRecord?, from old: KeyToken, to new: KeyToken) {
    guard let source else { return }
    let target = record(of: new)
    target.item = source.item
    target.path = source.path
    target.distance = source.distance
    target.override = source.override
    noteLostRun(of: source)
    guard source.isSubscribed else {
      target.isStopped = target.isStopped || source.isStopped
      return
    }
    let work = source.work
    if !target.isSubscribed, cache.value(of: new) == nil, interest.moveRun(from: old, to: new) {
      (target.isSubscribed, target.work, target.progress, target.epoch) = (true, work, source.progress, source.epoch)
      target.prefetchers = source.prefetchers
      target.keptPriority = source.keptPriority
      setPrefetchTime(source.prefetchTime, of: target)
      setPrefetchTime(nil, of: source)
      for position in source.prefetchers.keys where prefetched[position] != nil { prefetched[position] = new }
      source.prefetchers = [:]
      source.isSubscribed = false
      if source.graceTimer != nil, target.claims.isEmpty {
        source.graceTimer?.cancel()
        source.graceTimer = nil
        cellsDidLeave(target)
      }
    } else {
      endPrefetch(source)
      unwant(source)
      if cache.value(of: new) == nil { _ = want(target) { work } }
    }
  }

  private func move(_ claim: Claim, to new: KeyToken) {
    let target = record(of: new)
    let old = claim.token
    interest.retain(new)
    claim.token = new
    if let former = claim.formerToken, claim.binding?.ownToken() ?? nil == former {
      // The cell has not been told of the last id either.
      if let old { interest.release(old) }
    } else {
      if let former = claim.formerToken { interest.release(former) }
      // The reference of the old token goes on here.
      claim.formerToken = old
    }
    guard claim.isActive else { return }
    if let old { records[old]?.claims.removeAll { $0 === claim } }
    target.claims.append(claim)
    reprioritize(target)
    guard claim.shown != .value, let box = cache.value(of: new, owner: mark) else { return }
    outbox.add(.complete(box, expiry: cache.expiry(of: new)), to: claim)
  }
}
