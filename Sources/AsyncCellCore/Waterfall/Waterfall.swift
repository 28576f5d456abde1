public import Foundation

/// A chain of jobs, each fed with the output of the one before it: an immutable description, run as often as one likes.
///
/// ```swift
/// let thumbnail = Waterfall(URLRequest(url: url))
///   .then(.fetch().timeout(15))
///   .then("decode", on: .processing) { try Picture(data: $0) }
/// ```
///
/// The first error ends the run: the rest is skipped. A run is started by ``run(_:)``, awaited by ``value()``, put into
/// any operation queue as ``operation``, or declared by an ``AsyncCell`` and run by a ``KeyedOperationQueue``.
///
/// Adding a job is O(1); running is iterative, so 100,000 synchronous jobs need no more stack than one. After
/// `async.waterfall` of caolan/async.
public struct Waterfall<Output: Sendable>: Sendable {
  private let node: WaterfallNode?
  private let seed: ValueBox
  private(set) var options = WaterfallOptions<Output>()

  private init(node: WaterfallNode?, seed: ValueBox) {
    self.node = node
    self.seed = seed
  }

  /// Begins a chain with a value.
  @_disfavoredOverload
  public init(_ value: Output) {
    self.init(node: nil, seed: Box(value))
  }

  /// Begins a chain with a synchronous job.
  @_disfavoredOverload
  public init(_ name: String? = nil, on lane: Lane? = nil, _ body: @escaping @Sendable () throws -> Output) {
    let job = Job<Nothing, Output>(name, on: lane) { _ in try body() }
    self.init(node: WaterfallNode(previous: nil, step: job.step), seed: Box(Nothing()))
  }

  /// Begins a chain with an asynchronous job.
  @_disfavoredOverload
  public init(_ name: String? = nil, on lane: Lane? = nil, _ body: @escaping @Sendable () async throws -> Output) {
    let job = Job<Nothing, Output>(name, on: lane) { _ in try await body() }
    self.init(node: WaterfallNode(previous: nil, step: job.step), seed: Box(Nothing()))
  }

  /// Begins a chain with a job that decides which jobs come in its place.
  public init(
    _ name: String? = nil, on lane: Lane? = nil, _ body: @escaping @Sendable () throws -> Waterfall<Output>
  ) {
    let job = Job<Nothing, Output>.waterfall(name, on: lane) { _ in try body() }
    self.init(node: WaterfallNode(previous: nil, step: job.step), seed: Box(Nothing()))
  }

  /// Begins a chain with a job that decides, asynchronously, which jobs come in its place.
  public init(
    _ name: String? = nil, on lane: Lane? = nil, _ body: @escaping @Sendable () async throws -> Waterfall<Output>
  ) {
    let job = Job<Nothing, Output>.waterfall(name, on: lane) { _ in try await body() }
    self.init(node: WaterfallNode(previous: nil, step: job.step), seed: Box(Nothing()))
  }

  private struct Nothing: Sendable {}

  // MARK: Chaining
  //
  // A few overloads are disfavoured, and only these, since each one makes long chains slower to compile. Of the
  // initializers, so that a closure that returns a chain begins with a sub-chain and makes no
  // `Waterfall<Waterfall<T>>`; of the callback jobs, so that a closure of several statements that returns nothing has
  // one meaning. There a control of a known type has an overload of its own: without it, a closure of one expression
  // would throw its control away.

  /// Adds a job.
  public func then<NewOutput: Sendable>(_ job: Job<Output, NewOutput>) -> Waterfall<NewOutput> {
    appending(job.step)
  }

  /// Adds jobs of one type, to run one after another.
  ///
  /// - Complexity: O(n) in the number of jobs.
  public func then(jobs: [Job<Output, Output>]) -> Waterfall<Output> {
    var chain = self
    for job in jobs { chain = chain.then(job) }
    return chain
  }

  /// Adds a synchronous job.
  public func then<NewOutput: Sendable>(
    _ name: String? = nil, on lane: Lane? = nil, _ body: @escaping @Sendable (Output) throws -> NewOutput
  ) -> Waterfall<NewOutput> {
    then(Job(name, on: lane, body))
  }

  /// Adds an asynchronous job.
  public func then<NewOutput: Sendable>(
    _ name: String? = nil, on lane: Lane? = nil, _ body: @escaping @Sendable (Output) async throws -> NewOutput
  ) -> Waterfall<NewOutput> {
    then(Job(name, on: lane, body))
  }

  /// Adds a job that hands over its result later; see ``Job/callback(_:on:_:)-swift.type.method``.
  @_disfavoredOverload
  public func then<NewOutput: Sendable>(
    _ name: String? = nil, on lane: Lane? = nil,
    _ body: @escaping @Sendable (Output, Handoff<NewOutput>) throws -> (any OperationControl)?
  ) -> Waterfall<NewOutput> {
    then(.callback(name, on: lane, body))
  }

  /// Adds a job that hands over its result later and returns a control of one known type.
  public func then<NewOutput: Sendable, Control: OperationControl>(
    _ name: String? = nil, on lane: Lane? = nil,
    _ body: @escaping @Sendable (Output, Handoff<NewOutput>) throws -> Control?
  ) -> Waterfall<NewOutput> {
    then(.callback(name, on: lane, body))
  }

  /// Adds a job that hands over its result later and that cannot be stopped.
  public func then<NewOutput: Sendable>(
    _ name: String? = nil, on lane: Lane? = nil,
    _ body: @escaping @Sendable (Output, Handoff<NewOutput>) throws -> Void
  ) -> Waterfall<NewOutput> {
    then(.callback(name, on: lane, body))
  }

  /// Adds a job that decides which jobs come in its place.
  public func then<NewOutput: Sendable>(
    _ name: String? = nil, on lane: Lane? = nil, _ body: @escaping @Sendable (Output) throws -> Waterfall<NewOutput>
  ) -> Waterfall<NewOutput> {
    then(.waterfall(name, on: lane, body))
  }

  /// Adds a job that decides, asynchronously, which jobs come in its place.
  public func then<NewOutput: Sendable>(
    _ name: String? = nil, on lane: Lane? = nil,
    _ body: @escaping @Sendable (Output) async throws -> Waterfall<NewOutput>
  ) -> Waterfall<NewOutput> {
    then(.waterfall(name, on: lane, body))
  }

  /// Adds a synchronous job in the lane of the one before it.
  public func map<NewOutput: Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> NewOutput
  ) -> Waterfall<NewOutput> {
    then(Job(nil, on: nil, transform))
  }

  private func appending<NewOutput: Sendable>(_ step: WaterfallStep) -> Waterfall<NewOutput> {
    var chain = Waterfall<NewOutput>(node: WaterfallNode(previous: node, step: step), seed: seed)
    chain.options = WaterfallOptions(retry: options.retry, offscreen: options.offscreen)
    return chain
  }

  // MARK: Modifiers

  /// Tries failed jobs of this chain again; a run then goes on at the job that failed.
  ///
  /// Without it a run of one's own makes one attempt, and a run of a ``KeyedOperationQueue`` follows the queue's policy.
  public func retry(_ policy: RetryPolicy) -> Waterfall {
    var chain = self
    chain.options.retry = policy
    return chain
  }

  /// Says what becomes of the chain when the cell that declared it leaves the screen.
  public func offscreen(_ policy: OffscreenPolicy) -> Waterfall {
    var chain = self
    chain.options.offscreen = policy
    return chain
  }

  /// Says what the result costs in a ``ResultCache`` and how long it may stay there.
  ///
  /// - Parameters:
  ///   - cost: bytes the result takes. By default what ``MemoryCosting`` or Foundation knows of it.
  ///   - lifetime: seconds after which the result is fetched anew; by default it stays until it is pushed out.
  public func cached(cost: (@Sendable (Output) -> Int)? = nil, lifetime: TimeInterval? = nil) -> Waterfall {
    var chain = self
    chain.options.cost = cost
    chain.options.lifetime = lifetime.map(Duration.interval)
    return chain
  }

  /// The number of jobs in the chain, not counting those that its jobs decide on.
  public var count: Int { node?.count ?? 0 }

  package var erased: ErasedChain {
    ErasedChain(node: node, seed: seed, retry: options.retry)
  }
}

/// What becomes of work whose cell has left the screen.
public enum OffscreenPolicy: Sendable, Equatable {
  /// It goes on with the priority it had.
  case keep
  /// It goes on, after everything that is on screen or about to be.
  case demote
  /// It is suspended until its item is on screen again.
  case suspend
  /// It is cancelled.
  case cancel
}

/// The modifiers of a chain that do not belong to one job.
package struct WaterfallOptions<Output: Sendable>: Sendable {
  package var retry: RetryPolicy?
  package var offscreen: OffscreenPolicy?
  package var cost: (@Sendable (Output) -> Int)?
  package var lifetime: Duration?
}
