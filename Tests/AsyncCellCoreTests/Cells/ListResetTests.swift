import AsyncCellCore
import AsyncCellTesting
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListResetTests {
  let stage = CellStage()
  var list: CellCoordinator { stage.list }

  @Test func `Reset forgets values and failures and starts anew what cells show`() {
    let (good, bad) = (stage.shown("a"), stage.shown("b"))
    stage.succeed("a")
    stage.fail("b")
    list.store("Z", forKey: "z")
    list.reset()
    stage.settle()
    #expect(good.states == ["…", "A", "…"])
    #expect(bad.states == ["…", "!", "…"])
    #expect(list.value(String.self, forKey: "z") == nil)
    stage.succeed("a", with: "new")
    stage.succeed("b")
    #expect(good.states.last == "new")
    #expect(bad.states.last == "B")
  }

  @Test func `Reset keeping values refreshes without a flash`() {
    let cell = stage.shown("a")
    stage.succeed("a", with: "old")
    list.reset(keepingValues: true)
    stage.settle()
    stage.desk.report(0.5, for: "a")
    stage.succeed("a", with: "new")
    #expect(cell.states == ["…", "old", "…(old)", "…50%(old)", "new"])
  }

  @Test func `Reset keeping values does not flash a cell that waits off screen either`() {
    let cell = stage.shown("a")
    stage.succeed("a", with: "old")
    list.didEndDisplaying(cell)
    list.reset(keepingValues: true)
    list.willDisplay(cell)
    stage.succeed("a", with: "new")
    #expect(cell.states == ["…", "old", "…(old)", "new"])
  }

  @Test func `Reset stops what runs: its late result is neither delivered nor stored`() {
    let cell = stage.shown("a")
    stage.settle()
    list.reset()
    stage.settle()
    // The first job's result comes late; nobody wants it.
    #expect(stage.desk.wanted == ["a"])
    #expect(stage.desk.starts(of: "a") == 2)
    stage.succeed("a", with: "new")
    #expect(cell.states == ["…", "…", "new"])
  }

  @Test func `Reset of one cell touches its item alone, in every cell that shows it`() {
    let cells = ["a", "a", "b"].map { stage.shown($0) }
    stage.succeed("a")
    stage.succeed("b")
    list.reset(cells[0])
    stage.succeed("a", with: "new")
    #expect(cells.map(\.states.last) == ["new", "new", "B"])
    #expect(cells[2].states == ["…", "B"])
    #expect(stage.desk.starts(of: "b") == 1)
  }

  @Test func `Reset of a key is heeded by a cell that waits off screen`() {
    let cell = stage.shown("a")
    stage.succeed("a", with: "old")
    list.didEndDisplaying(cell)
    list.reset(forKey: "a", producing: String.self)
    list.willDisplay(cell)
    #expect(cell.states == ["…", "old", "…"])
    stage.succeed("a", with: "new")
    #expect(cell.states.last == "new")
  }

  @Test func `Reset of a cell that shows nothing, or of an unknown one, does nothing`() {
    let cell = stage.shown("a")
    list.unbind(cell)
    list.reset(cell)
    list.reset(Probe(stage.desk, "x"))
    list.reset(forKey: "unknown", producing: String.self)
    stage.settle()
    #expect(cell.states == ["…"])
    #expect(stage.desk.started == ["a"])
  }

  @Test func `Reset of a cell that has another item by now runs the new item's work under its own key`() {
    let cell = stage.shown("a")
    stage.succeed("a")
    cell.name = "b"
    list.reset(cell)
    stage.succeed("b")
    #expect(cell.states == ["…", "A", "…", "B"])
    #expect(list.value(String.self, forKey: "a") == nil)
    #expect(stage.desk.started == ["a", "b"])
  }

  @Test func `Reset drops prefetched work for good`() {
    list.operations.maxConcurrentOperationCount = 0
    list.prefetch(stage.desk.job("p"), forKey: "p", at: 7)
    list.reset()
    #expect(list.operations.runCount == 0)
    #expect(stage.engine.keys.count == 0)
    list.cancelPrefetch(at: 7)
  }

  @Test func `Reset while suspended starts nothing before the resume`() {
    let cell = stage.shown("a")
    stage.succeed("a")
    list.suspend()
    list.reset()
    stage.settle()
    #expect(stage.desk.starts(of: "a") == 1)
    list.resume()
    stage.succeed("a", with: "new")
    #expect(cell.states.last == "new")
  }

  @Test func `A value stored by hand reaches the cells, ends the run and clears the failure`() {
    let (running, failed) = (stage.shown("a"), stage.shown("b"))
    stage.fail("b")
    list.store("S", forKey: "a")
    list.store("T", forKey: "b")
    stage.settle()
    #expect(running.states == ["…", "S"])
    #expect(failed.states == ["…", "!", "T"])
    #expect(stage.desk.wanted.isEmpty)
    #expect(stage.status("a") == .complete)
    #expect(stage.status("b") == .complete)
  }

  @Test func `A value stored by hand replaces the one that a waiting cell remembers`() {
    let cell = stage.shown("a")
    stage.succeed("a", with: "old")
    list.didEndDisplaying(cell)
    list.store("new", forKey: "a")
    list.cache.removeAll()
    list.willDisplay(cell)
    #expect(cell.states == ["…", "old", "…"])
  }

  @Test func `Values, status, operations and priorities can be asked for`() {
    #expect(stage.status("a") == .none)
    #expect(list.value(String.self, forKey: "a") == nil)
    #expect(list.operation(forKey: "a", producing: String.self) == nil)
    let cell = stage.shown("a")
    #expect(stage.status("a") == .inProgress)
    stage.settle()
    #expect(list.operation(forKey: "a", producing: String.self)?.isExecuting == true)
    #expect(list.priority(of: cell) == .visible)
    stage.succeed("a")
    #expect(stage.status("a") == .complete)
    #expect(list.status(forKey: "a", producing: Int.self) == .none)
    #expect(list.operation(forKey: "a", producing: String.self) == nil)
    #expect(list.priority(of: cell) == nil)
    let failed = stage.shown("b")
    stage.fail("b")
    #expect(stage.status("b") == .failed)
    _ = failed
  }

  @Test func `By the list's own identity, values, status and operations can be asked for as well`() {
    let cell = Probe(stage.desk, "a")
    cell.hasOwnID = false
    list.willDisplay(cell, item: .item(7))
    stage.settle()
    #expect(list.status(forKey: 7, producing: String.self) == .inProgress)
    #expect(list.operation(forKey: 7, producing: String.self) != nil)
    stage.succeed("a")
    #expect(list.value(String.self, forKey: 7) == "A")
    list.reset(forKey: 7, producing: String.self)
    stage.succeed("a", with: "new")
    #expect(cell.states.last == "new")
    list.store("S", forKey: 7)
    stage.settle()
    #expect(cell.states.last == "S")
  }
}
