/// Counts of objects alive in debug builds, so that tests can show that nothing is left behind.
package enum LiveObjects {
  package enum Kind: Sendable, CaseIterable { case operation, execution, run, claim, slot }

  private struct Counters: Sendable {
    var counts: [Kind: Int] = [:]
  }

  private static let counters = Locked(Counters())

  package static func count(_ kind: Kind, _ change: Int) {
    #if DEBUG
      counters.withLock { $0.counts[kind, default: 0] += change }
    #endif
  }

  /// Objects of a kind that are alive now; always zero in a release build.
  package static func alive(_ kind: Kind) -> Int {
    counters.withLock { $0.counts[kind, default: 0] }
  }
}
