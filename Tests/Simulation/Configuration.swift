import AsyncCellCore

/// What a world is like: one of 96.
struct Configuration: Equatable, CustomStringConvertible {
  static let count = 96

  let number: Int
  let limit: Int
  let policy: OffscreenPolicy
  let hasGrace: Bool
  let cacheCount: Int
  let stages: Int
  let lists: Int
  let cells: Int
  let items: Int
  let maxNumberOfFailures: Int
  /// Jobs that are not wanted any more keep their slot until they are let go of.
  let ignoresCancel: Bool
  let timing: DeliveryTiming
  let usesListIdentity: Bool
  /// Cells are bound while they are configured, and not only when they are displayed.
  let bindsEarly: Bool

  init(_ number: Int) {
    self.number = number
    limit = [1, 2, 4, -1][number % 4]
    policy = [.demote, .cancel, .suspend, .keep][number / 4 % 4]
    hasGrace = number / 16 % 3 == 1
    cacheCount = [1_000, 2, 0][number / 16 % 3]
    stages = 1 + number % 3
    lists = 1 + number / 2 % 2
    cells = 2 + number % 5
    items = 3 + number % 7
    maxNumberOfFailures = 1 + number % 3
    ignoresCancel = number / 8 % 2 == 1
    timing = number / 48 == 1 ? .eachFrame : .immediately
    usesListIdentity = number % 5 == 4
    bindsEarly = number % 7 != 3
  }

  /// Two keys, two cells, one slot, for exhaustive words.
  init(exhaustive: Void) {
    (number, limit, policy, hasGrace, cacheCount) = (-1, 1, .demote, false, 1_000)
    (stages, lists, cells, items, maxNumberOfFailures) = (1, 1, 2, 2, 2)
    (ignoresCancel, timing, usesListIdentity, bindsEarly) = (false, .immediately, false, true)
  }

  var description: String {
    "limit \(limit), \(policy)\(hasGrace ? " after a grace" : ""), cache \(cacheCount), \(stages) stages, "
      + "\(lists) lists of \(cells) cells, \(items) items, \(maxNumberOfFailures) attempts, \(timing)"
      + (ignoresCancel ? ", jobs ignore cancellation" : "") + (usesListIdentity ? ", list identities" : "")
      + (bindsEarly ? "" : ", bound late")
  }
}
