/// Where a run of a ``Waterfall`` can go on: its next job and that job's input.
///
/// A run that gives way or is suspended keeps one and goes on from it; a cancelled one drops it and begins again.
public struct Checkpoint: Sendable {
  package struct Frame: Sendable {
    package let plan: WaterfallPlan
    /// The index of the job to run next.
    package var next: Int
    /// The chain's policy, or that of the chain around it.
    package let retry: RetryPolicy?
  }

  package var frames: [Frame]
  package var input: ValueBox
  package var lane: Lane
  package var retryState = RetryState()

  package var nextStep: WaterfallStep? {
    frames.last.map { $0.plan.steps[$0.next] }
  }

  /// The name of the next job.
  public var jobName: String? { nextStep?.name }

  /// The position of the next job in its chain, from 0.
  public var jobIndex: Int { frames.last?.next ?? 0 }

  /// Bytes that the input is thought to take while it waits.
  public var heldCost: Int { input.heldCost }

  /// The first lane that comes after the next job's.
  ///
  /// - Complexity: O(n) in the number of jobs up to there.
  package var laneAfter: Lane? {
    for frame in frames.reversed() {
      for step in frame.plan.steps[frame.next...] {
        if let next = step.lane, next != lane { return next }
      }
    }
    return nil
  }
}

extension Checkpoint: CustomStringConvertible {
  public var description: String { "Checkpoint(job: \(jobName ?? "#\(jobIndex)"))" }
}

/// Where and under which policy a run has failed.
package struct FailurePoint: Sendable {
  package var checkpoint: Checkpoint
  /// The failed job's own policy, or its chain's.
  package var policy: RetryPolicy?
  package var isJobPolicy: Bool
}
