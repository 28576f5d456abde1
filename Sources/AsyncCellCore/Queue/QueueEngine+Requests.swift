import Foundation

/// The main actor's side of the engine: what a ``KeyedOperationQueue`` asks of it.
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

  /// Seconds that a run would take if it were started now, by what the latest in its lanes have taken.
  func expectedDuration(of entry: Machine.EntryID) -> Double {
    read { state in
      guard let work = state.machine.work(of: entry) else { return 0 }
      let lanes = [work.lane, work.secondLane].compactMap { $0 }
      return lanes.reduce(0) { sum, lane in
        sum + (state.indices[lane].map { state.lanes[$0].durations.high() } ?? 0)
      }
    }
  }

  func isWaiting(_ entry: Machine.EntryID) -> Bool {
    read { $0.machine.phase(of: entry) == .waiting }
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

  /// The first invariant that the machine's state breaks, for tests and the simulator.
  package var fault: String? { read { $0.machine.fault } }

  package var heldCost: Int { read { $0.machine.heldCost } }

  var heldCostLimit: Int { read { $0.machine.heldCostLimit } }

  func setHeldCostLimit(_ limit: Int) {
    step { $0.machine.setHeldCostLimit(limit) }
  }

  package var statistics: QueueStatistics { read { $0.machine.statistics } }

  // MARK: News

  package func onNews(_ body: @escaping @MainActor @Sendable () -> Void) {
    read { $0.onNews = body }
  }

  package func takeNews() -> News {
    read { state in
      state.isHopScheduled = false
      defer { state.news = News() }
      return state.news
    }
  }

  /// Cancels everything, for good.
  package func shutDown() {
    // Values that nobody will fetch are released outside the lock.
    let unread = takeNews()
    let onNews = read { state in
      defer { state.onNews = nil }
      return state.onNews
    }
    step { $0.machine.cancelEverything() }
    _ = (unread, onNews)
  }
}
