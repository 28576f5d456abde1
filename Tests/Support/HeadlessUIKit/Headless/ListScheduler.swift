import Foundation

/// Makes the choices that UIKit leaves open, one list and frame after the other: always the same ones under a fixed
/// profile, drawn from a seeded generator under ``HeadlessProfile/legalChaos(seed:)``.
struct ListScheduler {
  private var generator: SeededGenerator?

  init(_ profile: HeadlessProfile) {
    generator = profile.chaosSeed.map(SeededGenerator.init)
  }

  /// - Returns: The most a profile says, or in chaos any number up to it.
  mutating func upTo(_ most: Int) -> Int {
    guard most > 0 else { return 0 }
    return generator == nil ? most : draw(0...most)
  }

  mutating func passOrder(_ profile: HeadlessProfile) -> HeadlessProfile.PassOrder {
    oneIn(2) ? (profile.passOrder == .endsFirst ? .beginsFirst : .endsFirst) : profile.passOrder
  }

  /// - Parameter held: How many cells are held like a first responder already, few of which exist at a time.
  /// - Returns: In how many frames a display ends; rarely, and for few cells, it goes on for long (B11, B27).
  mutating func endDelay(_ profile: HeadlessProfile, held: Int) -> Int {
    held < 2 && oneIn(24) ? draw(60...300) : upTo(profile.endDisplayDelay)
  }

  /// - Returns: Whether a cell is kept, prepared, when its display ends (B2, B4).
  mutating func keepsCell(_ profile: HeadlessProfile) -> Bool {
    profile.keptCells > 0 && !oneIn(3)
  }

  /// - Returns: Whether a cached cell is given up although there is room for it; no promise was made to keep it (B2).
  mutating func evictsEarly() -> Bool {
    oneIn(10)
  }

  /// Prefetches may come out of order, with gaps, and more than once (B6, B7).
  mutating func prefetches(_ new: [IndexPath], outstanding: [IndexPath]) -> [IndexPath] {
    guard generator != nil else { return new }
    var paths = new.filter { _ in !oneIn(6) }
    if oneIn(4), let again = pick(outstanding) { paths.append(again) }
    if oneIn(2) { shuffle(&paths) }
    return paths
  }

  /// Cancellations may come late, never, or for rows that are still ahead (B7, B8).
  mutating func cancellations(_ due: [IndexPath], outstanding: [IndexPath]) -> (now: [IndexPath], later: [IndexPath]) {
    guard generator != nil else { return (due, []) }
    var (now, later): ([IndexPath], [IndexPath]) = ([], [])
    for path in due where !oneIn(8) {
      if oneIn(3) { later.append(path) } else { now.append(path) }
    }
    if oneIn(8), let early = pick(outstanding), !now.contains(early) { now.append(early) }
    return (now, later)
  }

  /// - Returns: In chaos, true once in so many times; never under a fixed profile.
  private mutating func oneIn(_ times: Int) -> Bool {
    generator != nil && draw(1...times) == 1
  }

  private mutating func pick(_ paths: [IndexPath]) -> IndexPath? {
    paths.isEmpty ? nil : paths[draw(0...(paths.count - 1))]
  }

  private mutating func shuffle(_ paths: inout [IndexPath]) {
    guard var random = generator else { return }
    paths.shuffle(using: &random)
    generator = random
  }

  private mutating func draw(_ range: ClosedRange<Int>) -> Int {
    guard var random = generator else { return range.lowerBound }
    defer { generator = random }
    return Int.random(in: range, using: &random)
  }
}

/// SplitMix64: small, and the same numbers for the same seed on every platform.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
