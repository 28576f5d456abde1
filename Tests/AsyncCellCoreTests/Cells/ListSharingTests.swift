import AsyncCellCore
import AsyncCellTesting
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListSharingTests {
  let engine = VirtualEngine()
  let one: CellStage
  let two: CellStage

  init() {
    let queue = engine.makeQueue()
    queue.retryPolicy = .none
    let cache = engine.makeCache()
    one = CellStage(engine, sharing: queue, cache)
    two = CellStage(engine, sharing: queue, cache)
  }

  @Test func `Two lists share a run, and each its own cells' value`() {
    let (first, second) = (one.shown("a"), two.shown("a"))
    one.succeed("a")
    #expect(first.states == ["…", "A"])
    #expect(second.states == ["…", "A"])
    #expect(two.desk.started.isEmpty)
  }

  @Test(arguments: ["cancel", "suspend", "reset"])
  func `INV-12: A list's verbs touch its own claims only`(verb: String) {
    let (first, second) = (one.shown("a"), two.shown("a"))
    engine.settle()
    switch verb {
    case "cancel": one.list.cancel()
    case "suspend": one.list.suspend()
    default: one.list.reset()
    }
    one.succeed("a")
    #expect(second.states == ["…", "A"])
    one.list.resume()
    engine.settle()
    one.succeed("a")
    #expect(first.states.last == "A")
  }

  @Test func `Reset of one list leaves the other's values in the shared cache`() {
    _ = one.shown("a")
    one.succeed("a")
    _ = two.shown("b")
    two.succeed("b")
    one.list.reset()
    #expect(two.list.value(forKey: "b") == "B")
    #expect(two.status("b") == .complete)
  }

  @Test func `A memory warning of one list leaves what the other has on screen`() {
    let cell = two.shown("b")
    two.succeed("b")
    two.list.store("away", forKey: "z")
    one.list.memoryWarning()
    #expect(two.list.value(forKey: "b") == "B")
    #expect(two.list.value(String.self, forKey: "z") == nil)
    _ = cell
  }

  @Test func `The list's own identities are not shared`() {
    let (first, second) = (Probe(one.desk, "a"), Probe(two.desk, "b"))
    first.hasOwnID = false
    second.hasOwnID = false
    one.list.willDisplay(first, item: .item(1))
    two.list.willDisplay(second, item: .item(1))
    one.succeed("a")
    two.succeed("b")
    #expect(first.states == ["…", "A"])
    #expect(second.states == ["…", "B"])
  }

  @Test func `INV-31: A list that goes leaves the other's runs alone`() {
    let cell = two.shown("a")
    var third: CellStage? = CellStage(engine, sharing: one.list.operations, one.list.cache)
    let gone = third?.shown("a")
    let alone = third?.shown("alone")
    engine.settle()
    third = nil
    engine.settle()
    #expect(one.list.operations.runCount == 1)
    two.succeed("a")
    #expect(cell.states == ["…", "A"])
    #expect(gone?.states == ["…"])
    #expect(alone?.states == ["…"])
  }

  @Test func `Cancelled here and completed there, the value is shown with the resume and loaded once`() {
    let first = one.shown("a")
    one.list.cancel()
    let second = two.shown("a")
    two.succeed("a")
    one.list.resume()
    engine.settle()
    #expect(first.states == ["…", "A"])
    #expect(second.states == ["…", "A"])
  }

  @Test func `Invalidating a shared cache reaches every list that uses it`() {
    let cells = [one.shown("a"), two.shown("b")]
    engine.settle()
    one.list.cache.invalidate()
    one.succeed("a")
    two.succeed("b")
    #expect(cells.map(\.states) == [["…"], ["…"]])
    #expect(one.list.cache.count == 0)
  }
}
