import Foundation

/// The threads of runs that belong to no queue.
enum LaneThreads {
  static func run(in lane: Lane, _ body: @escaping @Sendable () -> Void) {
    if let queue = lane.operationQueue {
      queue.addOperation(LaneHop(in: queue, body))
    } else {
      DispatchQueue.global(qos: .userInitiated).async(execute: body)
    }
  }

  static func boundary(from: Lane, to: Lane) -> BoundaryAnswer {
    from.operationQueue === to.operationQueue ? .proceed : .hop
  }

  /// Whether the thread of an operation that was just started is not the one to run jobs of the lane on.
  static func mustHop(to lane: Lane) -> Bool {
    if let queue = lane.operationQueue { return queue !== OperationQueue.current }
    return MainQueue.isCurrent
  }
}

/// Brings a thread of the app's own queue to a run. Cancelling that queue's operations ends a hop, never a run: it is
/// then queued again.
private final class LaneHop: AsyncOperation, @unchecked Sendable {
  // Immutable.
  private let queue: OperationQueue
  private let body: @Sendable () -> Void

  init(in queue: OperationQueue, _ body: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.body = body
  }

  override func main() {
    body()
    finish()
  }

  override func didCancel() {}

  override func willSettleUnstarted() {
    queue.addOperation(LaneHop(in: queue, body))
  }
}
