import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Data prefetching", .timeLimit(.minutes(5)))
struct PrefetchTests {
  @Test("B6: nearest first, and never for rows that are needed at once")
  func nearestFirst() {
    let stage = Stage().settled()
    stage.table.drag(by: 50)
    #expect(stage.feed.calls == ["prefetch [6, 7, 8, 9, 10, 11, 12, 13]"])

    stage.table.drag(by: -50)
    stage.table.jump(to: 5_000)
    stage.feed.calls = []
    stage.window.runFrame()
    stage.table.drag(by: -50)
    #expect(stage.feed.calls.last == "prefetch [48, 47, 46, 45, 44, 43, 42, 41]")
  }

  @Test("B6: the data is asked for before the look-ahead asks for the cell")
  func beforeTheCell() throws {
    let stage = Stage().settled()
    stage.table.drag(by: 50)
    let events = stage.rowEvents
    let prefetch = try #require(events.firstIndex { if case .prefetch = $0 { true } else { false } })
    let cell = try #require(events.firstIndex(of: .cellFor(row(6))))
    #expect(prefetch < cell)
  }

  @Test("B8: rows that the user turned away from are cancelled, unless a cell was made for them")
  func cancellation() {
    let stage = Stage().settled()
    stage.table.jump(to: 2_000)
    stage.window.runFrame()
    stage.table.drag(by: 50)
    stage.feed.calls = []
    stage.table.drag(by: -50)
    #expect(stage.feed.calls.first == "cancel [28, 29, 30, 31, 32, 33]")
    #expect(stage.table.cellForRow(at: row(27)) != nil)
  }

  @Test("B8: after the model shrank a cancellation still names the old paths")
  func staleCancellation() {
    let stage = Stage().settled()
    stage.table.drag(by: 50)
    stage.feed.calls = []
    stage.feed.sections = [Array(0..<3)]
    stage.table.reloadData()
    stage.window.runFrames(2)
    #expect(stage.feed.calls == ["cancel [8, 9, 10, 11, 12, 13]"])
  }

  @Test("B8: a prefetch that nothing follows gets no cancellation")
  func noCancellation() {
    let stage = Stage().settled()
    stage.table.drag(by: 50)
    stage.window.runFrames(500)
    #expect(stage.feed.calls == ["prefetch [6, 7, 8, 9, 10, 11, 12, 13]"])
  }

  @Test("B5: switched off, by the profile or by the property, nothing is prefetched")
  func off() {
    let byProfile = Stage(.noPrefetch).settled()
    byProfile.table.drag(by: 900, frames: 9)
    #expect(byProfile.feed.calls.isEmpty)

    let byProperty = Stage(.preparedCache)
    byProperty.table.isPrefetchingEnabled = false
    _ = byProperty.settled()
    byProperty.table.drag(by: 900, frames: 9)
    #expect(byProperty.feed.calls.isEmpty)
  }

  @Test("A driver may send repeated and stale paths, as UIKit was seen to")
  func noise() {
    let stage = Stage(rows: 3).settled()
    stage.table.sendPrefetch([row(70), row(2)])
    stage.table.sendCancelPrefetch([row(70)])
    stage.table.sendCancelPrefetch([row(70)])
    #expect(stage.feed.calls == ["prefetch [70, 2]", "cancel [70]", "cancel [70]"])
  }

  @Test("A reload in answer to a prefetch is legal")
  func reloadInPrefetch() {
    final class Reloading: NSObject, UITableViewDataSourcePrefetching {
      weak var feed: Feed?
      func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
        feed?.sections = [[1, 2]]
        tableView.reloadData()
        _ = tableView.numberOfSections
      }
    }
    let stage = Stage().settled()
    let source = Reloading()
    source.feed = stage.feed
    stage.table.prefetchDataSource = source
    stage.table.drag(by: 50)
    stage.window.runFrames(2)
    #expect(stage.table.visibleCells.count == 2)
    #expect(stage.log.violations.isEmpty)
  }
}
