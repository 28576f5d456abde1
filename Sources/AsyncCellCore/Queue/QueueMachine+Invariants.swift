extension QueueMachine {
  /// What a lane counts, for tests and the simulator.
  package struct LaneFigures: Sendable, Equatable {
    package let limit, slots, occupied, waiting, backlog, peak, stuck: Int
  }

  package func figures(ofLane lane: Int) -> LaneFigures {
    let state = lanes[lane]
    return LaneFigures(
      limit: state.limit, slots: state.slots, occupied: state.occupied, waiting: state.waiting,
      backlog: state.backlog, peak: state.peak, stuck: state.stuck)
  }

  /// Entries in use.
  package var count: Int { entries.count - freeIndices.count }

  /// The first invariant that the machine's state breaks, for tests and the simulator.
  ///
  /// - Complexity: O(n) in the number of entries.
  package var fault: String? {
    lanes.indices.lazy.compactMap { laneFault($0) }.first ?? entryFault ?? heldFault
  }

  private func laneFault(_ index: Int) -> String? {
    let lane = lanes[index]
    if lane.occupied < 0 || lane.slots < lane.occupied { return "INV-08: \(lane.occupied) bodies, \(lane.slots) slots" }
    if lane.yielding < 0 { return "INV-08: \(lane.yielding) chains give way" }
    for group in lane.groups {
      if let rule = group.heap.brokenRule(positions: positions) { return "heap of lane \(index): \(rule)" }
      let onScreen = group.heap.nodes.count { CellPriority.isOnScreen(order: $0.order) }
      if onScreen != group.onScreen { return "INV-09: \(onScreen) on screen in lane \(index), not \(group.onScreen)" }
      for node in group.heap.nodes {
        let entry = entries[Int(node.entry)]
        if entry.phase != .waiting { return "INV-27: an entry in a heap is \(entry.phase)" }
        if entry.order != node.order || entry.group != group.id || Int(entry.lane) != index {
          return "INV-10: an entry waits in another place than it should"
        }
      }
    }
    let room = lane.limit < 0 ? Int.max : lane.limit - lane.slots
    let missing = startable(inLane: index) - (lane.slots - lane.occupied)
    if !isSuspended, room > 0, missing > 0 { return "INV-29: nobody comes for \(missing) in lane \(index)" }
    return nil
  }

  private var entryFault: String? {
    var waiting = 0
    var free = 0
    for (index, entry) in entries.enumerated() {
      switch entry.phase {
      case .free: free += 1
      case .waiting: waiting += 1
      default: break
      }
      if (positions[index] >= 0) != (entry.phase == .waiting) { return "INV-27: a \(entry.phase) entry is in a heap" }
      if entry.phase == .waiting, entry.wantsSuspension { return "INV-27: a suspended entry waits" }
      if entry.phase == .parked, !entry.wantsSuspension { return "INV-29: a wanted entry is parked" }
      let mayBeAlive = entry.phase == .waiting || entry.phase == .parked || entry.phase == .dying
      if entry.isLive, !mayBeAlive { return "INV-15: a \(entry.phase) entry keeps its operation" }
      if entry.isLive, held[UInt32(index)] != nil { return "INV-26: a live entry holds a value twice" }
    }
    if free != freeIndices.count { return "INV-26: \(free) rows are free, not \(freeIndices.count)" }
    let inHeaps = lanes.reduce(0) { $0 + $1.waiting }
    return waiting == inHeaps ? nil : "INV-29: \(waiting) entries wait, \(inHeaps) of them in heaps"
  }

  private var heldFault: String? {
    if heldCost != held.values.reduce(0, { $0 + $1.cost }) { return "INV-26: the held cost is wrong" }
    if heldCost > heldCostLimit, held.values.count(where: { $0.cost > 0 }) > 1 {
      return "INV-26: \(heldCost) bytes are held by several"
    }
    for index in held.keys {
      switch entries[Int(index)].phase {
      case .waiting, .parked, .backingOff: break
      case let phase: return "INV-20: a \(phase) entry holds a value"
      }
    }
    return nil
  }
}
