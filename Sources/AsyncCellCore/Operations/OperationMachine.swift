/// What an ``AsyncOperation`` decides, without lock, thread or Foundation.
///
/// `idle → running → finished`; `finish` before `start` is remembered and settled by `start`, because an operation
/// queue must never see an operation finish that it has not started.
package struct OperationMachine: Sendable {
  package enum Phase: Sendable {
    /// Not started. Next: `running`, or `finished` when it was cancelled or finished meanwhile.
    case idle
    /// Started. Next: `finishing`.
    case running
    /// Has won the right to settle; Foundation is being told. Next: `finished`.
    case finishing
    /// For good.
    case finished
  }

  /// A notification that the subclass gets, in the order of the calls that caused it.
  package enum Hook: Sendable { case suspended, resumed, cancelled }

  package enum Start: Sendable { case ignore, settle, runMain, waitForResume }

  package enum Suspend: Sendable { case nothing, notify, parked }

  package enum Resume: Sendable { case nothing, notify, runMain }

  /// What the body's end means to whoever lent the operation its slot.
  package enum Release: Sendable { case none, ended, parked }

  package private(set) var phase = Phase.idle
  package private(set) var isSuspended = false
  package private(set) var isCancelled = false
  /// `main()` has been called, or is about to be.
  package private(set) var hasBegun = false
  /// How urgent the work is, from 0 to 1, if anybody has said so.
  package var taskPriority: Float?
  private var hasExecuted = false
  private var finishRequested = false
  /// Bodies that have neither returned nor handed over; `main()` is one.
  private var bodies = 0
  private var isReleased = false
  private var isFinishTold = false
  private var hooks: [Hook] = []
  private var isDraining = false

  package init() {}

  package var isExecuting: Bool { phase == .running || phase == .finishing && hasExecuted }
  package var isFinished: Bool { phase == .finished }
  package var isRunning: Bool { phase == .running && !isSuspended }
  /// Whether a result must wait for the operation to be resumed.
  package var holdsBack: Bool { phase == .running && hasBegun && isSuspended }

  package mutating func start(isCancelled: Bool) -> Start {
    guard phase == .idle else { return .ignore }
    if isCancelled || self.isCancelled || finishRequested {
      phase = .finishing
      return .settle
    }
    phase = .running
    hasExecuted = true
    return beginMain() ? .runMain : .waitForResume
  }

  /// True: the caller runs `main()`. False: it is suspended, or over, or somebody else does.
  package mutating func beginMain() -> Bool {
    guard phase == .running, !isSuspended, !hasBegun else { return false }
    hasBegun = true
    bodies += 1
    return true
  }

  /// True: the caller settles the operation.
  package mutating func finish() -> Bool {
    switch phase {
    case .idle:
      finishRequested = true
      return false
    case .running:
      phase = .finishing
      return true
    case .finishing, .finished:
      return false
    }
  }

  package mutating func settled() {
    phase = .finished
    isSuspended = false
  }

  package mutating func suspend() -> Suspend {
    guard !isSuspended, !isCancelled, phase == .idle || phase == .running else { return .nothing }
    isSuspended = true
    guard hasBegun else { return release() == .parked ? .parked : .nothing }
    hooks.append(.suspended)
    return .notify
  }

  package mutating func resume() -> Resume {
    guard isSuspended else { return .nothing }
    isSuspended = false
    isReleased = false
    guard phase == .running else { return .nothing }
    if hasBegun {
      hooks.append(.resumed)
      return .notify
    }
    return .runMain
  }

  /// True: the caller settles the operation, which was waiting to be resumed and has never begun.
  package mutating func cancel() -> Bool {
    guard !isCancelled, phase == .idle || phase == .running else { return false }
    isCancelled = true
    guard phase == .running else { return false }
    if hasBegun {
      hooks.append(.cancelled)
      return false
    }
    phase = .finishing
    return true
  }

  // MARK: Hooks, one thread at a time

  /// The next hook to call, if nobody else is calling hooks.
  package mutating func beginDraining() -> Bool {
    guard !isDraining, !hooks.isEmpty else { return false }
    isDraining = true
    return true
  }

  package mutating func nextHook() -> Hook? {
    guard hooks.isEmpty else { return hooks.removeFirst() }
    isDraining = false
    return nil
  }

  // MARK: Bodies

  package mutating func bodyBegan() { bodies += 1 }

  package mutating func bodyEnded() { bodies -= 1 }

  /// Whoever lent the slot has been told of the end, and may be told that the slot is free.
  package mutating func finishTold() { isFinishTold = true }

  /// Asks, after each event that may have been the last one awaited, whether the slot can be given back.
  package mutating func release() -> Release {
    guard bodies == 0, !isReleased, !isDraining, hooks.isEmpty else { return .none }
    if phase == .finished {
      guard isFinishTold else { return .none }
      isReleased = true
      return .ended
    }
    guard isSuspended, phase == .running else { return .none }
    isReleased = true
    return .parked
  }
}
