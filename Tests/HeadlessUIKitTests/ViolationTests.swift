import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("What UIKit would not forgive", .timeLimit(.minutes(5)))
struct ViolationTests {
  func kinds(_ stage: Stage) -> [HeadlessViolation.Kind] { stage.log.violations.map(\.kind) }

  @Test("An identifier nobody registered")
  func unregistered() {
    let stage = Stage(rows: 1)
    stage.feed.onCell = { table, path in table.dequeueReusableCell(withIdentifier: "who?", for: path) }
    stage.window.runFrame()
    #expect(kinds(stage) == [.unregisteredIdentifier("who?")])
    #expect(stage.table.dequeueReusableCell(withIdentifier: "who?") == nil)
  }

  @Test("A registered class that is no cell")
  func noCell() {
    let stage = Stage(rows: 1)
    stage.table.register(UILabel.self, forCellReuseIdentifier: "cell")
    stage.window.runFrame()
    #expect(kinds(stage) == [.registeredClassIsNoCell("cell")])
  }

  @Test("B19: two dequeues for one request")
  func twice() {
    let stage = Stage(rows: 1)
    stage.feed.onCell = { table, path in
      _ = table.dequeueReusableCell(withIdentifier: "cell", for: path)
      return table.dequeueReusableCell(withIdentifier: "cell", for: path)
    }
    stage.window.runFrame()
    #expect(kinds(stage) == [.dequeuedTwice(row(0))])
  }

  @Test("B19: a dequeue outside a request, or for another path")
  func outside() {
    let stage = Stage(rows: 1).settled()
    _ = stage.table.dequeueReusableCell(withIdentifier: "cell", for: row(0))
    #expect(kinds(stage) == [.dequeuedOutsideRequest(row(0))])

    stage.log.clear()
    stage.feed.onCell = { table, _ in table.dequeueReusableCell(withIdentifier: "cell", for: row(9)) }
    stage.table.reloadData()
    stage.window.runFrame()
    #expect(kinds(stage) == [.dequeuedOutsideRequest(row(9))])
  }

  @Test("A measuring cell, dequeued without a path, is legal")
  func measuringCell() {
    let stage = Stage(rows: 1).settled()
    #expect(stage.table.dequeueReusableCell(withIdentifier: "cell") is FeedCell)
    #expect(stage.log.violations.isEmpty)
  }

  @Test("One cell for two paths")
  func sameCell() {
    let stage = Stage(rows: 2)
    let cell = FeedCell(style: .default, reuseIdentifier: nil)
    stage.feed.onCell = { _, _ in cell }
    stage.window.runFrame()
    #expect(kinds(stage) == [.sameCellForTwoPaths(row(0), row(1))])
    #expect(stage.table.indexPath(for: cell) == row(0))
  }

  @Test("B14: a reconfiguration that returns another cell")
  func reconfiguredAnother() {
    let stage = Stage(rows: 1).settled()
    stage.feed.onCell = { _, _ in FeedCell(style: .default, reuseIdentifier: "cell") }
    stage.table.reconfigureRows(at: [row(0)])
    #expect(kinds(stage) == [.reconfiguredAnotherCell(row(0))])
  }

  @Test("Paths out of range")
  func outOfRange() {
    let stage = Stage(rows: 1).settled()
    stage.table.reconfigureRows(at: [row(1)])
    stage.table.reloadRows(at: [row(0, 3)], with: .none)
    stage.table.scrollToRow(at: row(2), at: .top, animated: false)
    #expect(
      kinds(stage) == [
        .indexPathOutOfRange(row(1)), .indexPathOutOfRange(row(0, 3)), .indexPathOutOfRange(row(2)),
      ])
    #expect(stage.table.rectForRow(at: row(5)) == .zero)
    #expect(stage.table.cellForRow(at: row(5)) == nil)
  }

  @Test("B16: a reload of rows over a changed count")
  func invalidCount() {
    let stage = Stage(rows: 4).settled()
    stage.feed.sections = [[1]]
    stage.table.reloadRows(at: [row(0)], with: .none)
    #expect(kinds(stage) == [.invalidCount(section: 0, before: 4, after: 1)])
    stage.window.runFrames(2)
    #expect(stage.table.visibleCells.count == 1)
  }

  @Test("B20: changes from inside a request or a layout", arguments: HeadlessProfile.all)
  func mutation(profile: HeadlessProfile) {
    let stage = Stage(profile, rows: 3)
    stage.feed.inCell = { [feed = stage.feed] table, _, _ in
      feed.inCell = nil
      table.reloadData()
      table.reloadRows(at: [row(0)], with: .none)
    }
    stage.feed.onWillDisplay = { [feed = stage.feed] table, _, _ in
      feed.onWillDisplay = nil
      feed.sections = [[7, 8, 9]]
      table.reconfigureRows(at: [row(0)])
      table.reloadData()
    }
    stage.window.runFrames(3)
    #expect(
      kinds(stage) == [
        .mutationDuringLayout("reloadData()"), .mutationDuringLayout("reloadRows(at:with:)"),
        .mutationDuringLayout("reconfigureRows(at:)"), .mutationDuringLayout("reloadData()"),
      ])
    #expect(stage.table.visibleCells.map { ($0 as? FeedCell)?.item } == [7, 8, 9], "the double recovers")
  }

  @Test("A violation carries what happened before it, and clear() forgets it")
  func trace() {
    let stage = Stage(rows: 1).settled()
    stage.table.reloadData()
    stage.window.runFrame()
    _ = stage.table.dequeueReusableCell(withIdentifier: "cell", for: row(0))
    #expect(stage.log.violations.first?.trace.contains(.didEndDisplaying(row(0))) == true)
    #expect(stage.log.violations.first?.description.contains("didEndDisplaying 0.0") == true)
    stage.log.clear()
    #expect(stage.log.violations.isEmpty && stage.log.events.isEmpty)
    stage.table.jump(to: 0.5)
    #expect(stage.log.events { stage.table.jump(to: 0) } == [.scroll(.didScroll)])
    #expect(stage.log.events == [.scroll(.didScroll), .scroll(.didScroll)])
  }

  #if os(Linux) || os(macOS)
    @Test("In trap mode a violation stops the process")
    func trap() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let table = UITableView()
          table.headlessLog.trapsOnViolation = true
          _ = table.dequeueReusableCell(withIdentifier: "cell", for: IndexPath(row: 0, section: 0))
        }
      }
    }
  #endif
}
