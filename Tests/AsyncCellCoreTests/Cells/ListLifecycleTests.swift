import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListLifecycleTests {
  let engine = VirtualEngine()

  @Test func `INV-31: A list that goes in the middle of its work frees everything`() {
    let claims = LiveObjects.alive(.claim)
    var stage: CellStage? = CellStage(engine)
    weak let list = stage?.list
    weak let queue = stage?.list.operations
    weak let cache = stage?.list.cache
    let desk = stage?.desk
    stage?.list.offscreenGrace = 10
    let cells = (0..<8).compactMap { stage?.shown("\($0)") }
    stage?.settle()
    cells.prefix(4).forEach { stage?.list.didEndDisplaying($0) }
    stage?.list.prefetch(Desk().job("p"), forKey: "p", at: 1)
    stage?.fail("1")
    stage?.succeed("2")
    stage = nil
    engine.settle()
    #expect(list == nil)
    #expect(queue == nil)
    #expect(cache == nil)
    #expect(desk?.wanted == [])
    desk?.succeedAll()
    engine.settle()
    #expect(engine.keys.count == 0)
    #expect(engine.clock.pendingTimers == 0)
    // Claims are made on the main actor alone, and may go elsewhere: other tests can only make them fewer.
    #expect(LiveObjects.alive(.claim) <= claims)
    #expect(cells.allSatisfy { $0.states.count <= 2 })
  }

  @Test func `Row 15: The list keeps no cell alive, and no cell the list`() {
    let stage = CellStage(engine)
    var cell: Probe? = stage.shown("a")
    weak let weakCell = cell
    stage.settle()
    cell = nil
    #expect(weakCell == nil)
    stage.succeed("a")
    #expect(stage.list.value(forKey: "a") == "A")
    let claims = LiveObjects.alive(.claim)
    stage.list.resume()
    #expect(LiveObjects.alive(.claim) <= claims)
    #expect(stage.list.operations.runCount == 0)
  }

  @Test func `INV-26: Cells that die without a word are found in time`() {
    let stage = CellStage(engine, limit: 0)
    let before = LiveObjects.alive(.claim)
    for index in 0..<1_000 { _ = stage.shown("\(index)") }
    #expect(LiveObjects.alive(.claim) - before <= 64)
    stage.list.resume()
    #expect(LiveObjects.alive(.claim) <= before)
    // Their work is off screen now, and stays within the backlog.
    #expect(stage.list.operations.runCount <= 64)
  }

  @Test func `A dead cell makes nothing urgent, and its place may be taken by another`() {
    let stage = CellStage(engine, limit: 0)
    for index in 0..<200 {
      let cell = stage.shown("\(index)")
      #expect(cell.states == ["…"])
    }
    let alive = stage.shown("alive")
    // Dead cells whose place nobody has taken are looked for now and then, and when the screen returns.
    stage.list.resume()
    stage.list.operations.maxConcurrentOperationCount = 1
    stage.succeed("alive")
    stage.desk.succeedAll()
    stage.settle()
    #expect(alive.states == ["…", "ALIVE"])
  }

  @Test func `INV-32: When all is done nothing is left but what is cached and shown`() {
    let stage = CellStage(engine)
    let cells = (0..<20).map { stage.shown("\($0)") }
    for index in 0..<20 { stage.succeed("\(index)") }
    #expect(stage.list.operations.runCount == 0)
    #expect(engine.keys.count == 20)
    #expect(engine.clock.pendingTimers == 0)
    #expect(engine.main.pendingCount == 0)
    cells.forEach { stage.list.unbind($0) }
    stage.list.cache.removeAll()
    #expect(engine.keys.count == 0)
  }

  @Test func `A cell that was shown keeps its value though the cache has lost it`() {
    let stage = CellStage(engine)
    let cell = stage.shown("a")
    stage.succeed("a")
    stage.list.cache.removeAll()
    stage.list.willDisplay(cell)
    stage.list.didEndDisplaying(cell)
    stage.list.willDisplay(cell)
    #expect(cell.states == ["…", "A", "A"])
    #expect(stage.desk.starts(of: "a") == 1)
  }

  @Test func `An expired value is loaded anew with the next display, and shown until then`() {
    let stage = CellStage(engine)
    let cell = Probe(stage.desk, "a")
    cell.change = { $0.cached(lifetime: 10) }
    stage.list.willDisplay(cell)
    stage.succeed("a", with: "old")
    stage.list.didEndDisplaying(cell)
    engine.advance(by: .seconds(9))
    stage.list.willDisplay(cell)
    stage.list.didEndDisplaying(cell)
    engine.advance(by: .seconds(1))
    stage.list.willDisplay(cell)
    stage.succeed("a", with: "new")
    #expect(cell.states == ["…", "old", "old", "…(old)", "new"])
  }

  @Test func `A value too large to be cached expires in the cell that shows it, too`() {
    let stage = CellStage(engine)
    stage.list.cache.totalCostLimit = 10
    let cell = Probe(stage.desk, "a")
    cell.change = { $0.cached(cost: { _ in 1_000 }, lifetime: 10) }
    stage.list.willDisplay(cell)
    stage.succeed("a", with: "old")
    stage.list.didEndDisplaying(cell)
    stage.list.willDisplay(cell)
    #expect(cell.states == ["…", "old", "old"])
    stage.list.didEndDisplaying(cell)
    engine.advance(by: .seconds(10))
    stage.list.willDisplay(cell)
    #expect(cell.states.last == "…(old)")
  }

  @Test func `Row 37: A memory warning keeps what is on screen and drops the rest, without a flash`() {
    let stage = CellStage(engine)
    let (shown, left) = (stage.shown("a"), stage.shown("b"))
    stage.succeed("a")
    stage.succeed("b")
    stage.list.didEndDisplaying(left)
    stage.list.memoryWarning()
    #expect(stage.list.value(forKey: "a") == "A")
    #expect(stage.list.value(String.self, forKey: "b") == nil)
    #expect(stage.shown("a").states == ["A"])
    stage.list.willDisplay(left)
    #expect(left.states == ["…", "B", "…"])
    #expect(shown.states == ["…", "A"])
  }

  // MARK: Descriptions

  @Test func `Descriptions hold no key, address, value or error text`() {
    struct Secret: Error, CustomStringConvertible, LocalizedError {
      var description: String { "canary" }
      var errorDescription: String? { "canary" }
    }
    let stage = CellStage(engine)
    var said: [String] = []
    let cell = Probe(stage.desk, "canary")
    cell.onState = { state in
      said += ["\(state)", String(reflecting: state), String(describing: Optional(state))]
      if case .inProgress(let progress) = state { said += ["\(progress)", String(reflecting: progress)] }
      if let failure = state.failure {
        said += ["\(failure)", String(reflecting: failure), failure.localizedDescription]
      }
    }
    stage.list.willDisplay(cell, item: .item("canary item"))
    stage.settle()
    stage.desk.report(0.5, for: "canary")
    stage.succeed("canary", with: "canary value")
    stage.list.reset(keepingValues: true)
    stage.fail("canary", with: Secret())
    said += ["\(ItemIdentity.item("canary"))", "\(ItemIdentity.position("canary"))"]
    said += ["\(stage.list)", "\(stage.list.operations)", "\(stage.list.cache)"]
    #expect(said.count > 15)
    #expect(said.filter { $0.lowercased().contains("canary") } == [])
  }

  @Test func `Row 3: The three states print themselves, with attempt and progress`() {
    let progress = AsyncCellProgress<Int>(phase: .running, attempt: 2, jobName: "decode", fraction: 0.5, previous: 1)
    #expect("\(AsyncCellState.inProgress(progress))" == "inProgress(running, attempt 2, decode, 50%, with previous)")
    #expect("\(AsyncCellState.complete(7))" == "complete(Int)")
    let failure = AsyncCellFailure(error: Broken(), jobName: "fetch", attempts: 3) {}
    #expect("\(AsyncCellState<Int>.failed(failure))" == "failed(fetch: Broken, unclassified, 3 attempts)")
    #expect(AsyncCellState.inProgress(progress).value == 1)
    #expect(AsyncCellState.complete(7).value == 7)
    #expect(AsyncCellState<Int>.failed(failure).value == nil)
    #expect(AsyncCellState<Int>.failed(failure).failure != nil)
  }
}
