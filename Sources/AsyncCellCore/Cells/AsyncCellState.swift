/// What an ``AsyncCell`` has to show.
public enum AsyncCellState<Value: Sendable>: Sendable {
  /// The work waits or runs.
  case inProgress(AsyncCellProgress<Value>)
  /// The value is there.
  case complete(Value)
  /// The work has failed, retries included.
  case failed(AsyncCellFailure)

  /// The value to show: the one that is there, or the previous one while a newer is on its way.
  public var value: Value? {
    switch self {
    case .inProgress(let progress): progress.previous
    case .complete(let value): value
    case .failed: nil
    }
  }

  /// The failure, if there is one.
  public var failure: AsyncCellFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }
}

/// How far the work of a cell is.
public struct AsyncCellProgress<Value: Sendable>: Sendable {
  /// What the work is doing.
  public enum Phase: Sendable {
    /// Waits for its turn, or to be tried again.
    case waiting
    /// Runs.
    case running
  }

  /// What the work is doing.
  public var phase: Phase
  /// The attempt that runs or waits, from 1.
  public var attempt: Int
  /// The job that has reported, if it has a name.
  public var jobName: String?
  /// How far the job is, from 0 to 1, if it says so. It never goes back within one attempt of one job.
  public var fraction: Double?
  /// The value that the cell has shown until now: an older version of the same item.
  public var previous: Value?

  package init(phase: Phase, attempt: Int, jobName: String?, fraction: Double?, previous: Value?) {
    self.phase = phase
    self.attempt = attempt
    self.jobName = jobName
    self.fraction = fraction
    self.previous = previous
  }
}

/// Why a cell has no value.
///
/// Its description names the job and the kind of error, never what the error says: that may hold addresses or data.
public struct AsyncCellFailure: Error, Sendable {
  /// The error of the job that failed.
  public let error: any Error
  /// The job that failed, if it has a name.
  public let jobName: String?
  /// Attempts made.
  public let attempts: Int
  /// Whether another attempt may help.
  public var kind: FailureKind { FailureKind(of: error) }
  private let tryAgain: @MainActor @Sendable () -> Void

  package init(error: any Error, jobName: String?, attempts: Int, retry: @escaping @MainActor @Sendable () -> Void) {
    self.error = error
    self.jobName = jobName
    self.attempts = attempts
    tryAgain = retry
  }

  /// Runs the item's work again, for every cell that shows the item. It acts on the item, not on the cell: after the
  /// failure has been overtaken, by a retry or a reset, it does nothing.
  @MainActor
  public func retry() {
    tryAgain()
  }
}

// Descriptions end up in logs: they hold neither values nor what errors say.

extension AsyncCellState: CustomStringConvertible {
  public var description: String {
    switch self {
    case .inProgress(let progress): "inProgress(\(progress))"
    case .complete: "complete(\(Value.self))"
    case .failed(let failure): "failed(\(failure))"
    }
  }
}

extension AsyncCellProgress: CustomStringConvertible {
  public var description: String {
    var parts = ["\(phase)", "attempt \(attempt)"]
    if let jobName { parts.append(jobName) }
    if let fraction { parts.append("\(Int((fraction * 100).rounded()))%") }
    if previous != nil { parts.append("with previous") }
    return parts.joined(separator: ", ")
  }
}

extension AsyncCellFailure: CustomStringConvertible {
  public var description: String {
    "\(jobName.map { "\($0): " } ?? "")\(type(of: error)), \(kind), \(attempts) \(attempts == 1 ? "attempt" : "attempts")"
  }
}

/// How long failures are remembered. While one is, showing its item again shows the failure and starts nothing.
public struct FailureLifetime: Sendable, Equatable {
  var lasting: Duration?
  var passing: Duration?

  /// Every failure stays until it is retried or reset; IKAsyncable's rule.
  public static let untilReset = FailureLifetime(lasting: nil, passing: nil)

  /// Permanent failures stay until they are retried or reset; transient ones, and being offline, for so many seconds.
  public static func transient(_ seconds: Double = 30) -> FailureLifetime {
    FailureLifetime(lasting: nil, passing: .interval(seconds))
  }

  func expiry(of error: any Error, now: Duration) -> Duration? {
    (FailureKind(of: error).isLasting ? lasting : passing).map { now + $0 }
  }
}
