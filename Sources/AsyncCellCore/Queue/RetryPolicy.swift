public import Foundation

/// How often, how soon and after which errors work is tried again.
public struct RetryPolicy: Sendable {
  /// For ``maxNumberOfFailures``: never report a failure. The delay is then never below a quarter of a second.
  public static let unlimitedRetries = Int.max

  /// One attempt and no more.
  public static let none = RetryPolicy(maxNumberOfFailures: 1)

  /// The failure that is reported: 3 means two retries; 0 and 1 mean a single attempt.
  public var maxNumberOfFailures: Int

  /// How long to wait before the next attempt.
  public var backoff: Backoff

  /// Whether an error is worth another attempt. Called on any thread, never under a lock.
  public var shouldRetry: @Sendable (any Error) -> Bool

  /// Makes a policy; by default three attempts, exponential delays with full jitter, and no retry of what is known to
  /// be permanent.
  public init(
    maxNumberOfFailures: Int = 3,
    backoff: Backoff = .exponential(),
    shouldRetry: @escaping @Sendable (any Error) -> Bool = { FailureKind(of: $0).isWorthRetrying }
  ) {
    self.maxNumberOfFailures = maxNumberOfFailures
    self.backoff = backoff
    self.shouldRetry = shouldRetry
  }

  /// The time to wait before the next attempt.
  public enum Backoff: Sendable, Equatable {
    /// Try again at once.
    case immediate
    /// The same number of seconds each time.
    case constant(TimeInterval)
    /// Doubles from `initial` to `maximum` seconds. With jitter, a random time up to that ("full jitter", as Amazon's
    /// architecture blog named it), so that many cells that failed together do not return together.
    case exponential(initial: TimeInterval = 0.5, maximum: TimeInterval = 30, jitter: Bool = true)
  }

  /// Seconds to wait after the given number of failures.
  ///
  /// - Parameter random: a number from 0 up to 1.
  package func delay(afterFailures failures: Int, random: Double) -> TimeInterval {
    let delay: TimeInterval
    switch backoff {
    case .immediate:
      delay = 0
    case .constant(let seconds):
      delay = seconds
    case .exponential(let initial, let maximum, let jitter):
      let doubled = min(maximum, initial * pow(2, Double(min(max(failures, 1) - 1, 60))))
      delay = jitter ? doubled * random : doubled
    }
    let floor = maxNumberOfFailures == Self.unlimitedRetries ? 0.25 : 0
    return delay.isNaN ? floor : max(delay, floor)
  }
}

/// Counts the failures of one run and decides after each.
package struct RetryState: Sendable, Equatable {
  /// Attempts that have failed in this run, whichever job failed.
  package private(set) var failures = 0
  /// Failures that counted against the policy that was asked last: its delays grow with them.
  package private(set) var countedFailures = 0
  /// Failures of jobs without a policy of their own.
  private var runFailures = 0
  /// Failures of the present job under a policy of its own, which replaces the run's for them.
  private var jobFailures = 0

  package init() {}

  /// Notes a failure; true: try again.
  package mutating func shouldRetry(maxNumberOfFailures: Int, isJobPolicy: Bool, isRetryable: Bool) -> Bool {
    failures += 1
    if isJobPolicy { jobFailures += 1 } else { runFailures += 1 }
    countedFailures = isJobPolicy ? jobFailures : runFailures
    return isRetryable && countedFailures < max(1, maxNumberOfFailures)
  }

  /// A job has succeeded: the next one's own policy counts from zero.
  package mutating func jobSucceeded() {
    jobFailures = 0
  }
}
