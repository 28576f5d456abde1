import AsyncCellCore
import AsyncCellTesting
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListBindingTests {
  let stage = CellStage()
  var list: CellCoordinator { stage.list }

  // MARK: One state

  @Test func `A cell turns to an item that its leaving pushes out of the backlog`() {
    list.operations.maxConcurrentOperationCount = 0
    list.offscreenBacklogLimit = 1
    list.didEndDisplaying(stage.shown("a"))
    let cell = stage.shown("b")
    cell.name = "a"
    list.willDisplay(cell)
    list.operations.maxConcurrentOperationCount = 1
    stage.succeed("a")
    #expect(cell.states == ["…", "…", "A"])
    #expect(list.fault == nil)
  }

  @Test func `Binding delivers one state before it returns: in progress`() {
    let cell = Probe(stage.desk, "a")
    list.prepare(cell)
    #expect(cell.states == ["…"])
    stage.succeed("a")
    #expect(cell.states == ["…", "A"])
  }

  @Test func `Binding delivers one state before it returns: complete`() {
    list.store("A", forKey: "a")
    let cell = Probe(stage.desk, "a")
    list.prepare(cell)
    list.willDisplay(cell)
    stage.settle()
    #expect(cell.states == ["A"])
    #expect(cell.declarations == 0)
  }

  @Test func `Binding delivers one state before it returns: failed`() {
    let first = stage.shown("a")
    stage.fail("a")
    #expect(first.states == ["…", "!"])
    let second = stage.shown("a")
    #expect(second.states == ["!"])
    #expect(second.declarations == 0)
  }

  @Test func `A cell with nothing to load gets no state and leaves nothing behind`() {
    let cell = Probe(stage.desk, nil)
    list.prepare(cell, item: .item(1))
    list.willDisplay(cell, item: .item(1))
    list.didEndDisplaying(cell)
    stage.settle()
    #expect(cell.states.isEmpty)
    #expect(stage.engine.keys.count == 0)
    #expect(list.operations.runCount == 0)
  }

  @Test func `A cell without an id and an item is bound to nothing`() {
    let cell = stage.shown("a")
    cell.name = nil
    list.prepare(cell)
    stage.succeed("a")
    #expect(cell.states == ["…"])
  }

  @Test func `Views that are no async cells are nobody's business`() {
    final class Advert {}
    let advert = Advert()
    list.prepare(advert)
    list.willDisplay(advert, item: .item(1))
    list.didEndDisplaying(advert)
    list.reset(advert)
    list.unbind(advert)
    #expect(list.priority(of: advert) == nil)
    #expect(stage.engine.keys.count == 0)
  }

  // MARK: Again

  @Test func `Binding a cell on screen to what it shows delivers nothing and starts nothing`() {
    let cell = stage.shown("a")
    list.prepare(cell)
    list.willDisplay(cell)
    stage.succeed("a")
    list.prepare(cell)
    list.willDisplay(cell)
    #expect(cell.states == ["…", "A"])
    #expect(stage.desk.started == ["a"])
  }

  @Test func `Prepared, then displayed: one state, and only then as urgent as what is on screen`() {
    list.operations.maxConcurrentOperationCount = 0
    let cell = Probe(stage.desk, "a")
    list.prepare(cell)
    #expect(list.priority(of: cell) == .prepared)
    list.willDisplay(cell)
    #expect(list.priority(of: cell) == .visible)
    #expect(cell.states == ["…"])
    #expect(cell.declarations == 1)
  }

  @Test func `A prepared cell that went through the pool unseen gets its state again`() {
    list.store("A", forKey: "a")
    let cell = Probe(stage.desk, "a")
    list.prepare(cell, item: .item(1))
    // UIKit takes it back, clears it in prepareForReuse and hands it out for another row with the same picture.
    cell.states = []
    list.prepare(cell, item: .item(2))
    list.willDisplay(cell, item: .item(2))
    #expect(cell.states == ["A"])
  }

  @Test func `Displayed again without having been configured, a cell completes`() {
    let cell = stage.shown("a")
    list.didEndDisplaying(cell)
    stage.succeed("a")
    #expect(cell.states == ["…"])
    list.willDisplay(cell)
    #expect(cell.states == ["…", "A"])
    #expect(stage.desk.started == ["a"])
  }

  @Test func `Displayed again while its work is cancelled, a cell gets new work`() {
    list.offscreenPolicy = .cancel
    let cell = stage.shown("a")
    stage.settle()
    list.didEndDisplaying(cell)
    list.willDisplay(cell)
    stage.settle()
    #expect(stage.desk.starts(of: "a") == 2)
    stage.succeed("a", with: "new")
    #expect(cell.states == ["…", "…", "new"])
  }

  // MARK: Reuse

  @Test func `INV-01: Reused while its work is in flight, a cell never shows the earlier item`() {
    let cell = stage.shown("a")
    stage.settle()
    list.didEndDisplaying(cell)
    cell.name = "b"
    list.prepare(cell)
    list.willDisplay(cell)
    stage.succeed("a")
    #expect(cell.states == ["…", "…"])
    stage.succeed("b")
    #expect(cell.states == ["…", "…", "B"])
  }

  @Test func `INV-01: A cell given another item without a word never gets the earlier item's state`() {
    let cell = stage.shown("a")
    stage.settle()
    cell.name = "b"
    stage.succeed("a")
    #expect(cell.states == ["…", "…"])
    stage.succeed("b")
    #expect(cell.states == ["…", "…", "B"])
  }

  @Test func `Reused for an item with nothing to load, a cell ignores the late result`() {
    let cell = stage.shown("a")
    stage.settle()
    cell.name = nil
    list.prepare(cell, item: .item(2))
    stage.succeed("a")
    #expect(cell.states == ["…"])
  }

  @Test func `Several cells with one key share one run, and all get its value`() {
    let cells = [stage.shown("a"), stage.shown("a"), stage.shown("a")]
    stage.succeed("a")
    #expect(stage.desk.started == ["a"])
    #expect(cells.map(\.states) == Array(repeating: ["…", "A"], count: 3))
    #expect(cells.map(\.declarations).reduce(0, +) == 1)
  }

  @Test func `INV-12: One of several cells leaving does not disturb the others`() {
    list.offscreenPolicy = .cancel
    let (first, second) = (stage.shown("a"), stage.shown("a"))
    stage.settle()
    list.didEndDisplaying(first)
    #expect(list.priority(of: second) == .visible)
    stage.succeed("a")
    #expect(first.states == ["…"])
    #expect(second.states == ["…", "A"])
    #expect(stage.desk.started == ["a"])
  }

  // MARK: Versions

  @Test func `A new version of the item keeps the old value until the new one arrives`() {
    let cell = stage.shown("a1", item: .item("a"))
    stage.succeed("a1")
    cell.name = "a2"
    list.prepare(cell, item: .item("a"))
    stage.settle()
    stage.desk.report(0.5, for: "a2")
    stage.succeed("a2")
    #expect(cell.states == ["…", "A1", "…(A1)", "…50%(A1)", "A2"])
  }

  @Test func `Another item keeps nothing of the one before`() {
    let cell = stage.shown("a", item: .item(1))
    stage.succeed("a")
    cell.name = "b"
    list.prepare(cell, item: .item(2))
    #expect(cell.states == ["…", "A", "…"])
  }

  @Test func `A position is no proof of a version`() {
    let cell = stage.shown("a", item: .position(1))
    stage.succeed("a")
    cell.name = "b"
    list.prepare(cell, item: .position(1))
    #expect(cell.states == ["…", "A", "…"])
  }

  @Test func `An older version is never shown instead of a newer that failed`() {
    let cell = stage.shown("a1", item: .item("a"))
    stage.succeed("a1")
    cell.name = "a2"
    list.prepare(cell, item: .item("a"))
    stage.fail("a2")
    list.didEndDisplaying(cell)
    list.willDisplay(cell, item: .item("a"))
    #expect(cell.states == ["…", "A1", "…(A1)", "!", "!"])
  }

  // MARK: Closures

  @Test func `Any object can be bound by closure, displayed again and let go of`() {
    final class Tile { var states: [String] = [] }
    let tile = Tile()
    list.bind(tile, to: "a", stage.desk.job("a")) { tile, state in tile.states.append(state.short) }
    list.willDisplay(tile)
    stage.succeed("a")
    list.didEndDisplaying(tile)
    list.willDisplay(tile)
    #expect(tile.states == ["…", "A", "A"])
    list.unbind(tile)
    list.reset()
    stage.settle()
    #expect(tile.states == ["…", "A", "A"])
    #expect(list.operations.runCount == 0)
  }

  @Test func `A closure bound to nothing shows nothing`() {
    final class Tile { var states: [String] = [] }
    let tile = Tile()
    list.bind(tile, to: "a", stage.desk.job("a")) { tile, state in tile.states.append(state.short) }
    list.bind(tile, to: "b", nil as Waterfall<String>?) { tile, state in tile.states.append(state.short) }
    stage.succeed("a")
    #expect(tile.states == ["…"])
  }
}
