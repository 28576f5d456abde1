/// How a list schedules its cells.
///
/// UIKit does not promise one schedule (B35: the order of ends and begins in a pass, and how far it looks ahead, are
/// unspecified), so a test that holds under one profile only has proved nothing.
@_spi(Headless)
public struct HeadlessProfile: Hashable, Sendable, CustomStringConvertible {
  /// What a layout pass does first: end the display of what left, or begin that of what came.
  public enum PassOrder: Hashable, Sendable {
    case endsFirst, beginsFirst
  }

  public var name: String
  /// Cells prepared beyond the visible ones, in the direction of scrolling (B2: they may never be displayed).
  public var preparedAhead: Int
  /// Rows beyond the visible ones that the prefetch data source hears of.
  public var prefetchDistance: Int
  /// Cells kept, prepared, after their display ended (B4: displayed again with no new `cellForRowAt`).
  public var keptCells: Int
  /// Rows a kept cell may be away from the visible ones.
  public var keptDistance: Int
  /// Frames between leaving the bounds and `didEndDisplaying` (B11: the end may be late).
  public var endDisplayDelay: Int
  public var passOrder: PassOrder
  /// Where set, the numbers above are only limits, and what a list does is drawn from a generator with this seed.
  public private(set) var chaosSeed: UInt64?

  public init(
    name: String, preparedAhead: Int, prefetchDistance: Int, keptCells: Int, keptDistance: Int, endDisplayDelay: Int,
    passOrder: PassOrder
  ) {
    self.name = name
    self.preparedAhead = preparedAhead
    self.prefetchDistance = prefetchDistance
    self.keptCells = keptCells
    self.keptDistance = keptDistance
    self.endDisplayDelay = endDisplayDelay
    self.passOrder = passOrder
  }

  public var description: String { name }

  /// What `isPrefetchingEnabled = false` gives (B5: cells on demand, and no data prefetch either).
  public static let noPrefetch = HeadlessProfile(
    name: "noPrefetch", preparedAhead: 0, prefetchDistance: 0, keptCells: 0, keptDistance: 0, endDisplayDelay: 0,
    passOrder: .endsFirst)

  /// Collection views before iOS 15 (B3): cells ahead, none kept after their display.
  public static let lookAhead = HeadlessProfile(
    name: "lookAhead", preparedAhead: 2, prefetchDistance: 8, keptCells: 0, keptDistance: 8, endDisplayDelay: 0,
    passOrder: .endsFirst)

  /// Tables and collection views since iOS 15 (B2): cells ahead, cells kept, late ends.
  public static let preparedCache = HeadlessProfile(
    name: "preparedCache", preparedAhead: 2, prefetchDistance: 8, keptCells: 6, keptDistance: 8, endDisplayDelay: 1,
    passOrder: .beginsFirst)

  /// Whatever the contract permits, at random but repeatably: the order of ends and begins, how far a list looks
  /// ahead, prefetches out of order or repeated, cancellations late or never, cells given up early, ends of display
  /// late or, for few cells, very late (B6, B7, B8, B11, B27, B35).
  ///
  /// What it keeps to: the main actor; a display begins only for a prepared cell and ends only after it began, with
  /// the same cell; one cell for one path outside animations; no prefetch before the first scroll (B3).
  public static func legalChaos(seed: UInt64) -> HeadlessProfile {
    var profile = HeadlessProfile(
      name: "legalChaos(\(seed))", preparedAhead: 5, prefetchDistance: 12, keptCells: 8, keptDistance: 10,
      endDisplayDelay: 3, passOrder: .beginsFirst)
    profile.chaosSeed = seed
    return profile
  }

  /// The fixed ones.
  public static let all: [HeadlessProfile] = [.noPrefetch, .lookAhead, .preparedCache]

  /// The same schedule with everything switched off that `isPrefetchingEnabled = false` switches off.
  var withoutPrefetching: HeadlessProfile {
    var copy = self
    copy.preparedAhead = 0
    copy.prefetchDistance = 0
    copy.keptCells = 0
    return copy
  }
}
