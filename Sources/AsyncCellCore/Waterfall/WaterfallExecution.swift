import Foundation

/// Who runs a chain: learns of its end, and lends it threads.
package protocol WaterfallDriver: AnyObject, Sendable {
  /// Brings a thread of the lane to `body`.
  func hop(to lane: Lane, _ body: @escaping @Sendable () -> Void)
  /// Between two jobs: whether the run may go on, and how.
  func boundary(from: Lane, to: Lane) -> BoundaryAnswer
  /// Once. The driver lets go of the execution.
  func executionDidEnd(_ outcome: OperationOutcome)
  func executionDidReport(_ progress: WorkProgress)
  /// A thread has come into the run, or a job is in flight.
  func bodyBegan()
  /// The thread has left, or the job has handed over or stopped.
  func bodyEnded()
  /// The queue that the run belongs to, if it does.
  var queueID: ObjectIdentifier? { get }
  /// How urgent the run is, from 0 to 1, if anybody has said so. Asked under the run's lock.
  var taskPriority: Float? { get }
}

extension WaterfallDriver {
  package var queueID: ObjectIdentifier? { nil }
}

package enum BoundaryAnswer: Sendable {
  case proceed
  /// Go on, in a thread of the new lane.
  case hop
  /// Give way: the run ends with its checkpoint.
  case yield
}

/// One run of a chain: the shell around ``WaterfallMachine``.
///
/// Jobs in flight hold the execution, so that a run goes on when everybody else has let go of it.
package final class WaterfallExecution: Sendable {
  /// What belongs to the job in flight.
  struct InFlight: Sendable {
    let token: UInt64
    var jobName: String?
    var control: ControlHolder?
    var task: Task<Void, Never>?
    var timer: (any EngineTimer)?
    var timeout: Duration?
    /// When the time is up, or how much was left when the clock stopped.
    var deadline: Duration?
    var remaining: Duration?
    /// The control was suspended, so that the body no longer counts as running.
    var isStopped = false
    var fraction = -1.0
  }

  struct State: Sendable {
    var machine: WaterfallMachine
    var inFlight: InFlight?
    /// Jobs that count as bodies: they have neither handed over nor returned nor stopped, wanted or not.
    var open: Set<UInt64> = []
    var retryTimer: (any EngineTimer)?
  }

  let state: Locked<State>
  let clock: any EngineClock
  // The driver drops the execution when it ends, which breaks the circle.
  let driver: any WaterfallDriver
  private let random: @Sendable () -> Double

  package init(
    _ machine: WaterfallMachine, driver: any WaterfallDriver, clock: any EngineClock = DispatchClock(),
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) {
    state = Locked(State(machine: machine))
    self.driver = driver
    self.clock = clock
    self.random = random
    LiveObjects.count(.execution, +1)
  }

  deinit {
    LiveObjects.count(.execution, -1)
  }

  // MARK: The loop

  /// Runs jobs on the calling thread until one is to be handed over later, or the run ends.
  package func drive() {
    guard let entered = state.withLock({ $0.machine.enter() }) else { return }
    let drive = entered.drive
    var command = entered.command
    while true {
      switch command {
      case .perform(let step, let input, let token):
        command = perform(step, input: input, token: token, drive: drive)
      case .ask(let from, let to):
        switch driver.boundary(from: from, to: to) {
        case .proceed:
          command = state.withLock { $0.machine.proceed(drive: drive) }
        case .yield:
          command = state.withLock { $0.machine.yield(drive: drive) }
        case .hop:
          if state.withLock({ $0.machine.moveOn(drive: drive) }) { bringThread(to: to) }
          return
        }
      case .consult(let policy, let error, let isJobPolicy):
        let isRetryable = policy?.shouldRetry(error) ?? false
        command = state.withLock {
          $0.machine.failed(error, policy: policy, isJobPolicy: isJobPolicy, isRetryable: isRetryable, drive: drive)
        }
      case .backOff(let policy, let failures):
        backOff(.interval(policy.delay(afterFailures: failures, random: random())), drive: drive)
        return
      case .end(let outcome):
        driver.executionDidEnd(outcome)
        return
      case .leave:
        return
      }
    }
  }

  /// Brings another thread into the loop; it counts as a body until it leaves.
  func bringThread(to lane: Lane) {
    driver.bodyBegan()
    driver.hop(to: lane) {
      self.drive()
      self.driver.bodyEnded()
    }
  }

  private func backOff(_ delay: Duration, drive: UInt64) {
    let timer = clock.schedule(after: delay) {
      let lane: Lane? = self.state.withLock { state in
        state.retryTimer = nil
        return state.machine.delayElapsed() ? state.machine.lane : nil
      }
      if let lane { self.bringThread(to: lane) }
    }
    let isWanted = state.withLock { state in
      // Not if the delay has ended meanwhile, nor if the run has.
      guard state.machine.phase == .backingOff, state.machine.drive == drive else { return false }
      state.retryTimer = timer
      return true
    }
    if !isWanted { timer.cancel() }
  }

  // MARK: One job

  private func perform(
    _ step: WaterfallStep, input: ValueBox, token: UInt64, drive: UInt64
  ) -> WaterfallMachine.Command {
    switch step.body {
    case .sync(let body):
      if step.timeout != nil { begin(step, token, isOpen: false) }
      return returned(Self.result { .value(try body(input)) }, drive)
    case .chain(let body):
      if step.timeout != nil { begin(step, token, isOpen: false) }
      return returned(Self.result { .chain(try body(input)) }, drive)
    case .async(let body):
      begin(step, token, isOpen: true)
      startTask(token) { .value(try await body(input)) }
    case .asyncChain(let body):
      begin(step, token, isOpen: true)
      startTask(token) { .chain(try await body(input)) }
    case .callback(let body):
      begin(step, token, isOpen: true)
      do {
        if let control = try body(input, StepReceipt(execution: self, token: token)) { attach(control, to: token) }
      } catch {
        return returned(StepResult.failure(error).normalized, drive)
      }
    }
    return state.withLock { $0.machine.detached(drive: drive) }
  }

  private func begin(_ step: WaterfallStep, _ token: UInt64, isOpen: Bool) {
    if isOpen { driver.bodyBegan() }
    state.withLock { state in
      if isOpen { state.open.insert(token) }
      guard state.machine.inFlight == token else { return }
      state.inFlight = InFlight(token: token, jobName: step.name, timeout: step.timeout, remaining: step.timeout)
    }
    if step.timeout != nil { runClock(of: token) }
  }

  private func returned(_ result: StepResult, _ drive: UInt64) -> WaterfallMachine.Command {
    let (command, over) = state.withLock { state in
      let isWanted = state.machine.drive == drive
      return (state.machine.returned(result, drive: drive), isWanted ? state.takeInFlight() : nil)
    }
    over?.timer?.cancel()
    return command
  }

  private func startTask(_ token: UInt64, _ body: @escaping @Sendable () async throws -> StepResult) {
    let task = Task {
      await RunningJobs.$queues.withValue(RunningJobs.queues.union(driver.queueID.map { [$0] } ?? [])) {
        do {
          self.complete(token, with: try await body())
        } catch {
          self.complete(token, with: StepResult.failure(error).normalized)
        }
      }
    }
    let isWanted = state.withLock { state in
      // It may have timed out or been cancelled before it could be reached.
      guard state.machine.inFlight == token, state.inFlight?.token == token else { return false }
      state.inFlight?.task = task
      return true
    }
    if !isWanted { task.cancel() }
  }

  private static func result(_ body: () throws -> StepResult) -> StepResult {
    do {
      return try body()
    } catch {
      return StepResult.failure(error).normalized
    }
  }
}

extension StepResult {
  /// Gives every error that means "cancelled" one form.
  var normalized: StepResult {
    guard case .failure(let error) = self, FailureKind(of: error) == .cancelled else { return self }
    return .failure(CancellationError())
  }
}

extension WaterfallExecution.State {
  mutating func takeInFlight() -> WaterfallExecution.InFlight? {
    defer { inFlight = nil }
    return inFlight
  }

  /// The job in flight no longer counts as a body. False: it did not.
  mutating func stopInFlight() -> Bool {
    guard let token = inFlight?.token, open.remove(token) != nil else { return false }
    inFlight?.isStopped = true
    return true
  }
}
