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
    var waiting = 0
    var index = 0
    while index < lanes.count {
      if let fault = laneFault(index, waiting: &waiting) { return fault }
      index += 1
    }
    return entryFault(waiting: waiting) ?? heldFault
  }

  // Plain loops: in a debug build this runs after each of a million steps.
  private func laneFault(_ index: Int, waiting: inout Int) -> String? {
    let lane = lanes[index]
    if lane.occupied < 0 || lane.slots < lane.occupied { return "INV-08: \(lane.occupied) bodies, \(lane.slots) slots" }
    if lane.yielding < 0 { return "INV-08: \(lane.yielding) chains give way" }
    for group in lane.groups {
      if let rule = group.heap.brokenRule(positions: positions) {
        return "INV-09: in the heap of lane \(index) \(rule)"
      }
      var onScreen = 0
      for node in group.heap.nodes {
        if CellPriority.isOnScreen(order: node.order) { onScreen += 1 }
        if let fault = nodeFault(node, group.id, lane: index) { return fault }
      }
      if onScreen != group.onScreen { return "INV-09: \(onScreen) on screen in lane \(index), not \(group.onScreen)" }
      waiting += group.heap.count
    }
    guard !isSuspended, lane.limit < 0 || lane.slots < lane.limit else { return nil }
    let missing = startable(inLane: index) - (lane.slots - lane.occupied)
    return missing > 0 ? "INV-29: nobody comes for \(missing) in lane \(index)" : nil
  }

  private func nodeFault(_ node: IndexedHeap.Node, _ group: LaneState.GroupID, lane: Int) -> String? {
    let entry = entries[Int(node.entry)]
    if entry.phase != .waiting { return "INV-27: an entry in a heap is \(entry.phase)" }
    if entry.order != node.order || entry.group != group || Int(entry.lane) != lane {
      return "INV-10: an entry waits in another place than it should"
    }
    return nil
  }

  private func entryFault(waiting: Int) -> String? {
    var (waitingEntries, free, index) = (0, 0, 0)
    while index < entries.count {
      let entry = entries[index]
      let isInHeap = positions[index] >= 0
      index += 1
      if isInHeap != (entry.phase == .waiting) { return "INV-27: a \(entry.phase) entry is in a heap, or is not" }
      switch entry.phase {
      case .free: free += 1
      case .waiting: waitingEntries += 1
      default: break
      }
      if entry.phase == .waiting, entry.wantsSuspension { return "INV-27: a suspended entry waits" }
      if entry.phase == .parked, !entry.wantsSuspension { return "INV-29: a wanted entry is parked" }
      guard entry.isLive else { continue }
      guard entry.phase == .waiting || entry.phase == .parked || entry.phase == .dying else {
        return "INV-15: a \(entry.phase) entry keeps its operation"
      }
      if held[UInt32(index - 1)] != nil { return "INV-26: a live entry holds a value twice" }
    }
    if free != freeIndices.count { return "INV-26: \(free) rows are free, not \(freeIndices.count)" }
    return waiting == waitingEntries ? nil : "INV-29: \(waitingEntries) entries wait, \(waiting) of them in heaps"
  }

  private var heldFault: String? {
    if held.isEmpty { return heldCost == 0 ? nil : "INV-26: nothing is held at a cost of \(heldCost)" }
    var (cost, holders) = (0, 0)
    for (index, held) in held {
      cost += held.cost
      if held.cost > 0 { holders += 1 }
      switch entries[Int(index)].phase {
      case .waiting, .parked, .backingOff: break
      case let phase: return "INV-20: a \(phase) entry holds a value"
      }
    }
    if heldCost != cost { return "INV-26: \(heldCost) bytes are said to be held, not \(cost)" }
    return heldCost > heldCostLimit && holders > 1 ? "INV-26: \(heldCost) bytes are held by several" : nil
  }
}
