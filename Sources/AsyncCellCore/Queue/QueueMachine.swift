/// What a ``KeyedOperationQueue`` decides: who waits, who starts, who gives way. No lock, no clock, no thread.
///
/// Work, and the point where it begins, are opaque to the machine; what must be done is left in `effects`. An event
/// that names an entry or an attempt that is no more is late: it changes nothing.
package struct QueueMachine<Work: Sendable, Start: QueueStart>: Sendable {
  package struct EntryID: Hashable, Sendable {
    package let index: UInt32
    package let generation: UInt32
  }

  package enum Phase: UInt8, Sendable {
    /// Not in use. Next: `waiting`, `parked`.
    case free
    /// In its lane's heap. Next: `running`, `parked`, `ended`, `free` when cancelled, `dying` when it was suspended alive.
    case waiting
    /// Admitted to a slot. Next: `waiting`, `parked`, `backingOff`, `ended`, `dying`.
    case running
    /// Suspended, out of the heap. Next: `waiting`, `ended`, `free`, `dying` when it was suspended alive.
    case parked
    /// Waits to be tried again, without a slot. Next: `waiting`, `parked`, `free`.
    case backingOff
    /// Cancelled while it had an operation; nobody asks for it any more. Next: `free` when the operation has ended.
    case dying
    /// Has its outcome, which has not been fetched. Next: `free`.
    case ended
  }

  package enum Effect: Sendable {
    case addSlot(lane: Int)
    case suspendOperation(EntryID)
    case cancelOperation(EntryID)
    case cancelTimer(EntryID)
    /// The operation is to be told the entry's present order.
    case setPriority(EntryID)
    /// The app's objects, which must not be released under a lock.
    case letGo(Work?, Start?)
  }

  package struct Admission: Sendable {
    package let entry: EntryID
    package let attempt: UInt32
    package let work: Work
    package let start: Start?
    /// The suspended operation of an earlier admission, to be resumed, is at hand.
    package let isLive: Bool
    package let order: UInt64
  }

  struct Entry: Sendable {
    var work: Work?
    var order: UInt64 = 0
    var generation: UInt32 = 0
    var attempt: UInt32 = 0
    var lane: UInt16 = 0
    /// The lane the work will go to next, one up; 0: none.
    var next: UInt16 = 0
    var firstLane: UInt16 = 0
    var firstNext: UInt16 = 0
    var phase = Phase.free
    var wantsSuspension = false
    var isSuspensionSent = false
    var isLive = false
    /// It had to let go of what it held and has not started again since.
    var isHeldBack = false
    /// It has ended because somebody cancelled its operation.
    var wasCancelled = false

    mutating func admit() {
      phase = .running
      if !isLive { attempt &+= 1 }
      isLive = false
      isSuspensionSent = false
      isHeldBack = false
    }

    var group: LaneState.GroupID {
      LaneState.GroupID(next: next, kind: isHeldBack ? .heldBack : attempt == 0 ? .fresh : .begun)
    }
  }

  // Collections rather than cases that carry them.
  var entries: ContiguousArray<Entry> = []
  var positions: ContiguousArray<Int32> = []
  var freeIndices: ContiguousArray<UInt32> = []
  var held: [UInt32: Held] = [:]
  var lanes: ContiguousArray<LaneState> = []
  package var effects: ContiguousArray<Effect> = []
  var baseGeneration: UInt32 = 0
  package private(set) var isSuspended = false
  package internal(set) var statistics = QueueStatistics()
  package internal(set) var heldCost = 0
  package internal(set) var heldCostLimit = 64 << 20

  package init() {}

  // MARK: Lanes

  package mutating func addLane(limit: Int) -> Int {
    lanes.append(LaneState(limit: limit))
    return lanes.count - 1
  }

  package func limit(ofLane lane: Int) -> Int { lanes[lane].limit }

  package mutating func setLimit(_ limit: Int, ofLane lane: Int) {
    lanes[lane].limit = limit
    pump()
  }

  package mutating func setSuspended(_ isSuspended: Bool) {
    self.isSuspended = isSuspended
    pump()
  }

  /// Comparisons that the heaps have made, for benchmarks.
  package var comparisons: Int { lanes.reduce(0) { $0 + $1.comparisons } }

  // MARK: Entries

  package mutating func enqueue(
    _ work: Work, lane: Int, next: Int?, order: UInt64, isSuspended: Bool = false
  ) -> EntryID {
    let next = UInt16(next.map { $0 + 1 } ?? 0)
    var entry = Entry(
      work: work, order: order, generation: baseGeneration, lane: UInt16(lane), next: next, firstLane: UInt16(lane),
      firstNext: next, phase: .parked, wantsSuspension: isSuspended)
    let index: UInt32
    if let free = freeIndices.popLast() {
      index = free
      entry.generation = entries[Int(index)].generation
      entries[Int(index)] = entry
    } else {
      index = UInt32(entries.count)
      entries.appendTightly(entry)
      positions.appendTightly(-1)
    }
    if isSuspended {
      statistics.parked += 1
    } else {
      wait(index)
      pump()
    }
    return EntryID(index: index, generation: entry.generation)
  }

  package func phase(of id: EntryID) -> Phase? {
    isCurrent(id) ? entries[Int(id.index)].phase : nil
  }

  package func work(of id: EntryID) -> Work? {
    isCurrent(id) ? entries[Int(id.index)].work : nil
  }

  package func order(of id: EntryID) -> UInt64? {
    isCurrent(id) ? entries[Int(id.index)].order : nil
  }

  package func wantsSuspension(_ id: EntryID) -> Bool {
    isCurrent(id) && entries[Int(id.index)].wantsSuspension
  }

  /// Whether the entry has ended because somebody cancelled its operation.
  package func wasCancelled(_ id: EntryID) -> Bool {
    isCurrent(id) && entries[Int(id.index)].wasCancelled
  }

  /// Whether the entry has been admitted at least once.
  package func hasStarted(_ id: EntryID) -> Bool {
    isCurrent(id) && entries[Int(id.index)].attempt > 0
  }

  package func isBackingOff(_ id: EntryID, attempt: UInt32) -> Bool {
    isCurrent(id, attempt) && entries[Int(id.index)].phase == .backingOff
  }

  package mutating func setOrder(_ order: UInt64, of id: EntryID) {
    guard isCurrent(id) else { return }
    let index = Int(id.index)
    let old = entries[index].order
    entries[index].order = order
    switch entries[index].phase {
    case .waiting:
      lanes[Int(entries[index].lane)].update(
        id.index, in: entries[index].group, from: old, to: order, positions: &positions)
    case .running where old >> 60 != order >> 60:
      effects.append(.setPriority(id))
    default:
      break
    }
    pump()
  }

  /// Nobody wants the entry any more. What waits goes at once; what runs is cancelled and goes when it has ended.
  package mutating func cancel(_ id: EntryID) {
    remove(id)
    pump()
  }

  /// Cancels all of them before anything else starts.
  package mutating func cancel(_ ids: some Sequence<EntryID>) {
    for id in ids { remove(id) }
    pump()
  }

  package mutating func cancelEverything() {
    for index in entries.indices where entries[index].phase != .free {
      remove(EntryID(index: UInt32(index), generation: entries[index].generation))
      // The table is given back with its last entry.
      if entries.isEmpty { return }
    }
  }

  package mutating func suspend(_ id: EntryID) {
    guard isCurrent(id) else { return }
    let index = Int(id.index)
    guard !entries[index].wantsSuspension else { return }
    entries[index].wantsSuspension = true
    switch entries[index].phase {
    case .waiting:
      unwait(id.index)
      park(id.index)
    case .backingOff:
      effects.append(.cancelTimer(id))
      park(id.index)
    case .running where !entries[index].isSuspensionSent:
      entries[index].isSuspensionSent = true
      effects.append(.suspendOperation(id))
    default:
      break
    }
    pump()
  }

  package mutating func resume(_ id: EntryID) {
    guard isCurrent(id), entries[Int(id.index)].wantsSuspension else { return }
    let index = Int(id.index)
    entries[index].wantsSuspension = false
    // What is still on its way to stop comes back to the heap when it has stopped.
    guard entries[index].phase == .parked else { return }
    statistics.resumed += 1
    wait(id.index)
    pump()
  }

  /// The outcome of an ended entry has been taken note of.
  package mutating func release(_ id: EntryID) {
    guard isCurrent(id), entries[Int(id.index)].phase == .ended else { return }
    free(id.index)
  }
}

/// Where an attempt begins.
package protocol QueueStart: Sendable {
  /// The same attempt, from the beginning of its work.
  func fromTheBeginning() -> Self
}
