/// One attempt of one entry: ties the operation that runs it to its entry and to the slot that it occupies.
package final class Attempt: OperationObserver, OperationHost {
  package let entry: QueueEngine.Machine.EntryID
  let number: UInt32
  let declaration: WorkDeclaration
  let retryState: RetryState
  /// A run counts against the lane that it was admitted to.
  let lane: Int

  let startTime: Duration

  private struct State: Sendable {
    /// It has been suspended: how long it took says nothing.
    var hasPaused = false
    /// Until it has finished.
    var operation: AsyncOperation?
    /// Nil while no body runs.
    var slot: Slot?
    var isStuck = false
    var isCancelled = false
    /// A thread is about to start the operation, or is in `start()`.
    var isStarting = false
    /// A thread is about to resume the operation, and will cancel it if need be.
    var isResuming = false
    /// A suspension that came before the operation had been started.
    var isSuspensionDue = false
  }

  private let engine: QueueEngine
  private let state = Locked(State())

  init(_ admission: QueueEngine.Machine.Admission, lane: Int, engine: QueueEngine) {
    entry = admission.entry
    number = admission.attempt
    declaration = admission.work
    retryState = admission.start?.checkpoint?.retryState ?? admission.start?.retryState ?? RetryState()
    self.lane = lane
    self.engine = engine
    startTime = engine.environment.clock.now
    LiveObjects.count(.run, +1)
  }

  deinit {
    LiveObjects.count(.run, -1)
  }

  var operation: AsyncOperation? { state.withLock { $0.operation } }

  /// Whether the time from its start to now is the work's.
  var isTimed: Bool { state.withLock { !$0.hasPaused } }

  // MARK: What the slot does

  /// Runs a new operation in a slot. True: its body has ended and the slot is free again.
  func run(_ operation: AsyncOperation, in slot: Slot, order: UInt64) -> Bool {
    slot.enter()
    state.withLock { state in
      state.operation = operation
      state.slot = slot
      state.isStarting = true
    }
    if operation.hasStarted {
      refuse()
      return slot.leave()
    }
    operation.setPriority(ofOrder: order)
    switch engine.adopt(self, operation, order: order) {
    case .isUsed:
      refuse()
    case .isSuspended:
      if !keepForLater() { start(operation) }
    case .isWanted(let hasNewOrder):
      if hasNewOrder { setPriority() }
      start(operation)
    }
    return slot.leave()
  }

  /// Lets the suspended operation go on in a slot. True: its body has ended and the slot is free again.
  func resume(in slot: Slot) -> Bool {
    setPriority()
    slot.enter()
    let operation: AsyncOperation? = state.withLock { state in
      // Ended meanwhile, or about to be: nothing of it runs.
      guard let operation = state.operation, !state.isCancelled else { return nil }
      state.slot = slot
      state.isResuming = operation.hasStarted
      state.isStarting = !state.isResuming
      return operation
    }
    guard let operation else { return true }
    if operation.hasStarted {
      let goesOn = operation.liftSuspension()
      let isCancelled = state.withLock { state in
        state.isResuming = false
        return state.isCancelled
      }
      if isCancelled { operation.cancel() }
      // It had ended between the admission and now: nobody else will give the slot back.
      if !goesOn { operationBodyDidEnd(operation) }
    } else {
      start(operation)
    }
    // What came after the admission has found the operation suspended still.
    if engine.wantsSuspension(entry) { operation.suspend() }
    return slot.leave()
  }

  private func start(_ operation: AsyncOperation) {
    operation.start()
    let isSuspensionDue = state.withLock { state in
      state.isStarting = false
      defer { state.isSuspensionDue = false }
      return state.isSuspensionDue
    }
    if isSuspensionDue { operation.suspend() }
  }

  /// Keeps an operation that has not begun as it is. False: it was cancelled, and ends by being started.
  private func keepForLater() -> Bool {
    let isWanted = state.withLock { state in
      if !state.isCancelled { state.isStarting = false }
      return !state.isCancelled
    }
    if isWanted { stop() }
    return isWanted
  }

  /// A factory has handed out an operation that is, or was, somebody else's.
  private func refuse() {
    takeSlot()?.bodyDidLeave()
    engine.settle(self, .failure(OperationError.operationAlreadyUsed, nil))
  }

  private func takeSlot() -> Slot? {
    state.withLock { state in
      defer { state.slot = nil }
      return state.slot
    }
  }

  /// Nothing of the operation runs any more, for now.
  private func stop() {
    // In this order, for the entry may be admitted to another slot at once.
    let (slot, wasStuck): (Slot?, Bool) = state.withLock { state in
      defer {
        state.slot = nil
        state.isStuck = false
        state.hasPaused = true
      }
      return (state.slot, state.isStuck)
    }
    if wasStuck { engine.bodyIsStuck(false, inLane: lane) }
    engine.parked(self)
    slot?.bodyDidLeave()
  }

  // MARK: What the engine wants

  func suspend() {
    let operation: AsyncOperation? = state.withLock { state in
      // An operation that is suspended before it was started would begin on a thread of its own.
      guard let operation = state.operation, operation.hasStarted else {
        state.isSuspensionDue = true
        return nil
      }
      return operation
    }
    operation?.suspend()
  }

  func cancel() {
    let (operation, mustStart): (AsyncOperation?, Bool) = state.withLock { state in
      state.isCancelled = true
      guard let operation = state.operation, !state.isResuming else { return (nil, false) }
      return (operation, !state.isStarting && !operation.hasStarted)
    }
    operation?.cancel()
    // One that was kept before it had begun ends by being started.
    if mustStart { operation?.start() }
  }

  /// Tells the operation how urgent it is now. Whoever tells it last has looked last.
  func setPriority() {
    var told: UInt64?
    while let operation, let order = engine.order(of: entry), order != told {
      operation.setPriority(ofOrder: order)
      told = order
    }
  }

  // MARK: OperationObserver

  package func operationDidFinish(_ operation: AsyncOperation) {
    let outcome = operation.outcome
    let isStuck = state.withLock { state in
      state.operation = nil
      state.isStuck = state.slot != nil && outcome.mayLeaveBodyBehind
      return state.isStuck
    }
    if isStuck { engine.bodyIsStuck(true, inLane: lane) }
    engine.settle(self, outcome)
  }

  package func operationBodyDidEnd(_ operation: AsyncOperation) {
    let (slot, wasStuck): (Slot?, Bool) = state.withLock { state in
      defer {
        state.slot = nil
        state.isStuck = false
      }
      return (state.slot, state.isStuck)
    }
    if wasStuck { engine.bodyIsStuck(false, inLane: lane) }
    slot?.bodyDidLeave()
  }

  package func operationDidPark(_ operation: AsyncOperation) {
    stop()
  }

  package func operation(_ operation: AsyncOperation, didReport progress: WorkProgress) {
    engine.report(progress, from: self)
  }

  // MARK: OperationHost

  package var clock: any EngineClock { engine.environment.clock }

  package var queueID: ObjectIdentifier? { ObjectIdentifier(engine) }

  package func hop(to lane: Lane, _ body: @escaping @Sendable () -> Void) {
    engine.hop(inLane: self.lane, body)
  }

  package func boundary(from: Lane, to: Lane) -> BoundaryAnswer {
    engine.mayProceed(self, to: to) ? .proceed : .yield
  }
}

extension OperationOutcome {
  /// Whether the operation may have ended before its body.
  fileprivate var mayLeaveBodyBehind: Bool {
    switch self {
    case .cancelled, .failure: true
    case .success, .yielded: false
    }
  }
}
