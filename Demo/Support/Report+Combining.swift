extension Report {
  /// Sums up the reports of several screens, which it keeps; one alone is taken as it is.
  ///
  /// - Parameter timesToVisible: the milliseconds of all screens, whose percentiles are no sum.
  public init(combining reports: [Report], timesToVisible: [Double]) {
    self = reports.first ?? Report()
    guard reports.count > 1 else { return }
    screen = nil
    screens = reports
    for report in reports.dropFirst() { add(report) }
    timeToVisibleMs = Percentiles(of: timesToVisible)
  }

  private mutating func add(_ other: Report) {
    let sums: [WritableKeyPath<Report, Int>] = [
      \.rows, \.visible, \.visibleComplete, \.visibleFailed, \.wrongCell, \.violations, \.started, \.completed,
      \.failed, \.cancelled, \.yielded, \.parked, \.resumed, \.retries, \.coalesced, \.cacheHits, \.fetchesStarted,
      \.fetchesCompleted, \.avatarsStarted, \.feedPages, \.redirects, \.httpRequests, \.httpBytes, \.unidentified,
      \.wastedStarts,
    ]
    for path in sums { self[keyPath: path] += other[keyPath: path] }
    for lane in other.lanes {
      if let index = lanes.firstIndex(where: { $0.name == lane.name }) {
        lanes[index].peakRunning = max(lanes[index].peakRunning, lane.peakRunning)
      } else {
        lanes.append(lane)
      }
    }
  }
}
