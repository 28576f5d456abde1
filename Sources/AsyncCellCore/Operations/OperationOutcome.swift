/// How an operation that the engine has run came to its end.
package enum OperationOutcome: Sendable {
  case success(ValueBox)
  /// The error and, for a chain, where a retry would go on.
  case failure(any Error, FailurePoint?)
  case cancelled
  /// It gave its slot back at a job boundary, to go on from the checkpoint later.
  case yielded(Checkpoint)
}

/// An operation that did not keep its contract.
public enum OperationError: Error, Equatable, Sendable {
  /// `finish()` was called where `finish(with:)` was due.
  case finishedWithoutResult
  /// An ``OperationFactory`` handed out an operation that had run, or was running, already.
  case operationAlreadyUsed
}
