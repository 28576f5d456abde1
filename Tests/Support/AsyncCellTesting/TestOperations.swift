package import AsyncCellCore
package import Foundation

/// An operation whose body is a closure, and that notes which hooks were called.
package final class ProbeOperation: AsyncOperation, @unchecked Sendable {
  // Immutable.
  package let hooks = Record<String>()
  private let body: @Sendable (ProbeOperation) -> Void

  package init(_ body: @escaping @Sendable (ProbeOperation) -> Void = { $0.finish() }) {
    self.body = body
  }

  override package func main() {
    hooks.append("main")
    body(self)
  }

  override package func didSuspend() { hooks.append("suspend") }
  override package func didResume() { hooks.append("resume") }

  override package func didCancel() {
    hooks.append("cancel")
    super.didCancel()
  }
}

/// A cell operation whose body is a closure.
package final class ProbeCellOperation<Value: Sendable>: CellOperation<Value>, @unchecked Sendable {
  // Immutable.
  package let hooks = Record<String>()
  private let forgetsSuper: Bool
  private let body: @Sendable (ProbeCellOperation) -> Void

  package init(forgettingSuper: Bool = false, _ body: @escaping @Sendable (ProbeCellOperation) -> Void) {
    forgetsSuper = forgettingSuper
    self.body = body
  }

  override package func main() {
    hooks.append("main")
    body(self)
  }

  override package func didSuspend() { hooks.append("suspend") }
  override package func didResume() { hooks.append("resume") }

  override package func didCancel() {
    hooks.append("cancel")
    if !forgetsSuper { super.didCancel() }
  }
}

/// Notes what the engine would be told of an operation.
package final class SpyObserver: OperationObserver {
  package let events = Record<String>()

  package init() {}

  package func operationDidFinish(_ operation: AsyncOperation) { events.append("finish") }
  package func operationBodyDidEnd(_ operation: AsyncOperation) { events.append("end") }
  package func operationDidPark(_ operation: AsyncOperation) { events.append("park") }

  package func operation(_ operation: AsyncOperation, didReport progress: WorkProgress) {
    events.append("report \(progress.fraction ?? -1)")
  }
}

extension Operation {
  /// Counts the calls of the operation's completion block.
  package func countCompletions() -> Tally {
    let tally = Tally()
    completionBlock = { tally.add() }
    return tally
  }
}

extension OperationQueue {
  /// Adds operations in order; the call that adds many at once may wait, and so is not for asynchronous tests.
  package func add(_ operations: [Operation]) {
    for operation in operations { addOperation(operation) }
  }
}
