import AsyncCellCore
import AsyncCellTesting
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListPositionTests {
  let stage = CellStage()
  var list: CellCoordinator { stage.list }

  func shown(_ name: String, at row: Int) -> Probe {
    let cell = Probe(stage.desk, name)
    cell.hasOwnID = false
    list.willDisplay(cell, item: .position(row))
    return cell
  }

  /// What the library logs while `body` runs.
  func logged(_ body: () -> Void) -> [String] {
    let lines = Locked<[String]>([])
    Diagnostics.redirect { line in lines.withLock { $0.append(line) } }
    body()
    Diagnostics.redirect(to: nil)
    return lines.withLock { $0 }
  }

  @Test func `Row 5: A row whose list has changed does not get the result of the row that was there`() {
    list.noteCount(5, inSection: 0)
    let cell = shown("a", at: 0)
    stage.succeed("a")
    list.didEndDisplaying(cell)
    _ = logged { list.noteCount(6, inSection: 0) }
    cell.name = "inserted"
    list.willDisplay(cell, item: .position(0))
    #expect(cell.states == ["…", "A", "…"])
    stage.succeed("inserted")
    #expect(cell.states.last == "INSERTED")
  }

  @Test func `A change of count is logged once, without a key in it, and only if positions are in use`() {
    let lines = logged {
      list.noteCount(5, inSection: 0)
      _ = stage.shown("own id")
      list.noteCount(6, inSection: 0)
      _ = shown("canary", at: 0)
      list.noteCount(7, inSection: 0)
      list.noteCount(8, inSection: 0)
      list.noteCount(9, inSection: 0)
    }
    #expect(lines.count == 1)
    #expect(lines.allSatisfy { !$0.contains("canary") })
  }

  @Test func `After a reset a change of count is expected, and not logged`() {
    let lines = logged {
      list.noteCount(5, inSection: 0)
      let cell = shown("a", at: 0)
      list.reset()
      list.noteCount(50, inSection: 0)
      stage.settle()
      _ = cell
    }
    #expect(lines.isEmpty)
  }

  @Test func `After a reset a position does not join the work of the item that was there`() {
    list.noteCount(5, inSection: 0)
    let old = shown("old", at: 0)
    // The model has changed; the table is reset, and will ask for its cells in a moment.
    list.reset()
    list.didEndDisplaying(old)
    let new = shown("new", at: 0)
    stage.settle()
    stage.desk.succeed("old")
    stage.succeed("new")
    #expect(new.states == ["…", "NEW"])
  }

  @Test func `Cells that stay where they are keep their work when the count changes`() {
    list.noteCount(5, inSection: 0)
    let cell = shown("a", at: 0)
    stage.settle()
    _ = logged { list.noteCount(6, inSection: 0) }
    stage.succeed("a")
    #expect(cell.states == ["…", "A"])
  }

  @Test func `Work for positions that are no more is dropped when its cell leaves`() {
    list.noteCount(5, inSection: 0)
    let (first, second) = (shown("a", at: 0), shown("b", at: 1))
    stage.settle()
    list.didEndDisplaying(first)
    _ = logged { list.noteCount(6, inSection: 0) }
    #expect(list.operations.runCount == 1)
    list.didEndDisplaying(second)
    #expect(list.operations.runCount == 0)
  }

  @Test func `INV-18: A list that is no more leaves nothing for the rows of the next, though they share a cache`() {
    let queue = stage.engine.makeQueue()
    let cache = stage.engine.makeCache()
    for round in 0..<50 {
      let next = CellStage(stage.engine, sharing: queue, cache)
      let cell = Probe(next.desk, "\(round)")
      cell.hasOwnID = false
      next.list.willDisplay(cell, item: round.isMultiple(of: 2) ? .position(0) : .item(0))
      #expect(cell.states == ["…"])
      next.succeed("\(round)")
    }
  }
}
