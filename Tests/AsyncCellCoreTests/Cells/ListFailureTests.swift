import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListFailureTests {
  let stage = CellStage()
  var list: CellCoordinator { stage.list }

  // MARK: How long failures are remembered

  @Test func `A permanent failure stays`() {
    stage.shown("a").onState = nil
    stage.fail("a", with: URLError(.unsupportedURL))
    stage.engine.advance(by: .seconds(100_000))
    #expect(stage.shown("a").states == ["!"])
  }

  @Test(arguments: [URLError.Code.timedOut, .notConnectedToInternet])
  func `A transient failure is forgotten after 30 seconds, not before`(code: URLError.Code) {
    let cell = stage.shown("a")
    stage.fail("a", with: URLError(code))
    stage.engine.advance(by: .milliseconds(29_999))
    #expect(stage.shown("a").states == ["!"])
    stage.engine.advance(by: .milliseconds(1))
    #expect(stage.status("a") == .none)
    #expect(stage.shown("a").states == ["…"])
    // The cell that has shown it all the time goes on showing it, and then gets the value with the others.
    stage.succeed("a")
    #expect(cell.states.last == "A")
  }

  @Test func `Remembered until reset, a transient failure stays as well`() {
    list.failureLifetime = .untilReset
    let cell = stage.shown("a")
    stage.fail("a", with: URLError(.timedOut))
    stage.engine.advance(by: .seconds(100_000))
    list.didEndDisplaying(cell)
    list.willDisplay(cell)
    #expect(cell.states == ["…", "!", "!"])
    list.reset()
    #expect(stage.status("a") == .inProgress)
  }

  @Test func `A failure lifetime of nothing remembers no transient failure`() {
    list.failureLifetime = .transient(0)
    _ = stage.shown("a")
    stage.fail("a", with: URLError(.timedOut))
    #expect(stage.shown("a").states == ["…"])
  }

  // MARK: Retry

  @Test func `Retry runs the item's work again for every cell that shows it`() {
    let cells = [stage.shown("a"), stage.shown("a")]
    stage.fail("a")
    cells[0].failure?.retry()
    #expect(cells[0].states == ["…", "!"])
    stage.succeed("a")
    #expect(cells.map(\.states) == Array(repeating: ["…", "!", "…", "A"], count: 2))
  }

  @Test func `Retry after reuse acts on the item, not on the cell`() {
    let cell = stage.shown("a")
    stage.fail("a")
    let failure = cell.failure
    cell.name = "b"
    list.prepare(cell)
    failure?.retry()
    stage.succeed("a")
    #expect(cell.states == ["…", "!", "…"])
    #expect(list.value(forKey: "a") == "A")
    #expect(stage.desk.started == ["a", "b", "a"])
  }

  @Test func `Retry on a cell that was given another item without a word runs the failed item's work`() {
    let cell = stage.shown("a")
    stage.fail("a")
    let failure = cell.failure
    cell.name = "b"
    failure?.retry()
    stage.settle()
    stage.desk.succeed("a", with: "of a")
    stage.succeed("b", with: "of b")
    #expect(list.value(forKey: "a") == "of a")
    #expect(list.value(forKey: "b") == "of b")
    #expect(cell.states.last == "of b")
  }

  @Test func `Retry twice runs once, and after the value has come not at all`() {
    let cell = stage.shown("a")
    stage.fail("a")
    cell.failure?.retry()
    cell.failure?.retry()
    let failure = cell.failure
    stage.succeed("a")
    failure?.retry()
    stage.settle()
    #expect(stage.desk.starts(of: "a") == 2)
    #expect(cell.states == ["…", "!", "…", "A"])
  }

  @Test func `Retry after a reset does nothing`() {
    let cell = stage.shown("a")
    stage.fail("a")
    let failure = cell.failure
    list.reset()
    stage.settle()
    failure?.retry()
    stage.settle()
    #expect(stage.desk.starts(of: "a") == 2)
    #expect(list.operations.statistics.coalesced == 0)
  }

  @Test func `Retry while the failure is being delivered starts over`() {
    let cell = stage.shown("a")
    cell.onState = { if $0.short == "!" { $0.failure?.retry() } }
    stage.fail("a")
    stage.fail("a")
    stage.succeed("a")
    #expect(cell.states == ["…", "!", "…", "!", "…", "A"])
  }

  @Test func `Retry after the list has gone does nothing`() {
    var stage: CellStage? = CellStage(self.stage.engine)
    let cell = stage?.shown("a")
    stage?.fail("a")
    let failure = cell?.failure
    stage = nil
    failure?.retry()
    self.stage.settle()
    #expect(cell?.states == ["…", "!"])
  }

  @Test func `With room for no results, each cell on screen can still be retried`() {
    list.cache.countLimit = 0
    let cells = ["a", "b", "c"].map { stage.shown($0) }
    for name in ["a", "b", "c"] { stage.fail(name) }
    cells.forEach { $0.failure?.retry() }
    for name in ["a", "b", "c"] { stage.succeed(name) }
    #expect(cells.map(\.states.last) == ["A", "B", "C"])
  }

  @Test func `INV-26: No more failures are remembered than results`() {
    list.cache.countLimit = 3
    for index in 0..<50 {
      let cell = stage.shown("\(index)")
      stage.fail("\(index)")
      list.unbind(cell)
    }
    #expect(stage.engine.keys.count <= 4)
    #expect(stage.status("49") == .failed)
    #expect(stage.status("0") == .none)
  }

  @Test func `The failure says which job, which error and how many attempts`() {
    let cell = stage.shown("a")
    stage.fail("a", with: URLError(.timedOut))
    #expect(cell.failure?.jobName == "load")
    #expect(cell.failure?.attempts == 1)
    #expect((cell.failure?.error as? URLError)?.code == .timedOut)
    #expect(cell.failure?.kind == .transient)
  }
}
