import Foundation

/// One run of a ``Waterfall`` that belongs to no queue.
///
/// A run that was started goes on when it is let go of; one that is suspended and will not be resumed should be cancelled,
/// or it is kept. Its callback comes exactly once, on no particular actor and
/// never from within a call of one of its methods: with the value, with the error of the job that failed, or with
/// `CancellationError`. All methods may be called from any thread, in any order and any number of times.
public final class WaterfallRun<Output: Sendable>: Sendable {
  private struct State: Sendable {
    /// Until it starts: a run does not hold on to the chain's beginning.
    var chain: ErasedChain?
    var execution: WaterfallExecution?
    var completion: (@Sendable (Result<Output, any Error>) -> Void)?
    /// Suspended before it has begun; afterwards the execution knows.
    var startsSuspended = false
    var isCancelled = false
  }

  private let clock: any EngineClock
  private let state: Locked<State>

  package init(
    _ chain: ErasedChain, clock: any EngineClock = DispatchClock(),
    _ completion: @escaping @Sendable (Result<Output, any Error>) -> Void
  ) {
    self.clock = clock
    state = Locked(State(chain: chain, completion: completion))
  }

  /// Begins the run, on a background thread. Only the first call counts.
  public func start() {
    let (chain, execution): (ErasedChain?, WaterfallExecution?) = state.withLock { state in
      guard !state.isCancelled, let chain = state.chain.take() else { return (nil, nil) }
      var machine = WaterfallMachine(chain)
      if state.startsSuspended { _ = machine.suspend() }
      state.execution = WaterfallExecution(machine, driver: self, clock: clock)
      return (chain, state.execution)
    }
    if let chain, let execution { execution.bringThread(to: chain.firstLane) }
  }

  /// Suspends the run: the job in flight where that is possible, else after it. A run that has not begun will wait.
  public func suspend() {
    let execution = state.withLock { state in
      if state.chain != nil { state.startsSuspended = true }
      return state.execution
    }
    execution?.suspend()
  }

  /// Lifts a suspension, and starts a run that has not been started.
  public func resume() {
    let execution = state.withLock { state in
      state.startsSuspended = false
      return state.execution
    }
    execution?.resume()
    start()
  }

  /// Cancels the run. The callback comes with `CancellationError`, also when the run was never started.
  public func cancel() {
    let (execution, isUnstarted) = state.withLock { state in
      guard state.completion != nil else { return (nil as WaterfallExecution?, false) }
      state.isCancelled = true
      return (state.execution, state.chain != nil)
    }
    execution?.cancel()
    if isUnstarted { executionDidEnd(.cancelled) }
  }

  /// Whether the run has begun, has not ended and is not suspended.
  public var isRunning: Bool { state.withLock { $0.execution }.map { !$0.isSuspended } ?? false }

  /// Whether the run is suspended. False once it has ended.
  public var isSuspended: Bool {
    let (execution, startsSuspended) = state.withLock { ($0.execution, $0.startsSuspended) }
    return execution?.isSuspended ?? startsSuspended
  }

  /// Whether ``cancel()`` was called before the run had ended.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }
}

extension WaterfallRun: WaterfallDriver {
  package func hop(to lane: Lane, _ body: @escaping @Sendable () -> Void) {
    LaneThreads.run(in: lane, body)
  }

  package func boundary(from: Lane, to: Lane) -> BoundaryAnswer {
    LaneThreads.boundary(from: from, to: to)
  }

  package func executionDidEnd(_ outcome: OperationOutcome) {
    let (completion, chain, isCancelled) = state.withLock { state in
      defer {
        state.completion = nil
        state.execution = nil
        state.startsSuspended = false
      }
      return (state.completion, state.chain.take(), state.isCancelled)
    }
    _ = chain
    guard let completion else { return }
    // Who has called `cancel()` gets no value any more.
    switch isCancelled ? .cancelled : outcome {
    case .success(let box):
      completion(box.unboxed(as: Output.self).map { .success($0) } ?? .failure(InputMismatch()))
    case .failure(let error, _):
      completion(.failure(error))
    case .cancelled, .yielded:
      // Perhaps from within `cancel()`, whose caller may hold a lock that the callback wants.
      DispatchQueue.global(qos: .userInitiated).async { completion(.failure(CancellationError())) }
    }
  }

  package func executionDidReport(_ progress: WorkProgress) {}

  package func bodyBegan() {}

  package func bodyEnded() {}

  package var taskPriority: Float? { nil }
}

extension Waterfall {
  /// Runs the chain at once, on background threads.
  ///
  /// - Parameter completion: called exactly once, on no particular actor; see ``WaterfallRun``.
  /// - Returns: the run, to suspend, resume or cancel it. It need not be kept.
  @discardableResult
  public func run(_ completion: @escaping @Sendable (Result<Output, any Error>) -> Void) -> WaterfallRun<Output> {
    let run = makeRun(completion)
    run.start()
    return run
  }

  /// Makes a run without starting it. One that is never started nor cancelled has no callback.
  public func makeRun(_ completion: @escaping @Sendable (Result<Output, any Error>) -> Void) -> WaterfallRun<Output> {
    WaterfallRun(erased, completion)
  }

  /// Runs the chain and awaits its value. Cancelling the task cancels the run.
  ///
  /// - Throws: the error of the job that failed, or `CancellationError`.
  public func value() async throws -> Output {
    let pending = PendingValue<Output>()
    let run = makeRun { pending.resume(with: $0) }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        pending.await(continuation)
        run.start()
      }
    } onCancel: {
      run.cancel()
    }
  }

  /// An operation that runs the chain once, for any operation queue. Each access makes a new one.
  ///
  /// It follows the chain's ``retry(_:)``, and without one makes a single attempt.
  public var operation: CellOperation<Output> {
    WaterfallOperation(erased)
  }
}

/// Where a run's result and the continuation that awaits it meet, whichever comes first.
private final class PendingValue<Output: Sendable>: Sendable {
  private struct State: Sendable {
    var continuation: CheckedContinuation<Output, any Error>?
    var result: Result<Output, any Error>?
  }

  private let state = Locked(State())

  func await(_ continuation: CheckedContinuation<Output, any Error>) {
    let result = state.withLock { state in
      if state.result == nil { state.continuation = continuation }
      return state.result
    }
    if let result { continuation.resume(with: result) }
  }

  func resume(with result: Result<Output, any Error>) {
    let continuation = state.withLock { state in
      state.result = result
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(with: result)
  }
}
