public import Foundation

/// The result of a run, as it is written with `--json`.
public struct Report: Codable, Sendable, Equatable {
  /// One lane of the queue.
  public struct Lane: Codable, Sendable, Equatable {
    public var name: String
    public var limit: Int
    public var peakRunning: Int

    public init(name: String, limit: Int, peakRunning: Int) {
      self.name = name
      self.limit = limit
      self.peakRunning = peakRunning
    }
  }

  /// Milliseconds at three ranks.
  public struct Percentiles: Codable, Sendable, Equatable {
    public var p50 = 0.0
    public var p99 = 0.0
    public var max = 0.0

    /// Takes the nearest rank of each, to a hundredth; no values give 0.
    ///
    /// - Complexity: O(*n* log *n*).
    public init(of values: [Double] = []) {
      let sorted = values.sorted()
      p50 = Self.rank(50, of: sorted)
      p99 = Self.rank(99, of: sorted)
      max = Self.rank(100, of: sorted)
    }

    private static func rank(_ percent: Int, of sorted: [Double]) -> Double {
      guard !sorted.isEmpty else { return 0 }
      let index = Swift.max(0, (sorted.count * percent + 99) / 100 - 1)
      return (sorted[index] * 100).rounded() / 100
    }
  }

  /// The screen that was shown; nil if there were several.
  public var screen: String?
  /// Each of several screens by itself; the rest of the report is about all of them.
  public var screens: [Report]?
  public var rows = 0
  public var visible = 0
  public var visibleComplete = 0
  public var visibleFailed = 0
  public var wrongCell = 0
  /// How often a list was used in a way for which UIKit throws.
  public var violations = 0
  public var started = 0
  public var completed = 0
  public var failed = 0
  public var cancelled = 0
  public var yielded = 0
  public var parked = 0
  public var resumed = 0
  public var retries = 0
  public var coalesced = 0
  public var cacheHits = 0
  public var lanes: [Lane] = []
  public var fetchesStarted = 0
  public var fetchesCompleted = 0
  public var avatarsStarted = 0
  public var feedPages = 0
  public var redirects = 0
  public var httpRequests = 0
  public var httpBytes = 0
  public var unidentified = 0
  public var timeToVisibleMs = Percentiles()
  public var wastedStarts = 0

  public init() {}

  /// What the run promised and did not keep, one line each; empty when all is well.
  public var problems: [String] {
    var problems: [String] = []
    if visibleComplete + visibleFailed != visible {
      problems.append(
        "\(visible - visibleComplete - visibleFailed) of \(visible) visible cells are incomplete without a failure")
    }
    if wrongCell != 0 { problems.append("\(wrongCell) times a cell showed another item's picture") }
    if violations != 0 { problems.append("\(violations) times a list was used in a way for which UIKit throws") }
    for lane in lanes where lane.limit >= 0 && lane.peakRunning > lane.limit {
      problems.append("lane \(lane.name) ran \(lane.peakRunning) at once, its limit is \(lane.limit)")
    }
    return problems
  }

  /// Returns the report as JSON, pretty and with its keys in alphabetical order, with a line break at the end.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
