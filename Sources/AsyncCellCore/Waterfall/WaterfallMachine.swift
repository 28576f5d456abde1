/// What a run of a chain decides, without lock, clock or thread.
///
/// `idle → driving ⇄ (detached | paused | backingOff) → ended`. A *drive* is one thread's passage through the chain;
/// a *token* names the job in flight. An event with an old drive or token is late: it gets the answer "nothing".
package struct WaterfallMachine: Sendable {
  package enum Phase: Sendable, Equatable {
    /// Not begun. Next: `driving` or `ended`.
    case idle
    /// A thread is in the loop, inside a job's body or between two jobs.
    case driving
    /// A job is in flight and no thread is in the loop. Next: `driving` when it hands over, `ended`.
    case detached
    /// Suspended between two jobs. Next: `driving` when resumed, `ended`.
    case paused
    /// Waits to try a job again. Next: `driving` when the delay ends, `paused`, `ended`.
    case backingOff
    /// For good.
    case ended
  }

  /// What the thread in the loop must do next.
  package enum Command: Sendable {
    case perform(WaterfallStep, input: ValueBox, token: UInt64)
    /// Between two jobs: ask whether to go on, in the given lane.
    case ask(from: Lane, to: Lane)
    /// A job has failed: ask its policy, outside the lock, and come back with `failed`.
    case consult(RetryPolicy?, any Error, isJobPolicy: Bool)
    case backOff(RetryPolicy, failures: Int)
    case end(OperationOutcome)
    /// Leave the loop: the job in flight, a resume or a timer will bring another thread.
    case leave
  }

  package internal(set) var phase = Phase.idle
  package internal(set) var isSuspended = false
  package internal(set) var drive: UInt64 = 0
  package internal(set) var token: UInt64 = 0
  package internal(set) var retryState: RetryState
  /// Who runs the chain, and so who decides on retries and keeps what is suspended.
  package enum Owner: Sendable {
    /// The run itself: it waits where it is.
    case itself
    /// A queue: the run gives its checkpoint back.
    case queue
  }

  private let owner: Owner
  package internal(set) var lane: Lane
  var frames: [Checkpoint.Frame]
  var input: ValueBox
  /// A result that came while a thread was still inside the body that produced it, or while the run was suspended.
  var pending: StepResult?
  var isInFlight = false
  package init(
    _ chain: ErasedChain, from checkpoint: Checkpoint? = nil, retryState: RetryState = RetryState(),
    owner: Owner = .itself
  ) {
    if let checkpoint {
      frames = checkpoint.frames
      input = checkpoint.input
      lane = checkpoint.lane
      self.retryState = checkpoint.retryState
    } else {
      frames = chain.node.map { [Checkpoint.Frame(plan: $0.steps(), next: 0, retry: chain.retry)] } ?? []
      input = chain.seed
      lane = chain.firstLane
      self.retryState = retryState
    }
    self.owner = owner
  }

  /// Whether a job is in flight, and which.
  package var inFlight: UInt64? { isInFlight ? token : nil }

  /// Whether the job in flight has handed over and nobody has taken the result yet.
  package var hasPending: Bool { pending != nil }

  package var checkpoint: Checkpoint {
    Checkpoint(frames: frames, input: input, lane: lane, retryState: retryState)
  }

  package var currentStep: WaterfallStep? { frames.last.map { $0.plan.steps[$0.next] } }

  // MARK: Driving

  /// A thread enters the loop. Nil: it is not wanted.
  package mutating func enter() -> (drive: UInt64, command: Command)? {
    switch phase {
    case .idle where isSuspended:
      phase = .paused
      return nil
    case .idle, .paused:
      guard !isSuspended else {
        phase = .paused
        return nil
      }
      phase = .driving
      drive += 1
      return (drive, begin())
    case .detached:
      guard let result = pending else { return nil }
      pending = nil
      phase = .driving
      drive += 1
      return (drive, process(result))
    case .driving, .backingOff, .ended:
      return nil
    }
  }

  private mutating func begin() -> Command {
    guard let step = currentStep else { return end(.success(input)) }
    token += 1
    isInFlight = true
    return .perform(step, input: input, token: token)
  }

  /// A body has returned its result on the thread in the loop.
  package mutating func returned(_ result: StepResult, drive: UInt64) -> Command {
    guard phase == .driving, drive == self.drive else { return .leave }
    // What was handed over before counts. That a throwing body has let go of its hand-off is no news.
    switch pending.take() {
    case nil, .dropped: return process(result)
    case let earlier?: return process(earlier)
    }
  }

  /// A body has returned without a result, which comes later or came meanwhile.
  package mutating func detached(drive: UInt64) -> Command {
    guard phase == .driving, drive == self.drive else { return .leave }
    if let result = pending {
      pending = nil
      return process(result)
    }
    phase = .detached
    return .leave
  }

  /// A job hands over from elsewhere. True: bring a thread into the loop.
  package mutating func complete(_ token: UInt64, with result: StepResult, isStopped: Bool) -> Bool {
    guard inFlight == token, pending == nil else { return false }
    pending = result
    return phase == .detached && !isStopped
  }

  private mutating func process(_ result: StepResult) -> Command {
    isInFlight = false
    switch result {
    case .value(let output):
      advance(to: output)
    case .chain(let chain):
      // Asked before the frame goes: at the end of a chain the new one takes its place.
      let retry = chain.retry ?? frames.last?.retry
      advance(to: chain.seed)
      if let node = chain.node {
        frames.append(Checkpoint.Frame(plan: node.steps(), next: 0, retry: retry))
      }
    case .failure(let error), .dropped(let error):
      if isSuspended && owner == .itself { return holdBack(result) }
      if error is CancellationError { return end(.cancelled) }
      let own = currentStep?.retry
      let policy = own ?? frames.last?.retry
      if owner == .queue {
        return end(.failure(error, FailurePoint(checkpoint: checkpoint, policy: policy, isJobPolicy: own != nil)))
      }
      return .consult(policy, error, isJobPolicy: own != nil)
    }
    return boundary()
  }

  /// A suspended run does not end; the failure is looked at when it is resumed.
  private mutating func holdBack(_ failure: StepResult) -> Command {
    pending = failure
    phase = .detached
    return .leave
  }

  private mutating func advance(to output: ValueBox) {
    input = output
    retryState.jobSucceeded()
    guard let last = frames.indices.last else { return }
    frames[last].next += 1
    while let frame = frames.last, frame.next >= frame.plan.steps.count { frames.removeLast() }
  }

  private mutating func boundary() -> Command {
    if isSuspended && owner == .itself {
      phase = .paused
      return .leave
    }
    guard let step = currentStep else { return end(.success(input)) }
    let from = lane
    if let next = step.lane { lane = next }
    if isSuspended { return end(.yielded(checkpoint)) }
    return .ask(from: from, to: lane)
  }

  /// The answer to `ask`: go on.
  package mutating func proceed(drive: UInt64) -> Command {
    guard phase == .driving, drive == self.drive else { return .leave }
    if isSuspended { return boundary() }
    return begin()
  }

  /// The answer to `ask`: go on in a thread of the new lane.
  package mutating func moveOn(drive: UInt64) -> Bool {
    guard phase == .driving, drive == self.drive else { return false }
    phase = .paused
    return true
  }

  /// The answer to `ask`: give way.
  package mutating func yield(drive: UInt64) -> Command {
    guard phase == .driving, drive == self.drive else { return .leave }
    return end(.yielded(checkpoint))
  }

  mutating func end(_ outcome: OperationOutcome) -> Command {
    phase = .ended
    drive += 1
    isInFlight = false
    isSuspended = false
    pending = nil
    frames = []
    return .end(outcome)
  }
}
