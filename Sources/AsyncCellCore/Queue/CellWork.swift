/// Something that a cell can declare as its work: a ``Waterfall``, or an ``OperationFactory``.
///
/// To make a source of your own, build on one of the two and return its ``work``.
public protocol CellOperationSource<Value>: Sendable {
  /// What the work produces.
  associatedtype Value: Sendable

  /// The declaration that a ``KeyedOperationQueue`` runs. Asked once for each run.
  var work: CellWork<Value> { get }
}

/// Declared work, ready to be run any number of times.
public struct CellWork<Value: Sendable>: Sendable {
  package let declaration: WorkDeclaration
}

/// What a queue needs to know of declared work, its types erased.
package final class WorkDeclaration: Sendable {
  let lane: Lane
  /// The lane the work goes to after its first.
  let secondLane: Lane?
  let retry: RetryPolicy?
  package let offscreen: OffscreenPolicy?
  package let lifetime: Duration?
  let cost: @Sendable (ValueBox) -> Int
  let makeOperation: @Sendable (WorkStart, any OperationHost) -> AsyncOperation

  package init(
    lane: Lane, secondLane: Lane?, retry: RetryPolicy?, offscreen: OffscreenPolicy?, lifetime: Duration?,
    cost: @escaping @Sendable (ValueBox) -> Int,
    makeOperation: @escaping @Sendable (WorkStart, any OperationHost) -> AsyncOperation
  ) {
    self.lane = lane
    self.secondLane = secondLane
    self.retry = retry
    self.offscreen = offscreen
    self.lifetime = lifetime
    self.cost = cost
    self.makeOperation = makeOperation
  }
}

extension Waterfall: CellOperationSource {
  public var work: CellWork<Output> {
    let chain = erased
    let cost = options.cost
    return CellWork(
      declaration: WorkDeclaration(
        lane: chain.firstLane, secondLane: chain.secondLane, retry: options.retry, offscreen: options.offscreen,
        lifetime: options.lifetime,
        cost: { box in box.unboxed(as: Output.self).map { cost?($0) ?? estimatedCost(of: $0) } ?? 0 },
        makeOperation: { start, host in WaterfallOperation<Output>(chain, from: start, host: host) }))
  }
}

/// What every ``CellOperation`` is, whatever its value.
public protocol CellOperationProtocol: AsyncOperation {
  associatedtype Value: Sendable
}

extension CellOperation: CellOperationProtocol {}

/// Declares an operation class of one's own as a cell's work: makes one operation for each attempt.
///
/// ```swift
/// func asyncOperation() -> OperationFactory<AvatarOperation>? {
///   url.map { url in OperationFactory { AvatarOperation(url) } }
/// }
/// ```
public struct OperationFactory<Operation: CellOperationProtocol>: CellOperationSource {
  private let lane: Lane
  private let make: @Sendable () -> Operation
  private var retry: RetryPolicy?
  private var offscreen: OffscreenPolicy?

  /// Declares operations.
  ///
  /// - Parameters:
  ///   - lane: where they run.
  ///   - make: makes a new operation; called on a background thread, once for each attempt. It captures values, never
  ///     the cell.
  public init(on lane: Lane = .default, _ make: @escaping @Sendable () -> Operation) {
    self.lane = lane
    self.make = make
  }

  /// Tries failed operations again by a policy of their own, in place of the queue's.
  public func retry(_ policy: RetryPolicy) -> OperationFactory {
    var factory = self
    factory.retry = policy
    return factory
  }

  /// Says what becomes of the work when the cell that declared it leaves the screen.
  public func offscreen(_ policy: OffscreenPolicy) -> OperationFactory {
    var factory = self
    factory.offscreen = policy
    return factory
  }

  public var work: CellWork<Operation.Value> {
    let make = make
    return CellWork(
      declaration: WorkDeclaration(
        lane: lane, secondLane: nil, retry: retry, offscreen: offscreen, lifetime: nil,
        cost: { box in box.unboxed(as: Operation.Value.self).map { estimatedCost(of: $0) } ?? 0 },
        makeOperation: { _, _ in make() }))
  }
}
