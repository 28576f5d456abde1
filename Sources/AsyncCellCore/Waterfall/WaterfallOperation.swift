import Foundation

/// The operation that runs a chain: all of it by itself, or up to the point where its queue wants its slot back.
final class WaterfallOperation<Value: Sendable>: CellOperation<Value>, WaterfallDriver, @unchecked Sendable {
  private struct Running: Sendable {
    var execution: WaterfallExecution?
    var end: OperationOutcome?
    /// What was wanted, perhaps before there was an execution to want it of.
    var isSuspended = false
    /// The operation was cancelled, or finished by hand: the chain's end is no news.
    var isDropped = false
  }

  // `running` is locked; `chain` belongs to the one thread that is in `main()`; the rest is immutable.
  private var chain: ErasedChain?
  private let start: WorkStart
  private let host: (any OperationHost)?
  private let running = Locked(Running())

  /// Makes an operation for the queue `host`, or for itself.
  init(_ chain: ErasedChain, from start: WorkStart = WorkStart(), host: (any OperationHost)? = nil) {
    self.chain = chain
    self.start = start
    self.host = host
  }

  override func main() {
    guard let chain = chain.take() else { return }
    var machine = WaterfallMachine(
      chain, from: start.checkpoint, retryState: start.retryState, owner: host == nil ? .itself : .queue)
    let clock = host?.clock ?? DispatchClock()
    let execution: WaterfallExecution? = running.withLock { running in
      guard !running.isDropped else { return nil }
      if running.isSuspended { _ = machine.suspend() }
      running.execution = WaterfallExecution(machine, driver: self, clock: clock)
      return running.execution
    }
    guard let execution else { return }
    if host == nil && LaneThreads.mustHop(to: machine.lane) {
      execution.bringThread(to: machine.lane)
    } else {
      execution.drive()
    }
  }

  private func execution(_ note: (inout Running) -> Void) -> WaterfallExecution? {
    running.withLock { running in
      note(&running)
      return running.execution
    }
  }

  override func suspendHeld() {
    super.suspendHeld()
    execution { $0.isSuspended = true }?.suspend()
  }

  override func resumeHeld() {
    super.resumeHeld()
    execution { $0.isSuspended = false }?.resume()
  }

  override func cancelHeld() {
    super.cancelHeld()
    execution { $0.isDropped = true }?.cancel()
  }

  override func didFinishByHand() {
    execution { $0.isDropped = true }?.cancel()
  }

  override func priorityDidChange() {
    super.priorityDidChange()
    execution { _ in }?.priorityDidChange()
  }

  override var outcome: OperationOutcome {
    if isCancelled { return .cancelled }
    return running.withLock { $0.end } ?? super.outcome
  }

  // MARK: WaterfallDriver

  func hop(to lane: Lane, _ body: @escaping @Sendable () -> Void) {
    if let host {
      host.hop(to: lane, body)
    } else {
      LaneThreads.run(in: lane, body)
    }
  }

  var queueID: ObjectIdentifier? { host?.queueID }

  func boundary(from: Lane, to: Lane) -> BoundaryAnswer {
    host?.boundary(from: from, to: to) ?? LaneThreads.boundary(from: from, to: to)
  }

  func executionDidEnd(_ outcome: OperationOutcome) {
    running.withLock { running in
      running.execution = nil
      if !running.isDropped { running.end = outcome }
    }
    switch outcome {
    case .success(let box):
      complete(with: box.unboxed(as: Value.self).map { .success($0) } ?? .failure(InputMismatch()))
    case .failure(let error, _):
      complete(with: .failure(error))
    case .cancelled:
      complete(with: .failure(CancellationError()))
    case .yielded:
      finishNow()
    }
  }

  func executionDidReport(_ progress: WorkProgress) {
    if let fraction = progress.fraction, host == nil { report(fraction) }
    observer?.operation(self, didReport: progress)
  }
}

/// Where an attempt begins: at the start of its work, or at a checkpoint.
package struct WorkStart: QueueStart {
  package var checkpoint: Checkpoint?
  package var retryState = RetryState()

  package func fromTheBeginning() -> WorkStart { WorkStart(retryState: retryState) }

  package init(checkpoint: Checkpoint? = nil, retryState: RetryState = RetryState()) {
    self.checkpoint = checkpoint
    self.retryState = retryState
  }
}

/// What a queue offers to the operations it runs.
package protocol OperationHost: AnyObject, Sendable {
  var clock: any EngineClock { get }
  var queueID: ObjectIdentifier? { get }
  func hop(to lane: Lane, _ body: @escaping @Sendable () -> Void)
  func boundary(from: Lane, to: Lane) -> BoundaryAnswer
}

extension OperationHost {
  package var queueID: ObjectIdentifier? { nil }
}
