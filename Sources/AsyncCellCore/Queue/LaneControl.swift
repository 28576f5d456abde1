import Foundation

/// The settings and the state of one lane of a ``KeyedOperationQueue``.
@MainActor
public struct LaneControl {
  /// The lane.
  public let lane: Lane
  let engine: QueueEngine

  /// How many jobs run at once. 0 starts none, -1 sets no limit; a lower limit ends nothing that runs.
  public var maxConcurrentOperationCount: Int {
    get { engine.laneState(lane, \.limit) }
    nonmutating set {
      precondition(
        newValue >= -1, "maxConcurrentOperationCount must be -1 (no limit), 0 (none) or more; \(newValue) was given.")
      engine.setLimit(newValue, of: lane)
    }
  }

  /// Jobs whose body runs now, wanted or not.
  public var runningOperationCount: Int { engine.laneState(lane, \.occupied) }

  /// The most that ever ran at once.
  public var peakRunningOperationCount: Int { engine.laneState(lane, \.peak) }

  /// Runs that wait for a slot.
  public var waitingOperationCount: Int { engine.laneState(lane, \.waiting) }

  /// Jobs that were cancelled or timed out and whose body has not returned: each still holds a slot.
  public var stuckOperationCount: Int { max(0, engine.laneState(lane, \.stuck)) }
}

extension QueueEngine {
  package func enqueue(_ work: WorkDeclaration, order: UInt64, isSuspended: Bool) -> Machine.EntryID {
    step { state in
      let lane = state.index(of: work.lane, environment)
      let next = work.secondLane.map { state.index(of: $0, environment) }
      return state.machine.enqueue(work, lane: lane, next: next, order: order, isSuspended: isSuspended)
    }
  }

  package func setOrder(_ order: UInt64, of entry: Machine.EntryID) {
    step { $0.machine.setOrder(order, of: entry) }
  }

  package func cancel(_ entry: Machine.EntryID) {
    step { $0.machine.cancel(entry) }
  }

  package func cancel(_ entries: some Sequence<Machine.EntryID>) {
    step { $0.machine.cancel(entries) }
  }

  package func suspend(_ entry: Machine.EntryID) {
    step { $0.machine.suspend(entry) }
  }

  package func resume(_ entry: Machine.EntryID, order: UInt64) {
    step { state in
      state.machine.setOrder(order, of: entry)
      state.machine.resume(entry)
    }
  }

  package func release(_ entries: some Sequence<Machine.EntryID>) {
    step { state in
      for entry in entries { state.machine.release(entry) }
    }
  }

  func wantsSuspension(_ entry: Machine.EntryID) -> Bool {
    read { $0.machine.wantsSuspension(entry) }
  }

  func order(of entry: Machine.EntryID) -> UInt64? {
    read { $0.machine.order(of: entry) }
  }

  /// Whether the run has been cancelled by way of its operation, and is ending or has just ended.
  func isBeingCancelled(_ entry: Machine.EntryID) -> Bool {
    let (wasCancelled, attempt) = read { ($0.machine.wasCancelled(entry), $0.attempts[entry]) }
    return wasCancelled || attempt?.operation?.isCancelled ?? false
  }

  func hasStarted(_ entry: Machine.EntryID) -> Bool {
    read { $0.machine.hasStarted(entry) }
  }

  func operation(of entry: Machine.EntryID) -> AsyncOperation? {
    read { $0.attempts[entry] }?.operation
  }

  // MARK: Settings

  var lanes: [Lane] { read { $0.lanes.map(\.lane) } }

  /// One figure of a lane; a copy of the lane's state would have its heaps copied at the next change.
  func laneState(_ lane: Lane, _ figure: (LaneState) -> Int) -> Int {
    read { state in figure(state.machine.lanes[state.index(of: lane, environment)]) }
  }

  func setLimit(_ limit: Int, of lane: Lane) {
    step { state in state.machine.setLimit(limit, ofLane: state.index(of: lane, environment)) }
  }

  var isSuspended: Bool { read { $0.machine.isSuspended } }

  func setSuspended(_ isSuspended: Bool) {
    step { $0.machine.setSuspended(isSuspended) }
  }

  var retryPolicy: RetryPolicy { read { $0.retryPolicy } }

  func setRetryPolicy(_ policy: RetryPolicy) {
    // The old policy's closure is the app's: it is released outside the lock.
    _ = read { state in
      defer { state.retryPolicy = policy }
      return state.retryPolicy
    }
  }

  /// Slots of all lanes that exist or have been asked for, for tests.
  package var slotCount: Int { read { $0.machine.lanes.reduce(0) { $0 + $1.slots } } }

  package var heldCost: Int { read { $0.machine.heldCost } }

  var heldCostLimit: Int { read { $0.machine.heldCostLimit } }

  func setHeldCostLimit(_ limit: Int) {
    step { $0.machine.setHeldCostLimit(limit) }
  }

  package var statistics: QueueStatistics { read { $0.machine.statistics } }
}
