internal import Foundation

extension Report {
  /// Returns what is printed where there is no terminal to draw in: one line for each concern, names aligned.
  public func summary() -> String {
    var lines: [(name: String, text: String)] = [("rows", "\(rows)")]
    let shown = screens ?? [self]
    lines += shown.enumerated().map { ($0.offset == 0 ? "on screen" : "", $0.element.outcome) }
    lines += [
      ("operations", "\(started) started, \(completed) completed, \(failed) failed, \(cancelled) cancelled"),
      ("", "\(yielded) yielded, \(parked) parked, \(resumed) resumed, \(retries) retries"),
      ("shared", "\(coalesced) coalesced, \(cacheHits) from the cache, \(wastedStarts) started in vain"),
    ]
    let times = timeToVisibleMs
    for (index, lane) in lanes.enumerated() {
      let limit = lane.limit < 0 ? "no limit" : "limit \(lane.limit)"
      lines.append((index == 0 ? "lanes" : "", "\(lane.name): at most \(lane.peakRunning) at once, \(limit)"))
    }
    lines += [
      ("fetches", "\(fetchesStarted) started, \(fetchesCompleted) completed"),
      ("http", "\(httpRequests) requests, \(Self.size(httpBytes)), \(redirects) redirects"),
      ("", "\(feedPages) feed pages, \(avatarsStarted) avatars, \(unidentified) pictures without an id"),
      ("time to visible", "p50 \(ms(times.p50)), p99 \(ms(times.p99)), max \(ms(times.max))"),
    ]
    let verdict = problems.isEmpty ? ["ok"] : problems
    lines += verdict.enumerated().map { ($0.offset == 0 ? "result" : "", $0.element) }
    let width = lines.map(\.name.count).max() ?? 0
    return lines.map { $0.name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + $0.text }
      .joined(separator: "\n") + "\n"
  }

  private var outcome: String {
    "\(screen.map { "\($0): " } ?? "")\(visible) cells: \(visibleComplete) complete, \(visibleFailed) failed, "
      + "\(wrongCell) wrong; \(violations) violations"
  }

  private func ms(_ value: Double) -> String {
    String(format: "%.1f ms", value)
  }

  private static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1_000: "\(bytes) bytes"
    case ..<1_000_000: String(format: "%.1f kB", Double(bytes) / 1_000)
    default: String(format: "%.1f MB", Double(bytes) / 1_000_000)
    }
  }
}
