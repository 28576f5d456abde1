/// One attempt of one entry: ties the operation that runs it to its entry and to the slot that it occupies.
package final class Attempt: OperationObserver, OperationHost {
  package let entry: QueueEngine.Machine.EntryID
  let number: UInt32
  let declaration: WorkDeclaration
  let retryState: RetryState

  private struct State: Sendable {
    var operation: AsyncOperation?
    var slot: Slot?
    /// A thread of the slot is inside `run`, which will see for itself that the body has ended.
    var isEntered = false
    var hasLeftSlot = false
    var hasFinished = false
  }

  private let engine: QueueEngine
  private let state = Locked(State())
  // A run counts against the lane it was admitted to.
  let lane: Int

  init(_ admission: QueueEngine.Machine.Admission, lane: Int, engine: QueueEngine) {
    entry = admission.entry
    number = admission.attempt
    declaration = admission.work
    retryState = admission.start?.checkpoint?.retryState ?? admission.start?.retryState ?? RetryState()
    self.lane = lane
    self.engine = engine
    LiveObjects.count(.run, +1)
  }

  deinit {
    LiveObjects.count(.run, -1)
  }

  var operation: AsyncOperation? { state.withLock { $0.operation } }

  /// Runs the attempt, or resumes it, in a slot. True: its body has ended and the slot is free again.
  func run(in slot: Slot, _ begin: (Attempt) -> Void) -> Bool {
    state.withLock { state in
      state.slot = slot
      state.isEntered = true
      state.hasLeftSlot = false
    }
    begin(self)
    return state.withLock { state in
      state.isEntered = false
      return state.hasLeftSlot
    }
  }

  func start(_ operation: AsyncOperation, priority order: UInt64) {
    operation.observer = self
    operation.setPriority(ofOrder: order)
    state.withLock { $0.operation = operation }
    engine.register(self)
    operation.start()
  }

  /// The attempt could not begin: its slot is free.
  func abandon() {
    leaveSlot()
  }

  private func leaveSlot() {
    let slot: Slot? = state.withLock { state in
      guard !state.hasLeftSlot, let slot = state.slot else { return nil }
      state.hasLeftSlot = true
      state.slot = nil
      return state.isEntered ? nil : slot
    }
    slot?.attemptLeft()
  }

  // MARK: OperationObserver

  package func operationDidFinish(_ operation: AsyncOperation) {
    let outcome = operation.outcome
    let holdsSlot = state.withLock { state in
      state.hasFinished = true
      state.operation = nil
      return state.slot != nil && !state.hasLeftSlot
    }
    if holdsSlot { engine.bodyIsStuck(true, inLane: lane) }
    engine.settle(self, outcome)
  }

  package func operationBodyDidEnd(_ operation: AsyncOperation) {
    engine.bodyIsStuck(false, inLane: lane)
    leaveSlot()
  }

  package func operationDidPark(_ operation: AsyncOperation) {
    engine.parked(self)
    leaveSlot()
  }

  package func operation(_ operation: AsyncOperation, didReport progress: WorkProgress) {
    engine.report(progress, from: self)
  }

  // MARK: OperationHost

  package var clock: any EngineClock { engine.environment.clock }

  package func hop(to lane: Lane, _ body: @escaping @Sendable () -> Void) {
    engine.hop(inLane: self.lane, body)
  }

  package func boundary(from: Lane, to: Lane) -> BoundaryAnswer {
    engine.mayProceed(self, to: to) ? .proceed : .yield
  }
}

/// A slot: an operation that runs one attempt after another until nothing is startable.
final class Slot: AsyncOperation, @unchecked Sendable {
  // Immutable.
  let lane: Int
  private let engine: QueueEngine

  init(lane: Int, engine: QueueEngine) {
    self.lane = lane
    self.engine = engine
  }

  override func main() {
    engine.serve(self, releasing: false)
  }

  /// The body of an attempt that had left the slot's thread has ended.
  func attemptLeft() {
    engine.serveAgain(self)
  }

  /// The app has cancelled its queue's operations: the slot ends when its body does, the entries are none the wiser.
  override func didCancel() {}

  override func willSettleUnstarted() {
    engine.slotWasCancelled(self)
  }
}
