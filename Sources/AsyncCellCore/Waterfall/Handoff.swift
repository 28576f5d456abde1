/// How a callback ``Job`` hands over its result: once, at any time, from any thread.
///
/// The first call counts and the others return false. A hand-off that is let go of without having been called fails
/// its job with ``JobError/handoffDropped(job:)``, so that a forgotten callback cannot hang a chain.
public final class Handoff<Output: Sendable>: Sendable {
  private let receipt: Locked<StepReceipt?>

  init(_ receipt: StepReceipt) {
    self.receipt = Locked(receipt)
  }

  deinit {
    take()?.dropped()
  }

  /// Whether the result is still wanted. False once it was handed over, cancelled or timed out.
  public var isWanted: Bool {
    receipt.withLock { $0 }?.isWanted ?? false
  }

  /// Ends the job with a value.
  @discardableResult
  public func succeed(_ value: Output) -> Bool {
    complete(with: .success(value))
  }

  /// Ends the job with an error, and with it the chain, unless it is tried again.
  @discardableResult
  public func fail(_ error: any Error) -> Bool {
    complete(with: .failure(error))
  }

  /// Ends the job. False: it had been handed over before.
  @discardableResult
  public func complete(with result: Result<Output, any Error>) -> Bool {
    guard let receipt = take() else { return false }
    switch result {
    case .success(let value): receipt.handOver(.value(Box(value)))
    case .failure(let error): receipt.handOver(.failure(error))
    }
    return true
  }

  /// Says how far the job is, from 0 to 1. It never goes back within one attempt; what is not a number is ignored.
  public func report(_ fraction: Double) {
    receipt.withLock { $0 }?.report(fraction)
  }

  private func take() -> StepReceipt? {
    receipt.withLock { receipt in
      defer { receipt = nil }
      return receipt
    }
  }
}

/// Leads back from a job to the execution that runs it.
package struct StepReceipt: Sendable {
  let execution: WaterfallExecution
  let token: UInt64

  func handOver(_ result: StepResult) { execution.complete(token, with: result.normalized) }
  func dropped() { execution.dropped(token) }
  func report(_ fraction: Double) { execution.report(token, fraction) }
  var isWanted: Bool { execution.isCurrent(token) }
}
