import Foundation

/// The operation that runs a chain: all of it by itself, or up to the point where its queue wants its slot back.
final class WaterfallOperation<Value: Sendable>: CellOperation<Value>, WaterfallDriver, @unchecked Sendable {
  private struct Running: Sendable {
    var execution: WaterfallExecution?
    var end: OperationOutcome?
  }

  // `running` is locked; the rest is immutable.
  private let chain: ErasedChain
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
    let machine = WaterfallMachine(
      chain, from: start.checkpoint, retryState: start.retryState, owner: host == nil ? .itself : .queue)
    let execution: WaterfallExecution
    if let host {
      execution = WaterfallExecution(machine, driver: self, clock: host.clock)
    } else {
      execution = WaterfallExecution(machine, driver: self)
    }
    running.withLock { $0.execution = execution }
    // A wish that came before there was an execution to carry it out.
    if isCancelled {
      execution.cancel()
    } else if isSuspended {
      execution.suspend()
    }
    if host == nil, let queue = machine.lane.operationQueue, queue !== OperationQueue.current {
      execution.bringThread(to: machine.lane)
    } else {
      execution.drive()
    }
  }

  private var execution: WaterfallExecution? { running.withLock { $0.execution } }

  override func suspendHeld() {
    super.suspendHeld()
    execution?.suspend()
  }

  override func resumeHeld() {
    super.resumeHeld()
    execution?.resume()
  }

  override func cancelHeld() {
    super.cancelHeld()
    execution?.cancel()
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

  func boundary(from: Lane, to: Lane) -> BoundaryAnswer {
    host?.boundary(from: from, to: to) ?? LaneThreads.boundary(from: from, to: to)
  }

  func executionDidEnd(_ outcome: OperationOutcome) {
    running.withLock { running in
      running.execution = nil
      running.end = outcome
    }
    switch outcome {
    case .success(let box):
      finish(with: box.unboxed(as: Value.self).map { .success($0) } ?? .failure(InputMismatch()))
    case .failure(let error, _):
      finish(with: .failure(error))
    case .cancelled:
      finish(with: .failure(CancellationError()))
    case .yielded:
      finish()
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
  func hop(to lane: Lane, _ body: @escaping @Sendable () -> Void)
  func boundary(from: Lane, to: Lane) -> BoundaryAnswer
}

/// The threads of runs that belong to no queue.
enum LaneThreads {
  static func run(in lane: Lane, _ body: @escaping @Sendable () -> Void) {
    if let queue = lane.operationQueue {
      queue.addOperation(body)
    } else {
      DispatchQueue.global(qos: .userInitiated).async(execute: body)
    }
  }

  static func boundary(from: Lane, to: Lane) -> BoundaryAnswer {
    from.operationQueue === to.operationQueue ? .proceed : .hop
  }
}
