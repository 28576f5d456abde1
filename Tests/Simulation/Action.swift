/// One thing that an app, its user or the world may do to a list, as numbers that can be drawn, replayed and shrunk.
///
/// The numbers mean the same whatever the state of the world: which cell, which item, which of the jobs in flight is
/// found by remainder. So a trace stays a trace when actions are taken out of it.
struct Action: Equatable, CustomStringConvertible {
  enum Kind: UInt8, CaseIterable {
    case prepare, display, displayItem, endDisplay, unbind, cellDies
    case succeed, fail, report, letGo
    case thread, main, settle, time
    case cancel, suspend, resume, reset, resetCell, retry
    case prefetch, cancelPrefetch, memoryWarning, logOut
    case limit, cancelRuns, store, newVersion
    case hideScreen, showScreen, background, foreground
    case request, cancelRequest, raise, lower, reenter

    /// How often it is drawn.
    var weight: Int {
      switch self {
      case .displayItem, .endDisplay, .succeed, .settle: 12
      case .prepare, .display, .thread, .main: 7
      case .fail, .report, .time, .resume, .prefetch, .letGo: 4
      case .cancel, .suspend, .reset, .resetCell, .retry, .newVersion, .limit, .reenter, .cancelPrefetch: 2
      case .unbind, .cellDies, .memoryWarning, .logOut, .cancelRuns, .store, .hideScreen, .showScreen: 1
      case .background, .foreground, .request, .cancelRequest, .raise, .lower: 1
      }
    }
  }

  let kind: Kind
  let a: UInt8
  let b: UInt8

  var description: String { "\(kind)(\(a), \(b))" }

  private static let urn = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }

  static func random(using dice: inout Dice) -> Action {
    let number = dice.next()
    let kind = urn[Int(truncatingIfNeeded: number >> 32) % urn.count]
    return Action(kind: kind, a: UInt8(truncatingIfNeeded: number), b: UInt8(truncatingIfNeeded: number >> 8))
  }
}

/// SplitMix64: the same numbers for the same seed, on every platform.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return (z ^ (z >> 31)) & 0x7FFF_FFFF_FFFF_FFFF
  }
}
