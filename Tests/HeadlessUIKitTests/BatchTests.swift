import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Batch updates of a table", .timeLimit(.minutes(5)))
struct BatchTests {
  func items(_ stage: Stage) -> [Int?] { stage.table.visibleCells.map { ($0 as? FeedCell)?.item } }
  func kinds(_ stage: Stage) -> [HeadlessViolation.Kind] { stage.log.violations.map(\.kind) }

  @Test("B9: a deleted row ends its display under its old path; the others travel", arguments: HeadlessProfile.all)
  func deletion(profile: HeadlessProfile) throws {
    let stage = Stage(profile).settled()
    let third = try #require(stage.table.cellForRow(at: row(2)))
    stage.feed.sections[0].remove(at: 1)
    stage.table.deleteRows(at: [row(1)], with: .fade)
    stage.window.runFrames(30)

    #expect(items(stage) == [0, 2, 3, 4, 5])
    #expect(stage.table.cellForRow(at: row(1)) === third)
    #expect(stage.rowEvents.count(.didEndDisplaying(row(1))) == 1)
    #expect(stage.rowEvents.filter { if case .cellFor = $0 { true } else { false } } == [.cellFor(row(4))])
    #expect(stage.log.violations.isEmpty)
  }

  @Test("Rows inserted above push the cells down; nothing is asked for again", arguments: HeadlessProfile.all)
  func insertion(profile: HeadlessProfile) throws {
    let stage = Stage(profile).settled()
    let first = try #require(stage.table.cellForRow(at: row(0)))
    stage.feed.sections[0].insert(contentsOf: [100, 101, 102], at: 0)
    stage.table.insertRows(at: [row(0), row(1), row(2)], with: .automatic)
    #expect(stage.table.contentOffset.y == 0)
    #expect(stage.table.cellForRow(at: row(3)) === first)
    #expect(first.frame.minY == 300)
    stage.window.runFrames(30)
    #expect(items(stage) == [100, 101, 102, 0, 1])
    #expect(stage.rowEvents.filter { if case .didEndDisplaying = $0 { true } else { false } }.count == 3)
    #expect(stage.table.numberOfRows(inSection: 0) == 103)
  }

  @Test("The offset is not adjusted for what changes above, only kept inside the content")
  func offset() {
    let stage = Stage().settled()
    stage.table.jump(to: 9_500)
    stage.window.runFrame()
    stage.feed.sections[0].insert(100, at: 0)
    stage.table.insertRows(at: [row(0)], with: .none)
    #expect(stage.table.contentOffset.y == 9_500)
    #expect(items(stage) == [94, 95, 96, 97, 98])
    stage.feed.sections[0].removeFirst(3)
    stage.table.deleteRows(at: (0..<3).map { row($0) }, with: .none)
    #expect(stage.table.contentOffset.y == 9_300)
    #expect(items(stage) == [95, 96, 97, 98, 99])
  }

  @Test("B34: a moved row takes its cell along, with no request", arguments: HeadlessProfile.all)
  func move(profile: HeadlessProfile) throws {
    let stage = Stage(profile).settled()
    let cell = try #require(stage.table.cellForRow(at: row(0)))
    stage.feed.sections[0] = [1, 2, 3, 0] + Array(4..<100)
    stage.table.moveRow(at: row(0), to: row(3))
    stage.window.runFrames(30)
    #expect(stage.table.cellForRow(at: row(3)) === cell)
    #expect(stage.rowEvents.isEmpty)
    #expect(items(stage) == [1, 2, 3, 0, 4])
  }

  @Test("Deletion, insertion, move, reload and reconfiguration in one batch", arguments: HeadlessProfile.all)
  func mixed(profile: HeadlessProfile) throws {
    let stage = Stage(profile).settled()
    let cells = (0..<5).compactMap { stage.table.cellForRow(at: row($0)) }
    stage.table.performBatchUpdates {
      stage.feed.sections[0] = [4, 100, 1, 22] + Array(5..<100)
      stage.table.insertRows(at: [row(1)], with: .fade)
      stage.table.deleteRows(at: [row(0), row(3)], with: .fade)
      stage.table.moveRow(at: row(4), to: row(0))
      stage.table.reloadRows(at: [row(2)], with: .fade)
      stage.table.reconfigureRows(at: [row(1)])
    }
    stage.window.runFrames(30)
    #expect(stage.log.violations.isEmpty)
    #expect(items(stage) == [4, 100, 1, 22, 5])
    #expect(stage.table.cellForRow(at: row(0)) === cells[4])
    #expect(stage.table.cellForRow(at: row(2)) === cells[1])
    #expect(stage.table.cellForRow(at: row(3)) !== cells[2])
    #expect(stage.rowEvents.count(.reconfigure(row(2))) == 1)
    #expect([0, 2, 3].allSatisfy { stage.rowEvents.count(.didEndDisplaying(row($0))) == 1 })
  }

  @Test("Sections come, go, move and reload, with their headers", arguments: HeadlessProfile.all)
  func sections(profile: HeadlessProfile) throws {
    let stage = Stage(profile)
    stage.feed.sections = [[0], [1], [2], [3]]
    _ = stage.settled()
    let moved = try #require(stage.table.cellForRow(at: row(0, 3)))
    stage.table.performBatchUpdates {
      stage.feed.sections = [[3], [9, 10], [0], [22, 23]]
      stage.table.deleteSections([1], with: .fade)
      stage.table.insertSections([1], with: .fade)
      stage.table.moveSection(3, toSection: 0)
      stage.table.reloadSections([2], with: .none)
    }
    stage.window.runFrames(30)
    #expect(stage.log.violations.isEmpty)
    #expect(items(stage).count == 5 && stage.table.numberOfSections == 4)
    #expect(stage.table.cellForRow(at: row(0)) === moved)
    #expect(stage.rowEvents.count(.didEndDisplaying(row(0, 1))) == 1)
    #expect(stage.rowEvents.count(.didEndDisplaying(row(0, 2))) == 1)
  }

  @Test("The completion comes when the animation ends, at once outside the window, and early if the window goes")
  func completion() {
    let stage = Stage().settled()
    var answers: [Bool] = []
    stage.table.performBatchUpdates(nil) { answers.append($0) }
    stage.window.runFrames(10)
    #expect(answers.isEmpty)
    stage.window.runFrames(10)
    #expect(answers == [true])

    stage.table.performBatchUpdates(nil) { answers.append($0) }
    stage.table.removeFromSuperview()
    #expect(answers == [true, false])
    stage.table.performBatchUpdates(nil) { answers.append($0) }
    #expect(answers == [true, false, true])
  }

  @Test("Begins nest, and only the outermost end makes the changes")
  func nesting() {
    let stage = Stage(rows: 5).settled()
    stage.table.beginUpdates()
    stage.table.beginUpdates()
    stage.feed.sections = [[0, 1, 2, 4]]
    stage.table.deleteRows(at: [row(3)], with: .none)
    stage.table.endUpdates()
    stage.window.runFrame()
    #expect(stage.table.numberOfRows(inSection: 0) == 5 && stage.log.events.isEmpty)
    stage.table.endUpdates()
    #expect(stage.table.numberOfRows(inSection: 0) == 4 && !stage.table.hasUncommittedUpdates)
    stage.table.endUpdates()
    #expect(kinds(stage) == [.endedNoUpdates])
  }

  @Test("B16: an invalid batch is recorded, and the table reloads", arguments: HeadlessProfile.all)
  func invalid(profile: HeadlessProfile) {
    let stage = Stage(profile, rows: 5).settled()
    var answers: [Bool] = []
    stage.table.performBatchUpdates(
      {
        stage.feed.sections = [[7, 8]]
        stage.table.deleteRows(at: [row(0)], with: .fade)
      }, completion: { answers.append($0) })
    #expect(kinds(stage) == [.invalidCount(section: 0, before: 5, after: 2)])
    stage.window.runFrames(30)
    #expect(items(stage) == [7, 8] && answers == [false])
    #expect((0..<5).allSatisfy { stage.rowEvents.count(.didEndDisplaying(row($0))) == 1 })
  }

  @Test("B15: a move and a reload of one row conflict, and paths may be out of range or doubled")
  func conflicts() {
    let stage = Stage(rows: 5).settled()
    stage.table.performBatchUpdates {
      stage.table.moveRow(at: row(0), to: row(1))
      stage.table.reloadRows(at: [row(0)], with: .fade)
    }
    stage.window.runFrame()
    stage.table.deleteRows(at: [row(9)], with: .fade)
    stage.window.runFrame()
    stage.table.insertRows(at: [row(0), row(0)], with: .fade)
    stage.window.runFrame()
    stage.table.deleteSections([3], with: .fade)
    stage.window.runFrame()
    stage.table.performBatchUpdates {
      stage.table.deleteSections([0], with: .fade)
      stage.table.reloadSections([0], with: .fade)
    }
    stage.window.runFrame()
    stage.table.performBatchUpdates {
      stage.table.moveSection(0, toSection: 0)
      stage.table.moveSection(0, toSection: 0)
    }
    stage.window.runFrame()
    stage.table.deleteSections([0], with: .fade)
    #expect(
      kinds(stage) == [
        .conflictingUpdates(row(0)), .indexPathOutOfRange(row(9)), .duplicateUpdate(row(0)), .sectionOutOfRange(3),
        .conflictingSectionUpdates(0), .duplicateSectionUpdate(0), .duplicateSectionUpdate(0),
        .invalidSectionCount(before: 1, after: 1),
      ])
    stage.window.runFrame()
    #expect(items(stage) == [0, 1, 2, 3, 4], "the double recovers")
  }

  @Test("The selection travels with its row, and goes with it")
  func selection() {
    let stage = Stage(rows: 5).settled()
    stage.table.tap(row(2))
    stage.feed.sections = [[1, 2, 3, 4]]
    stage.table.deleteRows(at: [row(0)], with: .none)
    #expect(stage.table.indexPathForSelectedRow == row(1))
    stage.feed.sections = [[1, 3, 4]]
    stage.table.deleteRows(at: [row(1)], with: .none)
    #expect(stage.table.indexPathForSelectedRow == nil)
  }

  @Test("A batch outside the window changes the rows at once, and warns if it has to lay out there")
  func offWindow() {
    let stage = Stage(rows: 5).settled()
    stage.table.removeFromSuperview()
    stage.feed.sections = [[0, 2, 3, 4]]
    stage.table.deleteRows(at: [row(1)], with: .fade)
    #expect(stage.table.numberOfRows(inSection: 0) == 4 && items(stage) == [0, 2, 3, 4])
    #expect(stage.log.warnings == [.layoutOutsideWindow])
    #expect(stage.rowEvents.count(.didEndDisplaying(row(1))) == 1)
  }

  @Test("B17: an update right after a reload that was not laid out is counted from the new model")
  func afterReload() {
    let stage = Stage(rows: 5).settled()
    stage.feed.sections = [[0, 1]]
    stage.table.reloadData()
    stage.table.performBatchUpdates {
      stage.feed.sections = [[0, 1, 2]]
      stage.table.insertRows(at: [row(2)], with: .fade)
    }
    #expect(stage.log.violations.isEmpty)
    stage.window.runFrames(2)
    #expect(items(stage) == [0, 1, 2])

    stage.table.reloadData()
    stage.feed.sections = [[0, 1, 2, 3]]
    stage.table.insertRows(at: [row(3)], with: .fade)
    #expect(kinds(stage) == [.invalidCount(section: 0, before: 4, after: 4)])
  }

  @Test("B20: updates from inside a layout are recorded, and the table recovers", arguments: HeadlessProfile.all)
  func duringLayout(profile: HeadlessProfile) {
    let stage = Stage(profile, rows: 3)
    var answers: [Bool] = []
    stage.feed.inCell = { [feed = stage.feed] table, _, _ in
      feed.inCell = nil
      table.performBatchUpdates(nil) { answers.append($0) }
      table.insertRows(at: [row(0)], with: .none)
      table.beginUpdates()
      table.endUpdates()
    }
    stage.window.runFrames(3)
    #expect(
      kinds(stage)
        == [
          "performBatchUpdates(_:completion:)", "insertRows(at:with:)", "beginUpdates()", "endUpdates()",
        ].map { .mutationDuringLayout($0) })
    #expect(items(stage) == [0, 1, 2] && answers == [false])
  }

  @Test("An update with nothing in it asks for the heights again")
  func heights() {
    let stage = Stage()
    let heights = Heights()
    stage.table.delegate = heights
    _ = stage.settled()
    let cell = stage.table.cellForRow(at: row(1))
    heights.height = 250
    stage.table.performBatchUpdates(nil)
    stage.window.runFrame()
    #expect(stage.table.rectForRow(at: row(1)).minY == 250.0)
    #expect(stage.table.cellForRow(at: row(1)) === cell)
    #expect(stage.table.visibleCells.count == 2)
  }

  final class Heights: NSObject, UITableViewDelegate {
    var height: CGFloat = 100

    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { height }
  }
}
