/// Admission: who may start, and how many slots are on their way to start it.
extension QueueMachine {
  /// A slot asks for work, having let go of a body or not. Nil: the slot is no longer counted and must end.
  package mutating func next(inLane lane: Int, releasing: Bool) -> Admission? {
    if releasing { bodyLeft(lane) }
    guard let index = admissible(inLane: lane), let work = entries[Int(index)].work else {
      lanes[lane].slots -= 1
      // What this body's end has made startable elsewhere.
      pump()
      return nil
    }
    unwait(index)
    let position = Int(index)
    let isLive = entries[position].isLive
    entries[position].admit()
    lanes[lane].occupied += 1
    lanes[lane].peak = max(lanes[lane].peak, lanes[lane].occupied)
    statistics.started += 1
    let start = takeHeld(index)?.start
    pump()
    return Admission(
      entry: EntryID(index: index, generation: entries[position].generation), attempt: entries[position].attempt,
      work: work, start: start, isLive: isLive, order: entries[position].order)
  }

  /// A slot has ended without asking: its operation was cancelled before it could, or serves one body only.
  package mutating func slotEnded(inLane lane: Int, releasing: Bool) {
    if releasing { bodyLeft(lane) }
    lanes[lane].slots -= 1
    pump()
  }

  private mutating func bodyLeft(_ lane: Int) {
    lanes[lane].occupied -= 1
    lanes[lane].yielding = max(0, lanes[lane].yielding - 1)
  }

  /// An operation has been cancelled, or has failed, although its body goes on; or such a body has ended.
  package mutating func bodyIsStuck(_ isStuck: Bool, inLane lane: Int) {
    lanes[lane].stuck += isStuck ? 1 : -1
  }

  /// The most urgent entry that may start in a lane.
  private func admissible(inLane lane: Int) -> UInt32? {
    guard !isSuspended, lanes[lane].limit < 0 || lanes[lane].slots <= lanes[lane].limit else { return nil }
    var best: IndexedHeap.Node?
    for group in lanes[lane].groups.indices {
      guard let top = lanes[lane].groups[group].heap.top, best.map({ top.order < $0.order }) ?? true else { continue }
      if mayStart(top, of: lanes[lane].groups[group].id) { best = top }
    }
    return best?.entry
  }

  private func mayStart(_ node: IndexedHeap.Node, of group: LaneState.GroupID) -> Bool {
    switch group.kind {
    case .fresh: CellPriority.isOnScreen(order: node.order) || !isBlocked(group.next)
    case .begun: true
    case .heldBack: isAffordable(node.entry)
    }
  }

  /// Work off screen does not set out for a lane that cannot keep up: what it would hold would only wait there.
  private func isBlocked(_ next: UInt16) -> Bool {
    next > 0 && lanes[Int(next) - 1].isBackedUp
  }

  func startable(inLane lane: Int) -> Int {
    var startable = 0
    for index in lanes[lane].groups.indices {
      guard let top = lanes[lane].groups[index].heap.top else { continue }
      let id = lanes[lane].groups[index].id
      switch id.kind {
      case .fresh where isBlocked(id.next): startable += lanes[lane].groups[index].onScreen
      case .fresh, .begun: startable += lanes[lane].groups[index].heap.count
      // One after the other: each may change what the next can afford.
      case .heldBack: startable += isAffordable(top.entry) ? 1 : 0
      }
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

  /// Between two jobs of a chain: true to go on in the same slot.
  package mutating func mayProceed(_ id: EntryID, attempt: UInt32, to lane: Int) -> Bool {
    guard isCurrent(id, attempt) else { return false }
    let (phase, order) = (entries[Int(id.index)].phase, entries[Int(id.index)].order)
    guard phase == .running, !entries[Int(id.index)].wantsSuspension, lane == Int(entries[Int(id.index)].lane)
    else { return false }
    let (limit, slots) = (lanes[lane].limit, lanes[lane].slots)
    guard limit >= 0 else { return true }
    if slots > limit { return false }
    guard slots == limit, slots == lanes[lane].occupied, let waiting = admissible(inLane: lane) else { return true }
    guard entries[Int(waiting)].order >> 60 < order >> 60 else { return true }
    // Those who have given way already suffice for as many.
    let isOnScreen = CellPriority.isOnScreen(order: entries[Int(waiting)].order)
    guard lanes[lane].yielding < (isOnScreen ? lanes[lane].onScreen : 1) else { return true }
    lanes[lane].yielding += 1
    statistics.yielded += 1
    return false
  }
}
