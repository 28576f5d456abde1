public import Foundation

/// One step of a ``Waterfall``: work that turns an input into an output.
///
/// A job is synchronous, `async`, or hands its result over later through a ``Handoff``. It is a description: it may be
/// used in many chains and run many times at once. Its closure runs on a background thread, never on the main actor and
/// never under a lock.
public struct Job<Input: Sendable, Output: Sendable>: Sendable {
  package var step: WaterfallStep

  init(step: WaterfallStep) {
    self.step = step
  }

  /// Makes a synchronous job.
  ///
  /// - Parameters:
  ///   - name: what diagnostics and failures call the job.
  ///   - lane: where it competes; nil stays in the lane of the job before it.
  public init(
    _ name: String? = nil, on lane: Lane? = nil, _ body: @escaping @Sendable (Input) throws -> Output
  ) {
    self.init(
      step: WaterfallStep(
        name: name, lane: lane, body: .sync { box in Box(try body(try box.input(as: Input.self))) }))
  }

  /// Makes an asynchronous job. Cancelling the run cancels its task.
  public init(
    _ name: String? = nil, on lane: Lane? = nil, _ body: @escaping @Sendable (Input) async throws -> Output
  ) {
    self.init(
      step: WaterfallStep(
        name: name, lane: lane, body: .async { box in Box(try await body(try box.input(as: Input.self))) }))
  }

  /// Makes a job that hands over its result later.
  ///
  /// The control it returns is resumed at once, suspended with the run where that is possible, and cancelled with it.
  @_disfavoredOverload
  public static func callback(
    _ name: String? = nil, on lane: Lane? = nil,
    _ body: @escaping @Sendable (Input, Handoff<Output>) throws -> (any OperationControl)?
  ) -> Job {
    Job(
      step: WaterfallStep(
        name: name, lane: lane,
        body: .callback { box, receipt in
          let handoff = Handoff<Output>(receipt)
          return try body(try box.input(as: Input.self), handoff)
        }))
  }

  /// Makes a job that hands over its result later and returns a control of one known type.
  public static func callback<Control: OperationControl>(
    _ name: String? = nil, on lane: Lane? = nil,
    _ body: @escaping @Sendable (Input, Handoff<Output>) throws -> Control?
  ) -> Job {
    callback(name, on: lane) { (input, handoff) -> (any OperationControl)? in try body(input, handoff) }
  }

  /// Makes a job that hands over its result later and that cannot be stopped.
  public static func callback(
    _ name: String? = nil, on lane: Lane? = nil,
    _ body: @escaping @Sendable (Input, Handoff<Output>) throws -> Void
  ) -> Job {
    callback(name, on: lane) { (input, handoff) -> (any OperationControl)? in
      try body(input, handoff)
      return nil
    }
  }

  /// Makes a job that decides which jobs come in its place.
  public static func waterfall(
    _ name: String? = nil, on lane: Lane? = nil, _ body: @escaping @Sendable (Input) throws -> Waterfall<Output>
  ) -> Job {
    Job(
      step: WaterfallStep(
        name: name, lane: lane, body: .chain { box in try body(try box.input(as: Input.self)).erased }))
  }

  /// Makes a job that decides, asynchronously, which jobs come in its place.
  public static func waterfall(
    _ name: String? = nil, on lane: Lane? = nil, _ body: @escaping @Sendable (Input) async throws -> Waterfall<Output>
  ) -> Job {
    Job(
      step: WaterfallStep(
        name: name, lane: lane, body: .asyncChain { box in try await body(try box.input(as: Input.self)).erased }))
  }

  // MARK: Modifiers

  /// Fails the job with ``JobError/timedOut(job:seconds:)`` when it runs longer than the given number of seconds.
  ///
  /// The clock runs only while the job runs: neither while it waits nor while it is suspended. A body that goes on all
  /// the same keeps its place in the lane until it returns.
  public func timeout(_ seconds: TimeInterval) -> Job {
    precondition(seconds > 0, "A job's timeout must be more than zero seconds; \(seconds) was given.")
    var job = self
    job.step.timeout = .interval(seconds)
    return job
  }

  /// Tries the job again by a policy of its own, which replaces the run's for this job's failures.
  public func retry(_ policy: RetryPolicy) -> Job {
    var job = self
    job.step.retry = policy
    return job
  }

  /// Gives the job another name.
  public func named(_ name: String) -> Job {
    var job = self
    job.step.name = name
    return job
  }

  /// Moves the job to another lane.
  public func on(_ lane: Lane) -> Job {
    var job = self
    job.step.lane = lane
    return job
  }
}
