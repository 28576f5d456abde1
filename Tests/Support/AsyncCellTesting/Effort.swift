import Foundation

/// How hard the randomized tests try: an eighth of their seeds, or all of them where `ASYNCCELL_EFFORT` is `full`.
package enum Effort {
  package static let isFull = ProcessInfo.processInfo.environment["ASYNCCELL_EFFORT"] == "full"

  /// The seeds to try out of those there are.
  package static func seeds(_ all: Range<UInt64>) -> [UInt64] {
    isFull ? Array(all) : Array(all.prefix(max(1, all.count / 8)))
  }

  /// A count that a debug build works through in a moment, or the whole.
  package static func count(_ full: Int, quick: Int) -> Int {
    isFull ? full : quick
  }
}
