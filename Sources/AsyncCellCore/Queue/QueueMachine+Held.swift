/// Values held between two jobs: what they cost together stays within a limit.
///
/// Over it, the least wanted chain lets go and begins again; the most wanted always keeps what it holds, so that work
/// goes on. One that had to let go waits until it could keep its value, or it would fetch it over and over again.
extension QueueMachine {
  /// What only entries that have run have: where they go on, and what the value they hold costs.
  struct Held: Sendable {
    var start: Start
    var cost: Int
    /// Of the value that it had to let go of.
    var lostCost = 0
  }

  /// No value is charged more, so that no sum overflows.
  private static var costCeiling: Int { 1 << 40 }

  package mutating func setHeldCostLimit(_ limit: Int) {
    heldCostLimit = max(0, limit)
    trimHeld()
    pump()
  }

  mutating func hold(_ start: Start, cost: Int, lane: Int, next: Int?, for index: UInt32) {
    if let old = takeHeld(index) { effects.append(.letGo(nil, old.start)) }
    entries[Int(index)].lane = UInt16(lane)
    entries[Int(index)].next = UInt16(next.map { $0 + 1 } ?? 0)
    let cost = min(max(0, cost), Self.costCeiling)
    held[index] = Held(start: start, cost: cost)
    heldCost += cost
  }

  mutating func takeHeld(_ index: UInt32) -> Held? {
    guard !held.isEmpty, let taken = held.removeValue(forKey: index) else { return nil }
    heldCost -= taken.cost
    return taken
  }

  /// - Complexity: O(n log n) in the number of entries that hold a value, and only over the limit.
  mutating func trimHeld() {
    guard heldCost > heldCostLimit else { return }
    let costly = held.filter { $0.value.cost > 0 }.keys.sorted { isMoreWanted($0, than: $1) }
    for index in costly.dropFirst().reversed() where heldCost > heldCostLimit { restart(index) }
  }

  private func isMoreWanted(_ left: UInt32, than right: UInt32) -> Bool {
    let (first, second) = (entries[Int(left)], entries[Int(right)])
    let (isAside, isOtherAside) = (first.phase == .parked ? 1 : 0, second.phase == .parked ? 1 : 0)
    return (isAside, first.order, left) < (isOtherAside, second.order, right)
  }

  /// Whether the value that an entry had to let go of could be kept now: what less wanted ones hold would give way.
  func isAffordable(_ index: UInt32) -> Bool {
    guard var cost = held[index]?.lostCost else { return true }
    var isAlone = true
    for (other, kept) in held where kept.cost > 0 && isMoreWanted(other, than: index) {
      cost += kept.cost
      isAlone = false
    }
    return isAlone || cost <= heldCostLimit
  }

  /// The entry will begin at its first job, in its first lane; failed attempts still count.
  private mutating func restart(_ index: UInt32) {
    let isWaiting = entries[Int(index)].phase == .waiting
    if isWaiting { unwait(index) }
    if let lost = takeHeld(index) {
      effects.append(.letGo(nil, lost.start))
      held[index] = Held(start: lost.start.fromTheBeginning(), cost: 0, lostCost: lost.cost)
    }
    entries[Int(index)].lane = entries[Int(index)].firstLane
    entries[Int(index)].next = entries[Int(index)].firstNext
    entries[Int(index)].isHeldBack = true
    if isWaiting { wait(index) }
    statistics.restarted += 1
  }
}
