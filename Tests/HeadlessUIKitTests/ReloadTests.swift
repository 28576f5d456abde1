import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Reloads and reconfigurations", .timeLimit(.minutes(5)))
struct ReloadTests {
  @Test("B17: reloadData says nothing before the next layout", arguments: HeadlessProfile.all)
  func lazyReload(profile: HeadlessProfile) {
    let stage = Stage(profile).settled()
    stage.table.reloadData()
    stage.table.reloadData()
    #expect(stage.log.events.isEmpty)

    stage.window.runFrame()
    #expect((0..<5).allSatisfy { stage.rowEvents.count(.cellFor(row($0))) == 1 })
    #expect((0..<5).allSatisfy { stage.rowEvents.count(.didEndDisplaying(row($0))) == 1 })
  }

  @Test("B17: with no height a reload waits; nothing is invented meanwhile", arguments: HeadlessProfile.all)
  func zeroHeight(profile: HeadlessProfile) {
    let host = UIViewController()
    let stage = Stage(profile)
    let table = stage.table
    stage.controller.view = UIView()
    stage.window.rootViewController = host
    table.frame = CGRect(x: 0, y: 0, width: 320, height: 500)
    host.view.addSubview(table)
    stage.window.runFrame()
    stage.log.clear()

    table.frame.size.height = 0
    stage.feed.sections = [[7]]
    table.reloadData()
    stage.window.runFrames(5)
    #expect(stage.log.events.isEmpty)

    table.frame.size.height = 500
    stage.window.runFrame()
    #expect(stage.rowEvents.count(.willDisplay(row(0))) == 1)
    #expect((0..<5).allSatisfy { stage.rowEvents.count(.didEndDisplaying(row($0))) == 1 })
  }

  @Test("B18: a reload outside the window waits; forcing the layout there is warned about")
  func offWindow() {
    let stage = Stage().settled()
    stage.table.removeFromSuperview()
    stage.feed.sections = [[1, 2]]
    stage.table.reloadData()
    stage.window.runFrames(5)
    #expect(stage.log.events.isEmpty)
    #expect(stage.log.warnings.isEmpty)

    stage.table.layoutIfNeeded()
    #expect(stage.log.warnings == [.layoutOutsideWindow])
    #expect((0..<5).allSatisfy { stage.rowEvents.count(.didEndDisplaying(row($0))) == 1 })
    #expect(stage.table.visibleCells.count == 2)
  }

  @Test("B14: a reconfiguration keeps the cell, with no prepareForReuse, also for a prepared one")
  func reconfigure() throws {
    let stage = Stage(.preparedCache).settled()
    stage.table.drag(by: 50)
    let displayed = try #require(stage.table.cellForRow(at: row(1)) as? FeedCell)
    let prepared = try #require(stage.table.cellForRow(at: row(7)) as? FeedCell)
    stage.feed.sections[0][1] = 1_001
    stage.feed.sections[0][7] = 1_007
    stage.log.clear()

    stage.table.reconfigureRows(at: [row(1), row(7), row(50)])

    #expect(stage.rowEvents == [.reconfigure(row(1)), .reconfigure(row(7))])
    #expect(stage.table.cellForRow(at: row(1)) === displayed)
    #expect(stage.table.cellForRow(at: row(7)) === prepared)
    #expect([displayed.item, prepared.item] == [1_001, 1_007])
    #expect(displayed.reuses + prepared.reuses == 0)
  }

  @Test("B15: a reload of rows replaces the cell; while it is animated the row has two on screen")
  func reloadRows() throws {
    let stage = Stage(.preparedCache).settled()
    let old = try #require(stage.table.cellForRow(at: row(1)))

    stage.table.reloadRows(at: [row(1)], with: .fade)

    #expect(stage.table.cellForRow(at: row(1)) !== old)
    #expect(old.superview === stage.table)
    #expect(stage.rowEvents == [.cellFor(row(1)), .willDisplay(row(1))])
    #expect(stage.table.indexPath(for: old) == nil)

    stage.window.runFrames(30)
    #expect(stage.rowEvents.last == .didEndDisplaying(row(1)))
    #expect(old.superview == nil)
  }

  @Test("B15: a reload discards what was only prepared")
  func reloadPrepared() {
    let stage = Stage(.preparedCache).settled()
    stage.table.drag(by: 50)
    stage.log.clear()
    stage.table.reloadRows(at: [row(7)], with: .none)
    #expect(stage.rowEvents.isEmpty)
    #expect(stage.table.cellForRow(at: row(7)) == nil)
  }

  @Test("A data source that keeps its own cells may return them again after a reload", arguments: HeadlessProfile.all)
  func ownCells(profile: HeadlessProfile) {
    let stage = Stage(profile, rows: 3)
    let cells = (0..<3).map { _ in FeedCell(style: .default, reuseIdentifier: nil) }
    stage.feed.onCell = { _, path in cells[path.row] }
    stage.window.runFrame()
    for _ in 0..<3 {
      stage.table.reloadData()
      stage.window.runFrame()
    }
    #expect(stage.table.visibleCells == cells)
    #expect(stage.log.violations.isEmpty)
  }

  @Test("When the model shrinks under the offset, the table scrolls back into it")
  func shrink() {
    let stage = Stage().settled()
    stage.table.jump(to: 9_500)
    stage.window.runFrame()
    stage.feed.sections = [Array(0..<10)]
    stage.table.reloadData()
    stage.window.runFrame()
    #expect(stage.table.contentOffset.y == 500)
    #expect(stage.table.indexPathsForVisibleRows == (5..<10).map { row($0) })
  }
}
