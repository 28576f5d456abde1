/// Admission, job boundaries and ends: what slots and operations tell the machine.
extension QueueMachine {
  // MARK: Slots

  /// A slot asks for work, having let go of a body or not. Nil: the slot is no longer counted and must end.
  package mutating func next(inLane lane: Int, releasing: Bool) -> Admission? {
    if releasing { lanes[lane].occupied -= 1 }
    guard let index = admissible(inLane: lane) else {
      lanes[lane].slots -= 1
      // What this body's end has made startable elsewhere.
      pump()
      return nil
    }
    unwait(index)
    let position = Int(index)
    entries[position].phase = .running
    entries[position].isSuspensionSent = false
    let isLive = entries[position].isLive
    entries[position].isLive = false
    if !isLive { entries[position].attempt &+= 1 }
    lanes[lane].occupied += 1
    lanes[lane].peak = max(lanes[lane].peak, lanes[lane].occupied)
    statistics.started += 1
    let start = held[index]?.start
    dropHeld(index)
    pump()
    guard let work = entries[position].work else { return nil }
    return Admission(
      entry: EntryID(index: index, generation: entries[position].generation), attempt: entries[position].attempt,
      work: work, start: start, isLive: isLive, order: entries[position].order)
  }

  /// A slot has ended without asking: its operation was cancelled before it could, or serves one body only.
  package mutating func slotEnded(inLane lane: Int, releasing: Bool) {
    if releasing { lanes[lane].occupied -= 1 }
    lanes[lane].slots -= 1
    pump()
  }

  /// An operation has ended although its body goes on, or the body of such an operation has ended.
  package mutating func bodyIsStuck(_ isStuck: Bool, inLane lane: Int) {
    lanes[lane].stuck += isStuck ? 1 : -1
  }

  /// The most urgent entry that may start in a lane.
  private func admissible(inLane lane: Int) -> UInt32? {
    guard !isSuspended, lanes[lane].limit < 0 || lanes[lane].slots <= lanes[lane].limit else { return nil }
    var best: IndexedHeap.Node?
    for group in lanes[lane].groups.indices {
      guard let top = lanes[lane].groups[group].heap.top, best.map({ top.order < $0.order }) ?? true else { continue }
      if CellPriority.isOnScreen(order: top.order) || !isBlocked(lanes[lane].groups[group].next) { best = top }
    }
    return best?.entry
  }

  /// Work off screen does not set out for a lane that cannot keep up: what it holds would only wait there.
  private func isBlocked(_ next: UInt16) -> Bool {
    next > 0 && lanes[Int(next) - 1].isBackedUp
  }

  private func startable(inLane lane: Int) -> Int {
    var startable = 0
    for group in lanes[lane].groups.indices {
      let isBlocked = isBlocked(lanes[lane].groups[group].next)
      startable += isBlocked ? lanes[lane].groups[group].onScreen : lanes[lane].groups[group].heap.count
    }
    return startable
  }

  /// Asks for slots where work could start and nobody is on the way to take it.
  mutating func pump() {
    guard !isSuspended else { return }
    for lane in lanes.indices {
      let room = lanes[lane].limit < 0 ? Int.max : lanes[lane].limit - lanes[lane].slots
      guard room > 0 else { continue }
      let missing = startable(inLane: lane) - (lanes[lane].slots - lanes[lane].occupied)
      guard missing > 0 else { continue }
      let added = min(room, missing)
      lanes[lane].slots += added
      for _ in 0..<added { effects.append(.addSlot(lane: lane)) }
    }
  }

  // MARK: Operations

  /// Between two jobs of a chain: true to go on in the same slot.
  package mutating func mayProceed(_ id: EntryID, attempt: UInt32, to lane: Int) -> Bool {
    guard isCurrent(id, attempt) else { return false }
    let entry = entries[Int(id.index)]
    guard entry.phase == .running, !entry.wantsSuspension, lane == Int(entry.lane) else { return false }
    let (limit, slots) = (lanes[lane].limit, lanes[lane].slots)
    if limit >= 0, slots > limit { return false }
    guard limit >= 0, slots >= limit, slots == lanes[lane].occupied, let waiting = admissible(inLane: lane)
    else { return true }
    guard entries[Int(waiting)].order >> 60 < entry.order >> 60 else { return true }
    statistics.yielded += 1
    return false
  }

  /// A chain has given its slot back at a job boundary.
  package mutating func yielded(
    _ id: EntryID, attempt: UInt32, start: Start, lane: Int, next: Int?, cost: Int
  ) {
    guard isCurrent(id, attempt) else { return }
    let index = Int(id.index)
    guard entries[index].phase == .running else { return ended(id) }
    entries[index].lane = UInt16(lane)
    entries[index].next = UInt16(next.map { $0 + 1 } ?? 0)
    hold(start, cost: cost, for: id.index)
    goOn(id.index)
    trimHeld()
    pump()
  }

  /// A suspended operation has stopped and can be resumed.
  package mutating func parked(_ id: EntryID, attempt: UInt32) {
    guard isCurrent(id, attempt), entries[Int(id.index)].phase == .running else { return }
    entries[Int(id.index)].isLive = true
    goOn(id.index)
    pump()
  }

  /// An attempt has failed and another is due later. False: it is not wanted now, set no timer.
  package mutating func failedToBeRetried(
    _ id: EntryID, attempt: UInt32, start: Start, lane: Int, next: Int?, cost: Int
  ) -> Bool {
    guard isCurrent(id, attempt) else { return false }
    let index = Int(id.index)
    guard entries[index].phase == .running else {
      ended(id)
      return false
    }
    statistics.retries += 1
    entries[index].lane = UInt16(lane)
    entries[index].next = UInt16(next.map { $0 + 1 } ?? 0)
    hold(start, cost: cost, for: id.index)
    trimHeld()
    if entries[index].wantsSuspension {
      park(id.index)
      return false
    }
    entries[index].phase = .backingOff
    return true
  }

  package mutating func backoffElapsed(_ id: EntryID, attempt: UInt32) {
    guard isCurrent(id, attempt), entries[Int(id.index)].phase == .backingOff else { return }
    wait(id.index)
    pump()
  }

  package enum End: Sendable { case completed, failed, cancelled }

  /// An attempt has ended for good. True: its outcome is wanted.
  package mutating func settled(_ id: EntryID, attempt: UInt32, as end: End) -> Bool {
    guard isCurrent(id, attempt) else { return false }
    let index = Int(id.index)
    // A parked operation can still be ended from outside, by whoever holds it.
    guard entries[index].phase == .running || entries[index].isLive && entries[index].phase != .dying else {
      if entries[index].phase == .dying { ended(id) }
      return false
    }
    if entries[index].phase == .waiting { unwait(id.index) }
    switch end {
    case .completed: statistics.completed += 1
    case .failed: statistics.failed += 1
    case .cancelled: statistics.cancelled += 1
    }
    entries[index].phase = .ended
    entries[index].isLive = false
    entries[index].work = nil
    dropHeld(id.index)
    return true
  }

  private mutating func ended(_ id: EntryID) {
    if entries[Int(id.index)].phase == .dying { free(id.index) }
  }

  /// Back to the heap, or aside when it is suspended.
  private mutating func goOn(_ index: UInt32) {
    if entries[Int(index)].wantsSuspension {
      park(index)
    } else {
      wait(index)
    }
  }

  // MARK: Values held between jobs

  private mutating func hold(_ start: Start, cost: Int, for index: UInt32) {
    dropHeld(index)
    held[index] = Held(start: start, cost: max(0, cost))
    heldCost += max(0, cost)
  }

  mutating func dropHeld(_ index: UInt32) {
    guard !held.isEmpty, let dropped = held.removeValue(forKey: index) else { return }
    heldCost -= dropped.cost
  }

  /// Over the limit, the least wanted begins again. The most wanted always keeps what it holds, so that work goes on.
  ///
  /// - Complexity: O(n) in the number of entries that hold a value, and only over the limit.
  package mutating func trimHeld() {
    while heldCost > heldCostLimit {
      let costly = held.filter { $0.value.cost > 0 }.keys
      guard costly.count > 1, let least = costly.max(by: { wantedness(of: $0) < wantedness(of: $1) }) else { return }
      restart(least)
    }
  }

  private func wantedness(of index: UInt32) -> (Int, UInt64) {
    (entries[Int(index)].phase == .parked ? 1 : 0, entries[Int(index)].order)
  }

  /// The entry will begin at its first job, in its first lane; failed attempts still count.
  private mutating func restart(_ index: UInt32) {
    guard let dropped = held[index] else { return }
    let isWaiting = entries[Int(index)].phase == .waiting
    if isWaiting { unwait(index) }
    heldCost -= dropped.cost
    held[index] = Held(start: dropped.start.fromTheBeginning(), cost: 0)
    entries[Int(index)].lane = entries[Int(index)].firstLane
    entries[Int(index)].next = entries[Int(index)].firstNext
    if isWaiting { wait(index) }
    statistics.restarted += 1
  }
}
