import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListUpdateTests {
  let stage = ListStage([["a", "b", "c", "d"]], limit: 2)
  var list: CellCoordinator { stage.list }

  func isWanted(_ name: String) -> Bool { stage.desk.wanted.contains(name) }
  func settle() { stage.stage.settle() }

  func finish() {
    for _ in 0..<6 {
      settle()
      stage.desk.succeedAll()
      settle()
    }
  }

  @Test(arguments: [true, false])
  func `A removed item's run is cancelled, running or waiting, and its cell gets nothing more`(ownID: Bool) {
    let cells = ["a", "b", "c"].map { stage.shown($0, ownID: ownID) }
    settle()
    #expect(stage.desk.started == ["a", "b"])
    stage.update([["b", "d"]])
    settle()
    #expect(list.operations.runCount == 1)
    #expect(!isWanted("a"))
    finish()
    #expect(cells.map(\.states) == [["…"], ["…", "B"], ["…"]])
    #expect(stage.desk.starts(of: "c") == 0)
  }

  @Test(arguments: [OffscreenPolicy.keep, .demote, .suspend], [true, false])
  func `A removed item's run off screen is cancelled`(policy: OffscreenPolicy, ownID: Bool) {
    list.offscreenPolicy = policy
    let cell = stage.shown("a", ownID: ownID)
    settle()
    stage.end(cell)
    stage.update([["b", "c", "d"]])
    #expect(list.operations.runCount == 0)
  }

  @Test func `A removed item within its grace is cancelled, and leaves no timer`() {
    list.offscreenGrace = 5
    let (gone, onScreen) = (stage.shown("a"), stage.shown("b"))
    stage.end(gone)
    stage.update([["c", "d"]])
    #expect(list.operations.runCount == 0)
    #expect(stage.stage.engine.clock.pendingTimers == 0)
    _ = onScreen
  }

  @Test func `S29: A row that moves while it loads keeps its cell, its run and its claim`() {
    let cell = stage.shown("a")
    settle()
    stage.update([["b", "c", "d", "a"]])
    finish()
    #expect(cell.states == ["…", "A"])
    #expect(stage.desk.started == ["a"])
    #expect(list.priority(at: stage.path(0)) == nil)
  }

  @Test func `A moved row is known by its new place`() {
    list.operations.maxConcurrentOperationCount = 0
    let cell = stage.shown("a")
    stage.update([["b", "a"]])
    #expect(list.priority(at: stage.path(1)) == .visible)
    #expect(list.priority(at: stage.path(0)) == nil)
    _ = cell
  }

  @Test func `S28: Rows inserted above restart nothing, and every result reaches its cell`() {
    let cells = ["a", "b"].map { stage.shown($0) }
    settle()
    stage.update([["x", "y", "z", "a", "b", "c", "d"]])
    finish()
    #expect(cells.map(\.states) == [["…", "A"], ["…", "B"]])
    #expect(stage.desk.started == ["a", "b"])
  }

  @Test func `S30: After a batch every surviving item has one claim, every removed one none`() {
    let cells = ["a", "b", "c", "d"].map { stage.shown($0) }
    settle()
    stage.update([["d", "n", "b"]])
    let new = stage.shown("n")
    // UIKit reports the end of the removed cells' display after the update.
    stage.end(cells[0])
    stage.end(cells[2])
    #expect(list.operations.runCount == 3)
    finish()
    #expect(cells.map(\.states) == [["…"], ["…", "B"], ["…"], ["…", "D"]])
    #expect(new.states == ["…", "N"])
    #expect(stage.desk.starts(of: "b") == 1)
  }

  @Test func `An item that is removed and comes back begins again`() {
    let cell = stage.shown("a")
    settle()
    stage.update([["b"]])
    stage.end(cell)
    stage.update([["a", "b"]])
    stage.show(cell, "a")
    finish()
    #expect(cell.states == ["…", "…", "A"])
  }

  @Test func `What two items share is kept for as long as one of them is there`() {
    let cells = ["a", "b"].map { row in
      stage.shown(row) { probe in
        probe.hasOwnID = true
        probe.name = "picture"
      }
    }
    settle()
    stage.update([["b", "c"]])
    finish()
    #expect(cells.map(\.states) == [["…"], ["…", "PICTURE"]])
  }

  @Test func `Prefetches of removed items are dropped, those of others are not`() {
    list.operations.maxConcurrentOperationCount = 0
    stage.preparePrefetching()
    list.prefetch(at: [stage.path(2), stage.path(3)])
    #expect(list.operations.runCount == 2)
    stage.update([["a", "b", "d"]])
    #expect(stage.stage.status("c") == .none)
    #expect(stage.stage.status("d") == .inProgress)
  }

  @Test func `What waits is ranked afresh, without a scroll`() {
    list.operations.maxConcurrentOperationCount = 0
    let (first, other, last) = (stage.shown("a"), stage.shown("b"), stage.shown("d"))
    stage.end(first)
    stage.end(last)
    list.listDidUpdate()
    #expect(list.priority(at: stage.path(0))?.distance == 1)
    #expect(list.priority(at: stage.path(3))?.distance == 2)
    stage.update([["d", "b", "x", "y", "z", "a"]])
    #expect(list.operations.runCount == 3)
    #expect(list.priority(at: stage.path(0))?.distance == 1)
    #expect(list.priority(at: stage.path(5))?.distance == 4)
    _ = other
  }

  @Test func `Updates that change nothing for an item tell its cell nothing`() {
    let cell = stage.shown("a")
    settle()
    for _ in 0..<3 { list.listDidUpdate() }
    stage.update([["b", "a"]])
    stage.update([["a", "b"]])
    finish()
    #expect(cell.states == ["…", "A"])
  }

  @Test func `A part of a removed item ends with it`() {
    let cell = PostCell(["p", "q"].map { Probe(stage.desk, $0) })
    for part in cell.parts { part.hasOwnID = false }
    stage.show(cell, "a")
    settle()
    stage.update([["b"]])
    #expect(list.operations.runCount == 0)
    stage.end(cell)
    stage.update([["a", "b"]])
    stage.show(cell, "a")
    finish()
    #expect(cell.parts.map(\.states.last) == ["P", "Q"])
  }

  @Test func `What other lists want of a removed item goes on for them`() {
    let other = CellStage(stage.stage.engine, sharing: list.operations, list.cache)
    let (mine, theirs) = (stage.shown("a", ownID: true), Probe(other.desk, "a"))
    other.list.willDisplay(theirs)
    settle()
    stage.update([["b"]])
    stage.stage.succeed("a")
    #expect(mine.states == ["…"])
    #expect(theirs.states == ["…", "A"])
  }

  @Test func `Without a viewport an update changes nothing`() {
    let cell = stage.shown("a")
    list.viewport = nil
    list.listDidUpdate()
    finish()
    #expect(cell.states == ["…", "A"])
  }

  @Test func `A list of positions: the cells it holds go on, those it has let go of end`() {
    stage.viewport.hasIdentities = false
    let cells = ["a", "b"].map { stage.shown($0) }
    settle()
    stage.update([["b", "c", "d"]])
    settle()
    #expect(!isWanted("a"))
    finish()
    #expect(cells.map(\.states) == [["…"], ["…", "B"]])
  }

  @Test func `A list of positions: a section that goes makes positions stand for other items`() {
    stage.viewport.hasIdentities = false
    stage.viewport.sections = [["a", "b"], ["c", "d"]]
    list.listDidUpdate()
    let cell = stage.shown("a")
    finish()
    #expect(cell.states == ["…", "A"])
    stage.end(cell)
    stage.update([["c", "d"]])
    let other = stage.shown("c")
    #expect(other.states == ["…"])
  }
}
