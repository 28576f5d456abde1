import Foundation

/// The shell around ``QueueMachine``: the lock, the slots, the operations that run, the timers of those that wait.
package final class QueueEngine: Sendable {
  package typealias Machine = QueueMachine<WorkDeclaration, WorkStart>

  /// How a run has ended, for the main actor.
  package enum Settled: Sendable {
    case value(ValueBox, cost: Int)
    case failure(any Error, jobName: String?, attempts: Int)
    case cancelled
  }

  /// What has happened since the main actor last looked.
  package struct News: Sendable {
    package var settled: [(entry: Machine.EntryID, how: Settled)] = []
    package var progress: [Machine.EntryID: WorkProgress] = [:]
    var isEmpty: Bool { settled.isEmpty && progress.isEmpty }
  }

  struct LaneInfo: Sendable {
    let lane: Lane
    let threads: any LaneThreadPool
    var durations = RecentDurations()
  }

  struct State: Sendable {
    var machine = Machine()
    var lanes: ContiguousArray<LaneInfo> = []
    var indices: [Lane: Int] = [:]
    var attempts: [Machine.EntryID: Attempt] = [:]
    var timers: [Machine.EntryID: any EngineTimer] = [:]
    var news = News()
    var isHopScheduled = false
    var retryPolicy = RetryPolicy()
    var onNews: (@MainActor @Sendable () -> Void)?
  }

  package let environment: EngineEnvironment
  private let state = Locked(State())

  package init(_ environment: EngineEnvironment = EngineEnvironment()) {
    self.environment = environment
    state.withLock { state in
      _ = state.index(of: .default, environment)
      _ = state.index(of: .processing, environment)
    }
  }

  /// Steps the machine under the lock, then does what it asks for.
  func step<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, effects, onNews) = state.withLock { state in
      let result = body(&state)
      return (result, state.takeEffects(), state.scheduleHop())
    }
    if !effects.isEmpty { perform(effects) }
    if let onNews { environment.main.enqueue(onNews) }
    return result
  }

  /// Reads, or changes what has no effects.
  func read<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock(body)
  }

  private func perform(_ effects: ContiguousArray<Machine.Effect>) {
    for effect in effects {
      switch effect {
      case .addSlot(let lane):
        let threads = state.withLock { $0.lanes[lane].threads }
        threads.add(Slot(lane: lane, engine: self))
      case .suspendOperation(let entry):
        attempt(of: entry)?.suspend()
      case .cancelOperation(let entry):
        attempt(of: entry)?.cancel()
      case .cancelTimer(let entry):
        state.withLock { $0.timers.removeValue(forKey: entry) }?.cancel()
      case .setPriority(let entry):
        attempt(of: entry)?.setPriority()
      case .letGo:
        break
      }
    }
  }

  private func attempt(of entry: Machine.EntryID) -> Attempt? {
    state.withLock { $0.attempts[entry] }
  }

  // MARK: Slots

  /// Runs attempts on the calling thread until one of them goes on without it, or nothing is startable.
  func serve(_ slot: Slot, releasing: Bool) {
    var releasing = releasing
    let servesOneBody = read { $0.lanes[slot.lane].threads.servesOneBodyPerSlot }
    while true {
      if releasing && servesOneBody {
        step { $0.machine.slotEnded(inLane: slot.lane, releasing: true) }
        return slot.finish()
      }
      let isReleasing = releasing
      guard let admission = step({ $0.machine.next(inLane: slot.lane, releasing: isReleasing) }) else {
        return slot.finish()
      }
      guard run(admission, in: slot) else { return }
      releasing = true
    }
  }

  func serveAgain(_ slot: Slot) {
    let threads = read { $0.lanes[slot.lane].threads }
    threads.hop { self.serve(slot, releasing: true) }
  }

  func slotWasCancelled(_ slot: Slot) {
    step { $0.machine.slotEnded(inLane: slot.lane, releasing: false) }
  }

  private func run(_ admission: Machine.Admission, in slot: Slot) -> Bool {
    if admission.isLive {
      // Gone when somebody has ended the operation meanwhile.
      return attempt(of: admission.entry)?.resume(in: slot) ?? true
    }
    let attempt = Attempt(admission, lane: slot.lane, engine: self)
    // The app's own code may make the operation.
    let operation = admission.work.makeOperation(admission.start ?? WorkStart(), attempt)
    return attempt.run(operation, in: slot, order: admission.order)
  }

  enum Adoption {
    /// The operation has an observer already, of this queue or another.
    case isUsed
    /// The entry was suspended before the operation was there.
    case isSuspended
    /// The entry may have been given another order meanwhile.
    case isWanted(hasNewOrder: Bool)
  }

  /// Notes which operation runs an entry, so that it can be reached.
  func adopt(_ attempt: Attempt, _ operation: AsyncOperation, order: UInt64) -> Adoption {
    let (adoption, isCancelled) = read { state -> (Adoption, Bool) in
      guard operation.observer == nil else { return (.isUsed, false) }
      operation.observer = attempt
      state.attempts[attempt.entry] = attempt
      guard state.machine.phase(of: attempt.entry) == .running else { return (.isWanted(hasNewOrder: false), true) }
      if state.machine.wantsSuspension(attempt.entry) { return (.isSuspended, false) }
      return (.isWanted(hasNewOrder: state.machine.order(of: attempt.entry) != order), false)
    }
    if isCancelled { attempt.cancel() }
    return adoption
  }

  func hop(inLane lane: Int, _ body: @escaping @Sendable () -> Void) {
    read { $0.lanes[lane].threads }.hop(body)
  }

  func bodyIsStuck(_ isStuck: Bool, inLane lane: Int) {
    read { $0.machine.bodyIsStuck(isStuck, inLane: lane) }
  }

  // MARK: What operations say

  func mayProceed(_ attempt: Attempt, to lane: Lane) -> Bool {
    step { state in
      let index = state.index(of: lane, environment)
      // In an operation of the app's, each body has its own.
      guard !state.lanes[index].threads.servesOneBodyPerSlot else { return false }
      return state.machine.mayProceed(attempt.entry, attempt: attempt.number, to: index)
    }
  }

  func parked(_ attempt: Attempt) {
    step { $0.machine.parked(attempt.entry, attempt: attempt.number) }
  }

  func report(_ progress: WorkProgress, from attempt: Attempt) {
    step { state in
      guard state.attempts[attempt.entry] === attempt else { return }
      var progress = progress
      progress.attempt = attempt.retryState.failures + 1
      state.news.progress[attempt.entry] = progress
    }
  }

  func settle(_ attempt: Attempt, _ outcome: OperationOutcome) {
    switch outcome {
    case .success(let value):
      let cost = max(0, attempt.declaration.cost(value))
      finish(attempt, .completed, .value(value, cost: cost))
    case .cancelled:
      finish(attempt, .cancelled, .cancelled)
    case .yielded(let checkpoint):
      let duration = environment.clock.now - attempt.startTime
      step { state in
        state.forget(attempt)
        if attempt.isTimed { state.lanes[attempt.lane].durations.add(duration) }
        let (lane, next) = state.lanes(of: checkpoint, environment)
        state.machine.yielded(
          attempt.entry, attempt: attempt.number,
          start: WorkStart(checkpoint: checkpoint, retryState: checkpoint.retryState), lane: lane, next: next,
          cost: checkpoint.heldCost)
      }
    case .failure(let error, let point):
      fail(attempt, error, point)
    }
  }

  private func finish(_ attempt: Attempt, _ end: Machine.End, _ how: Settled) {
    let duration = environment.clock.now - attempt.startTime
    step { state in
      state.forget(attempt)
      if end == .completed, attempt.isTimed { state.lanes[attempt.lane].durations.add(duration) }
      // The value of a run that nobody wants is released by the caller, on the thread that made it.
      guard state.machine.settled(attempt.entry, attempt: attempt.number, as: end) else { return }
      state.news.settled.append((attempt.entry, how))
    }
  }

  private func fail(_ attempt: Attempt, _ error: any Error, _ point: FailurePoint?) {
    if FailureKind(of: error) == .cancelled { return finish(attempt, .cancelled, .cancelled) }
    let policy = point?.policy ?? attempt.declaration.retry ?? read { $0.retryPolicy }
    // The filter is the app's code.
    let isRetryable = policy.shouldRetry(error)
    var retryState = point?.checkpoint.retryState ?? attempt.retryState
    let again = retryState.shouldRetry(
      maxNumberOfFailures: policy.maxNumberOfFailures, isJobPolicy: point?.isJobPolicy ?? false,
      isRetryable: isRetryable)
    let failures = retryState.failures
    guard again else {
      let jobName = point?.checkpoint.jobName
      return finish(attempt, .failed, .failure(error, jobName: jobName, attempts: failures))
    }
    var start = WorkStart(checkpoint: point?.checkpoint, retryState: retryState)
    start.checkpoint?.retryState = retryState
    let waits = step { state -> Bool in
      state.forget(attempt)
      let (lane, next) = start.checkpoint.map { state.lanes(of: $0, environment) } ?? (attempt.lane, nil)
      return state.machine.failedToBeRetried(
        attempt.entry, attempt: attempt.number, start: start, lane: lane, next: next,
        cost: start.checkpoint?.heldCost ?? 0)
    }
    guard waits else { return }
    backOff(attempt, policy.delay(afterFailures: retryState.countedFailures, random: environment.random()))
  }

  private func backOff(_ attempt: Attempt, _ seconds: Double) {
    let (entry, number) = (attempt.entry, attempt.number)
    let timer = environment.clock.schedule(after: .interval(seconds)) { [weak self] in
      self?.step { state in
        // Late: the entry may have another timer by now.
        guard state.machine.isBackingOff(entry, attempt: number) else { return }
        state.timers[entry] = nil
        state.machine.backoffElapsed(entry, attempt: number)
      }
    }
    let isWanted = read { state in
      guard state.machine.isBackingOff(entry, attempt: number) else { return false }
      state.timers[entry] = timer
      return true
    }
    if !isWanted { timer.cancel() }
  }
}

extension QueueEngine.State {
  /// The lane's number, given to it when it is first met.
  mutating func index(of lane: Lane, _ environment: EngineEnvironment) -> Int {
    if let index = indices[lane] { return index }
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let index = machine.addLane(limit: lane == .processing ? max(1, cores) : 4)
    lanes.append(QueueEngine.LaneInfo(lane: lane, threads: environment.makeThreads(lane)))
    indices[lane] = index
    return index
  }

  mutating func lanes(of checkpoint: Checkpoint, _ environment: EngineEnvironment) -> (Int, Int?) {
    (index(of: checkpoint.lane, environment), checkpoint.laneAfter.map { index(of: $0, environment) })
  }

  fileprivate mutating func takeEffects() -> ContiguousArray<QueueEngine.Machine.Effect> {
    guard !machine.effects.isEmpty else { return [] }
    defer { machine.effects = [] }
    return machine.effects
  }

  /// The call to queue on the main actor, if there is news that nobody has been told of.
  fileprivate mutating func scheduleHop() -> (@MainActor @Sendable () -> Void)? {
    guard !isHopScheduled, !news.isEmpty, let onNews else { return nil }
    isHopScheduled = true
    return onNews
  }

  fileprivate mutating func forget(_ attempt: Attempt) {
    if attempts[attempt.entry] === attempt { attempts[attempt.entry] = nil }
  }
}
