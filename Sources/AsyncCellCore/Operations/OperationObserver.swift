/// What the engine learns of an operation that it has started; each method may be called on any thread.
package protocol OperationObserver: AnyObject, Sendable {
  /// Once, when the operation has finished; its body may still be running.
  func operationDidFinish(_ operation: AsyncOperation)
  /// Once, when it has finished and nothing of its body is running any more.
  func operationBodyDidEnd(_ operation: AsyncOperation)
  /// Each time it is suspended and nothing of its body is running any more.
  func operationDidPark(_ operation: AsyncOperation)
  /// The work has reported how far it is.
  func operation(_ operation: AsyncOperation, didReport progress: WorkProgress)
}

/// How far a piece of work is, as the work itself says.
package struct WorkProgress: Sendable {
  package var fraction: Double?
  package var jobName: String?
  /// The attempt, from 1.
  package var attempt = 1
}
