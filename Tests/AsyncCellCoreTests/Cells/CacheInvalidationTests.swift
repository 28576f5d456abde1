import AsyncCellCore
import AsyncCellTesting
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct CacheInvalidationTests {
  let engine = VirtualEngine()

  @Test func `Invalidated while a job runs: its late result is neither stored nor delivered`() {
    let stage = CellStage(engine)
    let cell = stage.shown("a")
    stage.succeed("x")
    stage.settle()
    stage.list.cache.invalidate()
    stage.desk.succeed("a", with: "before")
    stage.settle()
    #expect(cell.states == ["…"])
    #expect(stage.list.value(String.self, forKey: "a") == nil)
    stage.list.willDisplay(cell)
    stage.succeed("a", with: "after")
    #expect(cell.states == ["…", "…", "after"])
  }

  @Test func `Invalidated while a result is on its way: it is neither stored nor delivered`() {
    let stage = CellStage(engine)
    let cell = stage.shown("a")
    stage.settle()
    stage.desk.succeed("a", with: "before")
    engine.runThreads()
    stage.list.cache.invalidate()
    stage.settle()
    #expect(cell.states == ["…"])
    #expect(stage.list.cache.count == 0)
  }

  @Test func `Invalidation drops failures, what waiting cells remember, and prefetches`() {
    let stage = CellStage(engine)
    _ = stage.shown("bad")
    stage.fail("bad")
    let waiting = stage.shown("a")
    stage.succeed("a")
    stage.list.didEndDisplaying(waiting)
    stage.list.prefetch(stage.desk.job("p"), forKey: "p", at: 1)
    stage.list.cache.invalidate()
    #expect(stage.list.operations.runCount == 0)
    #expect(stage.status("bad") == .none)
    stage.list.willDisplay(waiting)
    #expect(waiting.states == ["…", "A", "…"])
    stage.list.unbind(waiting)
    stage.list.cancel()
    stage.settle()
    #expect(engine.keys.count == 0)
  }

  @Test func `INV-18: A run that others keep going over a log-out brings the list nothing`() {
    let stage = CellStage(engine)
    let first = stage.shown("a")
    // Somebody else wants the same run, and knows of no log-out.
    var other: String?
    stage.list.operations.enqueue(stage.desk.job("a"), forKey: "a") { other = try? $0.get() }
    stage.settle()
    stage.list.cache.invalidate()
    stage.list.willDisplay(first)
    stage.succeed("a", with: "before")
    #expect(other == "before")
    #expect(!first.states.contains("before"))
    #expect(stage.list.value(String.self, forKey: "a") == nil)
    stage.succeed("a", with: "after")
    #expect(first.states.last == "after")
  }
}
