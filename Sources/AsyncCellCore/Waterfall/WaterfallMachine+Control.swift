/// What reaches the machine from outside its loop: failures' policies, delays, time-outs, suspend, resume, cancel.
extension WaterfallMachine {
  // MARK: Failing

  /// The answer to `consult`. A nil policy, or one the run's owner applies itself, ends the run.
  package mutating func failed(
    _ error: any Error, policy: RetryPolicy?, isJobPolicy: Bool, isRetryable: Bool, drive: UInt64
  ) -> Command {
    guard phase == .driving, drive == self.drive else { return .leave }
    let again = retryState.shouldRetry(
      maxNumberOfFailures: policy?.maxNumberOfFailures ?? 1, isJobPolicy: isJobPolicy, isRetryable: isRetryable)
    guard let policy, again else {
      return end(.failure(error, FailurePoint(checkpoint: checkpoint, policy: policy, isJobPolicy: isJobPolicy)))
    }
    phase = .backingOff
    return .backOff(policy, failures: retryState.countedFailures)
  }

  /// The delay before another attempt has ended. True: bring a thread into the loop.
  package mutating func delayElapsed() -> Bool {
    guard phase == .backingOff else { return false }
    phase = .paused
    return !isSuspended
  }

  /// The job has run out of time. True: bring a thread into the loop to process the failure.
  package mutating func expire(_ token: UInt64, with error: any Error) -> Bool {
    guard inFlight == token, pending == nil, phase == .driving || phase == .detached else { return false }
    // A thread still inside the body finds its drive gone when it comes back.
    drive += 1
    phase = .detached
    pending = .failure(error)
    return true
  }

  // MARK: Control

  package mutating func suspend() -> Bool {
    guard !isSuspended, phase != .ended else { return false }
    isSuspended = true
    return true
  }

  /// True: bring a thread into the loop.
  package mutating func resume() -> Bool {
    guard isSuspended else { return false }
    isSuspended = false
    switch phase {
    case .paused: return true
    case .detached: return pending != nil
    case .idle, .driving, .backingOff, .ended: return false
    }
  }

  /// True: the run ends as cancelled, now.
  package mutating func cancel() -> Bool {
    guard phase != .ended else { return false }
    _ = end(.cancelled)
    return true
  }
}
