import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListReplaceTests {
  let stage = CellStage(limit: 1)
  var list: CellCoordinator { stage.list }

  /// A cell of the item, with its id or without one.
  func shown(_ id: String, ownID: Bool) -> Probe {
    let cell = Probe(stage.desk, id)
    cell.hasOwnID = ownID
    list.willDisplay(cell, item: .item(id))
    return cell
  }

  /// The app configures the cell for the item's new id.
  func configure(_ cell: Probe, _ id: String) {
    cell.name = id
    list.prepare(cell, item: .item(id))
  }

  // MARK: One cell

  @Test(arguments: [true, false])
  func `A run that goes on under a new id reaches the cell, configured anew or not`(ownID: Bool) {
    for isConfigured in [true, false] {
      let stage = ListReplaceTests()
      let cell = stage.shown("temporary", ownID: ownID)
      stage.stage.settle()
      stage.list.replaceID("temporary", with: "final")
      if isConfigured { stage.configure(cell, "final") }
      stage.stage.succeed("temporary", with: "T")
      #expect(cell.states == ["…", "T"])
      stage.configure(cell, "final")
      #expect(cell.states == ["…", "T"])
      #expect(stage.stage.desk.started == ["temporary"])
    }
  }

  @Test(arguments: [true, false])
  func `A run that waits goes on under the new id`(ownID: Bool) {
    let first = stage.shown("first")
    let cell = shown("temporary", ownID: ownID)
    list.replaceID("temporary", with: "final")
    configure(cell, "final")
    stage.succeed("first")
    stage.succeed("temporary", with: "T")
    #expect(cell.states == ["…", "T"])
    #expect(cell.declarations == 1)
    _ = first
  }

  @Test(arguments: [true, false])
  func `A result stays at hand under the new id`(ownID: Bool) {
    let cell = shown("temporary", ownID: ownID)
    stage.succeed("temporary", with: "T")
    list.replaceID("temporary", with: "final")
    configure(cell, "final")
    list.willDisplay(cell, item: .item("final"))
    #expect(cell.states == ["…", "T"])
    #expect(list.value(String.self, forKey: "final") == "T")
    #expect(list.value(String.self, forKey: "temporary") == nil)
    let other = shown("final", ownID: ownID)
    #expect(other.states == ["T"])
  }

  @Test(arguments: [true, false])
  func `A failure stays at hand under the new id, and can be retried`(ownID: Bool) {
    let cell = shown("temporary", ownID: ownID)
    stage.fail("temporary")
    list.replaceID("temporary", with: "final")
    configure(cell, "final")
    #expect(cell.states == ["…", "!"])
    #expect(stage.status("final") == .failed)
    cell.failure?.retry()
    stage.succeed("final", with: "F")
    #expect(cell.states == ["…", "!", "…", "F"])
  }

  @Test func `A cell off screen finds its result under the new id`() {
    let cell = shown("temporary", ownID: true)
    stage.settle()
    list.didEndDisplaying(cell)
    list.replaceID("temporary", with: "final")
    stage.succeed("temporary", with: "T")
    configure(cell, "final")
    #expect(cell.states == ["…", "T"])
    #expect(stage.desk.started == ["temporary"])
  }

  @Test func `Displayed before it is configured anew, a cell goes on`() {
    let cell = Probe(stage.desk, "temporary")
    list.prepare(cell, item: .item("temporary"))
    stage.settle()
    list.replaceID("temporary", with: "final")
    list.willDisplay(cell, item: .item("final"))
    stage.succeed("temporary", with: "T")
    #expect(cell.states == ["…", "T"])
    #expect(stage.desk.started == ["temporary"])
  }

  @Test func `An id that changes twice before the cell is configured anew is still the cell's`() {
    let cell = shown("1", ownID: true)
    stage.settle()
    list.replaceID("1", with: "2")
    list.replaceID("2", with: "3")
    stage.succeed("1", with: "T")
    #expect(cell.states == ["…", "T"])
    configure(cell, "3")
    #expect(cell.states == ["…", "T"])
    #expect(stage.desk.started == ["1"])
  }

  @Test func `An old id that gets another item afterwards is another item`() {
    let cell = shown("temporary", ownID: true)
    stage.settle()
    list.replaceID("temporary", with: "final")
    configure(cell, "final")
    let other = shown("temporary", ownID: true)
    #expect(stage.desk.started == ["temporary"])
    stage.succeed("temporary", with: "1")
    stage.succeed("temporary", with: "2")
    #expect(cell.states == ["…", "1"])
    #expect(other.states == ["…", "2"])
  }

  // MARK: Several

  @Test func `All the cells of an item, and all its parts, go with it`() {
    let cells = [shown("temporary", ownID: true), shown("temporary", ownID: false)]
    let post = PostCell([Probe(stage.desk, "p"), Probe(stage.desk, "q")])
    for part in post.parts { part.hasOwnID = false }
    list.operations.maxConcurrentOperationCount = 4
    list.willDisplay(post, item: .item("temporary"))
    stage.settle()
    list.replaceID("temporary", with: "final")
    for name in ["temporary", "temporary", "p", "q"] { stage.succeed(name) }
    #expect(cells.map(\.states) == [["…", "TEMPORARY"], ["…", "TEMPORARY"]])
    #expect(post.parts.map(\.states) == [["…", "P"], ["…", "Q"]])
    list.willDisplay(post, item: .item("final"))
    #expect(post.parts.map(\.states) == [["…", "P"], ["…", "Q"]])
  }

  @Test func `A run that another list shares stays the other's, too`() {
    let other = CellCoordinator(operations: list.operations, cache: list.cache)
    let (mine, theirs) = (shown("temporary", ownID: true), Probe(stage.desk, "temporary"))
    other.willDisplay(theirs)
    list.operations.maxConcurrentOperationCount = 2
    stage.settle()
    list.replaceID("temporary", with: "final")
    configure(mine, "final")
    stage.succeed("temporary", with: "T")
    stage.succeed("temporary", with: "T")
    #expect(mine.states.last == "T")
    #expect(theirs.states == ["…", "T"])
    #expect(other.value(forKey: "temporary") == "T")
  }

  @Test func `An equal id of another list is none of its business`() {
    let other = CellCoordinator(operations: list.operations, cache: list.cache)
    let theirs = Probe(stage.desk, "temporary")
    other.willDisplay(theirs)
    stage.succeed("temporary", with: "T")
    list.replaceID("temporary", with: "final")
    #expect(other.value(forKey: "temporary") == "T")
    #expect(list.value(String.self, forKey: "final") == nil)
  }

  // MARK: The new id is known

  @Test func `If the new id has a run, that one counts`() {
    list.operations.maxConcurrentOperationCount = 2
    let (cell, known) = (shown("temporary", ownID: true), shown("final", ownID: true))
    stage.settle()
    list.replaceID("temporary", with: "final")
    configure(cell, "final")
    stage.settle()
    #expect(stage.desk.wanted == ["final"])
    stage.succeed("final")
    #expect(cell.states == ["…", "FINAL"])
    #expect(known.states == ["…", "FINAL"])
  }

  @Test func `If the new id has a result, the cell that waits gets it`() {
    let known = shown("final", ownID: true)
    stage.succeed("final")
    let cell = shown("temporary", ownID: true)
    stage.settle()
    list.replaceID("temporary", with: "final")
    configure(cell, "final")
    stage.settle()
    #expect(cell.states == ["…", "FINAL"])
    #expect(list.operations.runCount == 0)
    _ = known
  }

  @Test func `If the new id has a run, the old one's failure is forgotten`() {
    let cell = shown("temporary", ownID: true)
    stage.fail("temporary")
    let known = shown("final", ownID: true)
    stage.settle()
    list.replaceID("temporary", with: "final")
    let late = shown("final", ownID: true)
    #expect(late.states == ["…"])
    stage.succeed("final")
    #expect([cell, known, late].map(\.states.last) == ["FINAL", "FINAL", "FINAL"])
  }

  // MARK: What is left

  @Test func `Within its grace, a run has one under the new id, too`() {
    list.offscreenPolicy = .cancel
    list.offscreenGrace = 2
    let cell = shown("temporary", ownID: true)
    stage.settle()
    list.didEndDisplaying(cell)
    list.replaceID("temporary", with: "final")
    #expect(stage.status("final") == .inProgress)
    stage.engine.advance(by: .seconds(2))
    #expect(stage.status("final") == .none)
    #expect(stage.engine.clock.pendingTimers == 0)
  }

  @Test func `A prefetch goes on under the new id, and can be taken back`() {
    list.prefetch(stage.desk.job("temporary"), forKey: "temporary", at: 7)
    stage.settle()
    list.replaceID("temporary", with: "final")
    #expect(stage.status("final") == .inProgress)
    list.cancelPrefetch(at: 7)
    #expect(list.operations.runCount == 0)
  }

  @Test func `Nothing of the old id is left behind`() {
    do {
      let cell = shown("temporary", ownID: true)
      stage.settle()
      list.replaceID("temporary", with: "middle")
      list.replaceID("middle", with: "final")
      stage.succeed("temporary")
      list.didEndDisplaying(cell)
      list.unbind(cell)
    }
    list.reset()
    stage.settle()
    #expect(stage.engine.keys.count == 0)
    list.replaceID("nobody", with: "knows")
    list.replaceID("same", with: "same")
    #expect(stage.engine.keys.count == 0)
  }
}
