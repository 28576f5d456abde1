import AsyncCellCore
import AsyncCellTesting
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListScreenTests {
  let stage = CellStage(limit: 2)
  var list: CellCoordinator { stage.list }

  // MARK: The whole screen

  @Test(arguments: [true, false])
  func `What a job has cancelled begins again, though nobody has been told of it yet`(isResumed: Bool) {
    let cell = stage.shown("a")
    stage.settle()
    stage.desk.fail("a", with: CancellationError())
    stage.engine.runThreads()
    if isResumed { list.resume() } else { list.willDisplay(cell) }
    stage.settle()
    #expect(stage.desk.starts(of: "a") == 2)
    stage.succeed("a")
    #expect(cell.states.last == "A")
  }

  @Test func `Cancelled and resumed, every cell on screen completes without a scroll`() {
    let cells = ["a", "b", "c", "d"].map { stage.shown($0) }
    stage.succeed("a")
    list.cancel()
    stage.settle()
    #expect(list.operations.runCount == 0)
    #expect(stage.desk.wanted.isEmpty)
    list.resume()
    stage.settle()
    for name in ["b", "c", "d", "b", "c", "d"] { stage.succeed(name) }
    #expect(cells.map(\.states.last) == ["A", "B", "C", "D"])
    #expect(cells[0].states == ["…", "A"])
    #expect(stage.desk.starts(of: "b") == 2)
  }

  @Test func `Suspended and resumed, every cell on screen completes, and what ran goes on`() {
    let cells = ["a", "b", "c", "d"].map { stage.shown($0) }
    stage.settle()
    list.suspend()
    stage.settle()
    stage.desk.succeed("a")
    stage.desk.succeed("b")
    stage.settle()
    #expect(cells.map(\.states) == Array(repeating: ["…"], count: 4))
    list.resume()
    for name in ["c", "d"] { stage.succeed(name) }
    #expect(cells.map(\.states) == ["A", "B", "C", "D"].map { ["…", $0] })
    #expect(stage.desk.started.sorted() == ["a", "b", "c", "d"])
  }

  @Test func `INV-27: While the list is suspended nothing starts, and cancelling takes effect at once`() {
    list.suspend()
    let cell = stage.shown("a")
    list.prefetch(stage.desk.job("p"), forKey: "p")
    stage.settle()
    #expect(stage.desk.started.isEmpty)
    #expect(list.isSuspended)
    list.cancel()
    #expect(list.operations.runCount == 0)
    list.resume()
    stage.succeed("a")
    #expect(cell.states.last == "A")
    #expect(stage.desk.started == ["a"])
  }

  @Test func `INV-17: Cancelled work gives no state, is no failure and is not remembered`() {
    let cell = stage.shown("a")
    stage.settle()
    list.operations.cancelAllOperations()
    stage.settle()
    #expect(cell.states == ["…"])
    #expect(stage.status("a") == .none)
    list.willDisplay(cell)
    #expect(cell.states == ["…", "…"])
    stage.succeed("a")
    #expect(cell.states == ["…", "…", "A"])
  }

  @Test func `INV-17: A job that throws CancellationError has not failed`() {
    let cell = stage.shown("a")
    stage.fail("a", with: CancellationError())
    #expect(cell.states == ["…"])
    list.resume()
    stage.succeed("a")
    #expect(cell.states == ["…", "…", "A"])
  }

  @Test func `INV-13: A cell bound before anybody was told of a cancel gets new work`() {
    let first = stage.shown("a")
    stage.settle()
    list.operations.cancelAllOperations()
    let second = stage.shown("a")
    stage.settle()
    #expect(stage.desk.starts(of: "a") == 2)
    stage.succeed("a")
    #expect(first.states.last == "A")
    #expect(second.states == ["…", "A"])
  }

  @Test(arguments: [true, false])
  func `INV-28: Cancelled for all and at once resumed or displayed, a cell completes`(resumes: Bool) {
    let cell = stage.shown("a")
    stage.settle()
    list.operations.cancelAllOperations()
    if resumes { list.resume() } else { list.willDisplay(cell) }
    stage.succeed("a")
    #expect(cell.states == ["…", "…", "A"])
  }

  @Test func `Cancel and display again: the cell that never left the screen gets new work`() {
    let cell = stage.shown("a")
    stage.settle()
    list.cancel()
    list.willDisplay(cell)
    stage.succeed("a")
    #expect(cell.states == ["…", "…", "A"])
  }

  @Test func `Reset, cancelled before anybody was told, and displayed again: the cell is refreshed`() {
    let cell = stage.shown("a")
    stage.succeed("a", with: "old")
    list.reset(keepingValues: true)
    list.cancel()
    list.willDisplay(cell)
    stage.succeed("a", with: "new")
    #expect(cell.states == ["…", "old", "…(old)", "new"])
  }

  @Test func `Resume without need does nothing`() {
    let cell = stage.shown("a")
    list.resume()
    stage.succeed("a")
    list.resume()
    stage.settle()
    #expect(cell.states == ["…", "A"])
    #expect(stage.desk.started == ["a"])
  }
}
