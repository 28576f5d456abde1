public import Foundation

/// A job that did not end by itself.
public enum JobError: Error, Equatable, Sendable {
  /// The job ran longer than its ``Job/timeout(_:)`` allows.
  case timedOut(job: String?, seconds: TimeInterval)
  /// The job let go of its ``Handoff`` without calling it.
  case handoffDropped(job: String?)

  var kind: FailureKind {
    switch self {
    case .timedOut: .transient
    case .handoffDropped: .permanent
    }
  }
}

extension JobError: LocalizedError, CustomStringConvertible {
  public var description: String {
    switch self {
    case .timedOut(let job, let seconds):
      "The job \(job ?? "without a name") did not end within \(seconds) seconds."
    case .handoffDropped(let job):
      "The job \(job ?? "without a name") let go of its hand-off without calling it."
    }
  }

  public var errorDescription: String? { description }
}
