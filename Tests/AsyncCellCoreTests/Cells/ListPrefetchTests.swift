import AsyncCellCore
import AsyncCellTesting
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListPrefetchTests {
  let stage = CellStage()
  var list: CellCoordinator { stage.list }

  func prefetch(_ names: String..., by offset: Int = 0) {
    for (distance, name) in names.enumerated() {
      list.prefetch(stage.desk.job(name), forKey: name, distance: distance, at: name + "\(offset)")
    }
  }

  func cancel(_ names: String..., by offset: Int = 0) {
    for name in names { list.cancelPrefetch(at: name + "\(offset)") }
  }

  @Test func `A prefetched value is at hand when its cell comes`() {
    prefetch("a")
    stage.succeed("a")
    let cell = stage.shown("a")
    #expect(cell.states == ["A"])
    #expect(cell.declarations == 0)
  }

  @Test func `S19: A cell joins the prefetch of its item, which is as urgent as the cell from then on`() {
    list.operations.maxConcurrentOperationCount = 0
    prefetch("z", "a")
    #expect(list.operations.priority(forKey: "a", producing: String.self) == .prefetch(distance: 1))
    let cell = stage.shown("a")
    #expect(list.priority(of: cell) == .visible)
    #expect(cell.declarations == 0)
    list.operations.maxConcurrentOperationCount = 1
    stage.settle()
    #expect(stage.desk.started == ["a"])
  }

  @Test func `S20: Taking back the prefetch of an item on screen does not hurt it`() {
    prefetch("a")
    let cell = stage.shown("a")
    stage.settle()
    cancel("a")
    list.cancelPrefetch(forKey: "a", producing: String.self)
    stage.succeed("a")
    #expect(cell.states == ["…", "A"])
    #expect(stage.desk.starts(of: "a") == 1)
  }

  @Test func `S21: Prefetches and cancellations need not pair`() {
    prefetch("a", "b")
    stage.settle()
    prefetch("a", "b")
    cancel("a")
    cancel("a", "never")
    stage.settle()
    #expect(stage.status("a") == .none)
    #expect(stage.status("b") == .inProgress)
    #expect(stage.desk.started == ["a", "b"])
    cancel("b")
    #expect(list.operations.runCount == 0)
    stage.settle()
    stage.desk.succeedAll()
    stage.settle()
    #expect(stage.engine.keys.count == 0)
  }

  @Test func `Asked for again, running work is not begun again`() {
    prefetch("a")
    stage.settle()
    prefetch("a")
    stage.settle()
    #expect(stage.desk.started == ["a"])
  }

  @Test func `Two rows with one key each take back their own prefetch`() {
    prefetch("a", by: 1)
    prefetch("a", by: 2)
    cancel("a", by: 1)
    #expect(stage.status("a") == .inProgress)
    cancel("a", by: 2)
    #expect(stage.status("a") == .none)
  }

  @Test func `A row that holds another item by now takes the first prefetch back`() {
    list.prefetch(stage.desk.job("a"), forKey: "a", at: 5)
    list.prefetch(stage.desk.job("b"), forKey: "b", at: 5)
    #expect(stage.status("a") == .none)
    #expect(stage.status("b") == .inProgress)
  }

  @Test func `Once a cell has shown the item the prefetch is spent, and its leaving counts`() {
    list.offscreenPolicy = .cancel
    prefetch("a")
    let cell = stage.shown("a")
    prefetch("a")
    list.didEndDisplaying(cell)
    #expect(stage.status("a") == .none)
  }

  @Test func `What is cached or has failed for good is not prefetched`() {
    list.store("A", forKey: "a")
    _ = stage.shown("b")
    stage.fail("b")
    prefetch("a", "b")
    #expect(list.operations.runCount == 0)
  }

  @Test func `Prefetching nothing leaves nothing`() {
    list.prefetch(nil as Waterfall<String>?, forKey: "a", at: 1)
    #expect(stage.engine.keys.count == 0)
    list.cancelPrefetch(at: 1)
  }

  @Test func `S24: Prefetches that nobody takes back are bounded, and dropped on a memory warning`() {
    list.operations.maxConcurrentOperationCount = 0
    for index in 0..<1_000 { list.prefetch(stage.desk.job("\(index)"), forKey: index, at: index) }
    #expect(list.operations.runCount == 100)
    #expect(list.status(forKey: 999, producing: String.self) == .inProgress)
    list.memoryWarning()
    #expect(list.operations.runCount == 0)
    #expect(stage.engine.keys.count == 0)
  }

  @Test func `S25: What is prepared starts after what is on screen and before what is prefetched`() {
    list.operations.maxConcurrentOperationCount = 0
    list.prefetch(stage.desk.job("f"), forKey: "f", distance: 2)
    list.prefetch(stage.desk.job("n"), forKey: "n", distance: 1)
    let prepared = Probe(stage.desk, "p")
    list.prepare(prepared)
    let left = stage.shown("l")
    list.didEndDisplaying(left)
    let shown = stage.shown("v")
    list.operations.maxConcurrentOperationCount = 1
    for name in ["v", "p", "n", "f", "l"] { stage.succeed(name) }
    #expect(stage.desk.started == ["v", "p", "n", "f", "l"])
    _ = shown
  }

  @Test func `A suspended prefetch goes on with the resume, whatever becomes of work off screen`() {
    list.offscreenPolicy = .suspend
    list.suspend()
    prefetch("a")
    list.resume()
    stage.succeed("a")
    #expect(stage.status("a") == .complete)
  }

  @Test func `A prefetch brings work back that its policy has put aside`() {
    list.offscreenPolicy = .suspend
    list.operations.maxConcurrentOperationCount = 0
    list.didEndDisplaying(stage.shown("a"))
    list.operations.maxConcurrentOperationCount = 1
    stage.settle()
    #expect(stage.desk.started.isEmpty)
    prefetch("a")
    stage.succeed("a")
    #expect(stage.status("a") == .complete)
  }
}
