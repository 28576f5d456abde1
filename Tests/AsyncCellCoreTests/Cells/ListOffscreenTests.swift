import AsyncCellCore
import AsyncCellTesting
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListOffscreenTests {
  let stage = CellStage(limit: 2)
  var list: CellCoordinator { stage.list }

  // MARK: One cell leaves

  @Test func `Off screen, kept work keeps its place`() {
    list.offscreenPolicy = .keep
    let cell = stage.shown("a")
    list.didEndDisplaying(cell)
    #expect(list.operations.priority(forKey: "a", producing: String.self) == .visible)
    stage.succeed("a")
    #expect(stage.status("a") == .complete)
  }

  @Test func `Off screen, demoted work comes after everything else, and goes on`() {
    let cell = stage.shown("a")
    stage.settle()
    list.didEndDisplaying(cell)
    #expect(list.operations.priority(forKey: "a", producing: String.self) == .offscreen)
    stage.succeed("a")
    #expect(list.value(forKey: "a") == "A")
    #expect(cell.states == ["…"])
  }

  @Test func `Off screen, suspended work stops and goes on with the next display`() {
    list.offscreenPolicy = .suspend
    let (cell, other) = (stage.shown("a"), stage.shown("b"))
    stage.settle()
    list.didEndDisplaying(cell)
    stage.settle()
    stage.desk.succeed("a")
    stage.settle()
    #expect(stage.status("a") == .inProgress)
    list.suspend()
    list.resume()
    stage.settle()
    #expect(stage.status("a") == .inProgress)
    list.willDisplay(cell)
    stage.settle()
    #expect(cell.states.last == "A")
    #expect(stage.desk.starts(of: "a") == 1)
    _ = other
  }

  @Test func `Off screen, cancelled work is gone`() {
    list.offscreenPolicy = .cancel
    let cell = stage.shown("a")
    stage.settle()
    list.didEndDisplaying(cell)
    stage.settle()
    #expect(stage.status("a") == .none)
    #expect(stage.desk.wanted.isEmpty)
    #expect(stage.engine.keys.count == 1)
  }

  @Test func `The work's own policy comes before the list's`() {
    let cell = Probe(stage.desk, "a")
    cell.change = { $0.offscreen(.cancel) }
    list.willDisplay(cell)
    list.didEndDisplaying(cell)
    #expect(stage.status("a") == .none)
  }

  @Test func `The work's own policy counts for a list that joined the run, too`() {
    let other = CellCoordinator(operations: list.operations, cache: list.cache)
    let first = Probe(stage.desk, "a")
    first.change = { $0.offscreen(.cancel).cached(lifetime: 10) }
    other.willDisplay(first)
    let second = stage.shown("a")
    other.didEndDisplaying(first)
    list.didEndDisplaying(second)
    #expect(list.operations.runCount == 0)
  }

  @Test func `The policy waits for the grace, and a return within it changes nothing`() {
    list.offscreenPolicy = .cancel
    list.offscreenGrace = 2
    let cell = stage.shown("a")
    stage.settle()
    list.didEndDisplaying(cell)
    stage.engine.advance(by: .seconds(1))
    #expect(list.operations.priority(forKey: "a", producing: String.self) == .visible)
    list.willDisplay(cell)
    stage.engine.advance(by: .seconds(5))
    #expect(stage.status("a") == .inProgress)
    list.didEndDisplaying(cell)
    stage.engine.advance(by: .seconds(2))
    #expect(stage.status("a") == .none)
    #expect(stage.engine.clock.pendingTimers == 0)
  }

  @Test func `INV-32: Work that ends within its grace leaves no timer`() {
    list.offscreenGrace = 2
    let cell = stage.shown("a")
    stage.settle()
    list.didEndDisplaying(cell)
    #expect(stage.engine.clock.pendingTimers == 1)
    stage.succeed("a")
    #expect(stage.engine.clock.pendingTimers == 0)
  }

  // MARK: The backlog

  @Test func `After a fling nothing of it stays behind but what is near`() {
    list.operations.maxConcurrentOperationCount = 0
    let cells = (0..<5).map { _ in Probe(stage.desk, nil) }
    for row in 0..<5_000 {
      let cell = cells[row % 5]
      list.didEndDisplaying(cell)
      cell.name = "row \(row)"
      list.willDisplay(cell)
      #expect(list.operations.runCount <= 15)
    }
    #expect(list.operations.runCount <= 15)
    #expect(stage.engine.keys.count <= 20)
    list.operations.maxConcurrentOperationCount = -1
    stage.settle()
    stage.desk.succeedAll()
    stage.settle()
    #expect(cells.enumerated().allSatisfy { $1.states.last == "ROW \(4_995 + $0)" })
  }

  @Test(arguments: [OffscreenPolicy.demote, .suspend])
  func `The backlog is bounded, and the last that left are kept`(policy: OffscreenPolicy) {
    list.operations.maxConcurrentOperationCount = 0
    list.offscreenPolicy = policy
    list.offscreenBacklogLimit = 3
    for name in ["a", "b", "c", "d", "e"] { list.didEndDisplaying(stage.shown(name)) }
    #expect(["a", "b"].map { stage.status($0) } == [.none, .none])
    #expect(["c", "d", "e"].map { stage.status($0) } == [.inProgress, .inProgress, .inProgress])
  }

  @Test func `What has begun does not count in the backlog`() {
    list.offscreenBacklogLimit = 0
    let cell = stage.shown("a")
    stage.settle()
    list.didEndDisplaying(cell)
    #expect(stage.status("a") == .inProgress)
  }

  @Test func `A whole screen that leaves and returns declares its work once`() {
    list.operations.maxConcurrentOperationCount = 0
    let cells = (0..<5).map { stage.shown("\($0)") }
    cells.forEach { list.didEndDisplaying($0) }
    cells.forEach { list.willDisplay($0) }
    #expect(cells.map(\.declarations) == [1, 1, 1, 1, 1])
  }
}
