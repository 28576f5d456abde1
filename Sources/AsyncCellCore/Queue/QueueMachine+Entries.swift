/// Rows of the table, and their places in the heaps.
extension QueueMachine {
  mutating func remove(_ id: EntryID) {
    guard isCurrent(id) else { return }
    let (phase, isLive) = (entries[Int(id.index)].phase, entries[Int(id.index)].isLive)
    switch phase {
    case .free, .dying:
      return
    case .ended:
      // Its outcome is on the way and will find nobody.
      return free(id.index)
    case .waiting:
      unwait(id.index)
    case .backingOff:
      effects.append(.cancelTimer(id))
    case .parked, .running:
      break
    }
    statistics.cancelled += 1
    guard phase == .running || isLive else { return free(id.index) }
    entries[Int(id.index)].phase = .dying
    effects.append(.cancelOperation(id))
  }

  func isCurrent(_ id: EntryID) -> Bool {
    Int(id.index) < entries.count && entries[Int(id.index)].generation == id.generation
      && entries[Int(id.index)].phase != .free
  }

  func isCurrent(_ id: EntryID, _ attempt: UInt32) -> Bool {
    isCurrent(id) && entries[Int(id.index)].attempt == attempt
  }

  mutating func wait(_ index: UInt32) {
    let position = Int(index)
    entries[position].phase = .waiting
    lanes[Int(entries[position].lane)].push(
      index, in: entries[position].group, order: entries[position].order, positions: &positions)
  }

  mutating func unwait(_ index: UInt32) {
    let position = Int(index)
    lanes[Int(entries[position].lane)].remove(
      index, in: entries[position].group, order: entries[position].order, positions: &positions)
  }

  mutating func park(_ index: UInt32) {
    entries[Int(index)].phase = .parked
    statistics.parked += 1
  }

  mutating func free(_ index: UInt32) {
    let (work, start) = (entries[Int(index)].work, takeHeld(index)?.start)
    if work != nil || start != nil { effects.append(.letGo(work, start)) }
    entries[Int(index)] = Entry(generation: entries[Int(index)].generation &+ 1)
    freeIndices.append(index)
    // A table that once was large gives its memory back when the last entry has gone.
    if freeIndices.count == entries.count, entries.count > 4096 { reset() }
  }

  /// Empties the table, keeping generations unique: a late event must not meet a new entry.
  private mutating func reset() {
    baseGeneration = (entries.lazy.map(\.generation).max() ?? baseGeneration) &+ 1
    entries = []
    positions = []
    freeIndices = []
    for lane in lanes.indices { lanes[lane].shrink() }
  }
}
