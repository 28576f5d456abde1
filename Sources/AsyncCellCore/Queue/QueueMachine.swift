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
    /// In its lane's heap. Next: `running`, `parked`, `free` when cancelled.
    case waiting
    /// Admitted to a slot. Next: `waiting`, `parked`, `backingOff`, `ended`, `dying`.
    case running
    /// Suspended, out of the heap. Next: `waiting`, `free`.
    case parked
    /// Waits to be tried again, without a slot. Next: `waiting`, `parked`, `free`.
    case backingOff
    /// Cancelled while it ran; nobody asks for it any more. Next: `free` when its operation has ended.
    case dying
    /// Has its outcome, which has not been fetched. Next: `free`.
    case ended
  }

  package enum Effect: Sendable {
    case addSlot(lane: Int)
    case suspendOperation(EntryID)
    case cancelOperation(EntryID)
    case cancelTimer(EntryID)
    case setPriority(EntryID, order: UInt64)
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
  }

  /// What only entries that have run have: where they go on, and what the value they hold costs.
  struct Held: Sendable {
    var start: Start
    var cost: Int
  }

  // Collections rather than cases that carry them.
  var entries: ContiguousArray<Entry> = []
  var positions: ContiguousArray<Int32> = []
  var freeIndices: ContiguousArray<UInt32> = []
  var held: [UInt32: Held] = [:]
  var lanes: ContiguousArray<LaneState> = []
  package var effects: ContiguousArray<Effect> = []
  private var baseGeneration: UInt32 = 0
  package private(set) var isSuspended = false
  package internal(set) var statistics = QueueStatistics()
  package internal(set) var heldCost = 0
  package var heldCostLimit = 64 << 20

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

  // MARK: Entries

  package mutating func enqueue(
    _ work: Work, lane: Int, next: Int?, order: UInt64, isSuspended: Bool = false
  ) -> EntryID {
    let index: UInt32
    if let free = freeIndices.popLast() {
      index = free
    } else {
      index = UInt32(entries.count)
      entries.append(Entry(generation: baseGeneration))
      positions.append(-1)
    }
    let position = Int(index)
    entries[position].work = work
    entries[position].order = order
    entries[position].lane = UInt16(lane)
    entries[position].next = UInt16(next.map { $0 + 1 } ?? 0)
    entries[position].firstLane = entries[position].lane
    entries[position].firstNext = entries[position].next
    entries[position].wantsSuspension = isSuspended
    if isSuspended {
      entries[position].phase = .parked
    } else {
      wait(index)
      pump()
    }
    return EntryID(index: index, generation: entries[position].generation)
  }

  package func phase(of id: EntryID) -> Phase? {
    isCurrent(id) ? entries[Int(id.index)].phase : nil
  }

  package func work(of id: EntryID) -> Work? {
    isCurrent(id) ? entries[Int(id.index)].work : nil
  }

  package mutating func setOrder(_ order: UInt64, of id: EntryID) {
    guard isCurrent(id) else { return }
    let index = Int(id.index)
    let old = entries[index].order
    entries[index].order = order
    switch entries[index].phase {
    case .waiting:
      lanes[Int(entries[index].lane)].update(
        id.index, next: entries[index].next, from: old, to: order, positions: &positions)
      pump()
    case .running where old >> 60 != order >> 60:
      effects.append(.setPriority(id, order: order))
    default:
      break
    }
  }

  /// Nobody wants the entry any more. What waits goes at once; what runs is cancelled and goes when it has ended.
  package mutating func cancel(_ id: EntryID) {
    guard isCurrent(id) else { return }
    let index = Int(id.index)
    switch entries[index].phase {
    case .waiting:
      unwait(id.index)
      statistics.cancelled += 1
      free(id.index)
      pump()
    case .parked:
      statistics.cancelled += 1
      if entries[index].isLive {
        entries[index].phase = .dying
        effects.append(.cancelOperation(id))
      } else {
        free(id.index)
      }
    case .backingOff:
      statistics.cancelled += 1
      effects.append(.cancelTimer(id))
      free(id.index)
    case .running:
      statistics.cancelled += 1
      entries[index].phase = .dying
      effects.append(.cancelOperation(id))
    case .ended:
      // Its outcome is on the way and will find nobody.
      free(id.index)
    case .free, .dying:
      break
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
      pump()
    case .backingOff:
      effects.append(.cancelTimer(id))
      park(id.index)
    case .running where !entries[index].isSuspensionSent:
      entries[index].isSuspensionSent = true
      effects.append(.suspendOperation(id))
    default:
      break
    }
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

  package func wantsSuspension(_ id: EntryID) -> Bool {
    isCurrent(id) && entries[Int(id.index)].wantsSuspension
  }

  /// Whether the entry has been admitted at least once.
  package func hasStarted(_ id: EntryID) -> Bool {
    isCurrent(id) && entries[Int(id.index)].attempt > 0
  }

  package func isBackingOff(_ id: EntryID, attempt: UInt32) -> Bool {
    isCurrent(id, attempt) && entries[Int(id.index)].phase == .backingOff
  }

  package mutating func cancelEverything() {
    for index in entries.indices where entries[index].phase != .free {
      cancel(EntryID(index: UInt32(index), generation: entries[index].generation))
    }
  }

  // MARK: Inside

  func isCurrent(_ id: EntryID) -> Bool {
    Int(id.index) < entries.count && entries[Int(id.index)].generation == id.generation
      && entries[Int(id.index)].phase != .free
  }

  func isCurrent(_ id: EntryID, _ attempt: UInt32) -> Bool {
    isCurrent(id) && entries[Int(id.index)].attempt == attempt
  }

  mutating func wait(_ index: UInt32) {
    let entry = entries[Int(index)]
    entries[Int(index)].phase = .waiting
    lanes[Int(entry.lane)].push(index, next: entry.next, order: entry.order, positions: &positions)
  }

  mutating func unwait(_ index: UInt32) {
    let entry = entries[Int(index)]
    lanes[Int(entry.lane)].remove(index, next: entry.next, order: entry.order, positions: &positions)
  }

  mutating func park(_ index: UInt32) {
    entries[Int(index)].phase = .parked
    statistics.parked += 1
  }

  mutating func free(_ index: UInt32) {
    dropHeld(index)
    let generation = entries[Int(index)].generation
    entries[Int(index)] = Entry(generation: generation &+ 1)
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

/// Where an attempt begins.
package protocol QueueStart: Sendable {
  /// The same attempt, from the beginning of its work.
  func fromTheBeginning() -> Self
}

/// What a queue has done since it was made.
public struct QueueStatistics: Sendable, Equatable {
  /// Admissions to a slot, retries and continuations included.
  public internal(set) var started = 0
  /// Runs that ended with a value.
  public internal(set) var completed = 0
  /// Runs that ended with an error.
  public internal(set) var failed = 0
  /// Runs that were cancelled, waiting or running.
  public internal(set) var cancelled = 0
  /// Times a run gave way to something more urgent between two jobs.
  public internal(set) var yielded = 0
  /// Times a run was suspended.
  public internal(set) var parked = 0
  /// Times a suspended run went on.
  public internal(set) var resumed = 0
  /// Attempts after the first.
  public internal(set) var retries = 0
  /// Requests that joined a run that was there already.
  public internal(set) var coalesced = 0
  /// Runs that began again because the values held between jobs took too much memory.
  public internal(set) var restarted = 0
}
