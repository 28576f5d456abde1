import DemoSupport
import Foundation
import Testing

@Suite("Report", .timeLimit(.minutes(5)))
struct ReportTests {
  @Test("The JSON has exactly the promised fields, always in the same order")
  func json() throws {
    var report = Report()
    report.lanes = [Report.Lane(name: "default", limit: 4, peakRunning: 3)]
    let text = String(decoding: try report.json(), as: UTF8.self)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let promised = """
      rows visible visibleComplete visibleFailed wrongCell violations started completed failed cancelled yielded parked resumed
      retries coalesced cacheHits lanes fetchesStarted fetchesCompleted avatarsStarted feedPages redirects httpRequests
      httpBytes unidentified timeToVisibleMs wastedStarts
      """
    #expect(object.keys.sorted() == promised.split(whereSeparator: \.isWhitespace).map(String.init).sorted())
    #expect((object["timeToVisibleMs"] as? [String: Any])?.keys.sorted() == ["max", "p50", "p99"])
    #expect((object["lanes"] as? [[String: Any]])?.first?.keys.sorted() == ["limit", "name", "peakRunning"])
    #expect(text.hasPrefix("{\n  \"avatarsStarted\" : 0,\n  \"cacheHits\" : 0,\n"))
    #expect(text.hasSuffix("}\n"))
    #expect(try JSONDecoder().decode(Report.self, from: Data(text.utf8)) == report)
  }

  @Test(
    "Percentiles are of the nearest rank",
    arguments: [
      ([], [0, 0, 0]), ([7], [7, 7, 7]), ([3, 1, 2], [2, 3, 3]), ([1, 2], [1, 2, 2]),
      ((1...100).map(Double.init), [50, 99, 100]), ((1...200).map(Double.init), [100, 198, 200]),
      ([1.23456], [1.23, 1.23, 1.23]),
    ] as [([Double], [Double])])
  func percentiles(_ values: [Double], expected: [Double]) {
    let result = Report.Percentiles(of: values.shuffled())
    #expect([result.p50, result.p99, result.max] == expected)
  }

  @Test("A promise not kept is a problem")
  func problems() {
    var report = Report()
    report.visible = 3
    report.visibleComplete = 2
    report.visibleFailed = 1
    report.lanes = [
      Report.Lane(name: "default", limit: 4, peakRunning: 4), Report.Lane(name: "open", limit: -1, peakRunning: 90),
    ]
    #expect(report.problems.isEmpty)
    report.visibleComplete = 1
    report.wrongCell = 2
    report.violations = 4
    report.lanes[0].peakRunning = 5
    #expect(
      report.problems == [
        "1 of 3 visible cells are incomplete without a failure", "2 times a cell showed another item's picture",
        "4 times a list was used in a way for which UIKit throws",
        "lane default ran 5 at once, its limit is 4",
      ])
  }

  @Test("Several screens are summed up, and each is there by itself")
  func combining() throws {
    var table = Report()
    table.screen = "table"
    (table.rows, table.visible, table.visibleComplete, table.started) = (600, 8, 8, 30)
    table.lanes = [Report.Lane(name: "default", limit: 4, peakRunning: 3)]
    var grid = Report()
    grid.screen = "grid"
    (grid.rows, grid.visible, grid.visibleComplete, grid.visibleFailed) = (80, 20, 18, 2)
    (grid.violations, grid.wrongCell, grid.started) = (1, 2, 12)
    grid.lanes = [
      Report.Lane(name: "default", limit: 4, peakRunning: 4), Report.Lane(name: "processing", limit: 2, peakRunning: 1),
    ]
    let sum = Report(combining: [table, grid], timesToVisible: [1, 2, 3])
    #expect((sum.rows, sum.visible, sum.visibleComplete, sum.visibleFailed) == (680, 28, 26, 2))
    #expect((sum.started, sum.violations, sum.wrongCell) == (42, 1, 2))
    #expect(sum.lanes.map(\.peakRunning) == [4, 1])
    #expect(sum.timeToVisibleMs.max == 3)
    #expect(sum.screen == nil && sum.screens == [table, grid])
    #expect(try JSONDecoder().decode(Report.self, from: sum.json()) == sum)
    #expect(sum.summary().contains("on screen        table: 8 cells: 8 complete, 0 failed, 0 wrong; 0 violations\n"))
    #expect(sum.summary().contains("                 grid: 20 cells: 18 complete, 2 failed, 2 wrong; 1 violations\n"))
    #expect(Report(combining: [table], timesToVisible: [1]) == table)
  }

  @Test("The summary is aligned")
  func summary() {
    var report = Report()
    report.rows = 600
    report.visible = 9
    report.visibleComplete = 8
    report.visibleFailed = 1
    report.started = 120
    report.httpBytes = 2_345_678
    report.lanes = [
      Report.Lane(name: "default", limit: 4, peakRunning: 4),
      Report.Lane(name: "processing", limit: -1, peakRunning: 2),
    ]
    report.timeToVisibleMs = Report.Percentiles(of: [12.34, 60])
    #expect(
      report.summary() == """
        rows             600
        on screen        9 cells: 8 complete, 1 failed, 0 wrong; 0 violations
        operations       120 started, 0 completed, 0 failed, 0 cancelled
                         0 yielded, 0 parked, 0 resumed, 0 retries
        shared           0 coalesced, 0 from the cache, 0 started in vain
        lanes            default: at most 4 at once, limit 4
                         processing: at most 2 at once, no limit
        fetches          0 started, 0 completed
        http             0 requests, 2.3 MB, 0 redirects
                         0 feed pages, 0 avatars, 0 pictures without an id
        time to visible  p50 12.3 ms, p99 60.0 ms, max 60.0 ms
        result           ok

        """)
  }
}
