/// How long the latest runs of a lane took, in seconds, from their start to their end or to the next lane.
package struct RecentDurations: Sendable {
  private static let capacity = 32

  private var samples: ContiguousArray<Float> = []
  private var next = 0
  private var known: Float?

  package init() {}

  package mutating func add(_ duration: Duration) {
    let seconds = Float(max(0, duration.seconds))
    if samples.count < Self.capacity { samples.append(seconds) } else { samples[next] = seconds }
    next = (next + 1) % Self.capacity
    known = nil
  }

  /// What nine in ten of them did not exceed; zero when there were none.
  package mutating func high() -> Double {
    if let known { return Double(known) }
    guard !samples.isEmpty else { return 0 }
    let sorted = samples.sorted()
    let high = sorted[min(sorted.count - 1, sorted.count * 9 / 10)]
    known = high
    return Double(high)
  }
}
