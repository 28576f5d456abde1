import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListPartTests {
  let stage = CellStage()
  var list: CellCoordinator { stage.list }

  func box(_ names: String..., ownIDs: Bool = true) -> PostCell {
    PostCell(
      names.map { name in
        let part = Probe(stage.desk, name)
        part.hasOwnID = ownIDs
        return part
      })
  }

  @Test func `Each part has its own id, state and end`() {
    let cell = box("a", "b")
    list.prepare(cell, item: .item(1))
    list.willDisplay(cell, item: .item(1))
    stage.succeed("a")
    stage.fail("b")
    #expect(cell.parts.map(\.states) == [["…", "A"], ["…", "!"]])
    #expect(list.value(forKey: "a") == "A")
  }

  @Test func `Parts without ids, of one type of value, are told apart by their places`() {
    let cell = box("a", "b", ownIDs: false)
    list.willDisplay(cell, item: .item(1))
    stage.succeed("b")
    stage.succeed("a")
    #expect(cell.parts.map(\.states) == [["…", "A"], ["…", "B"]])
    #expect(stage.desk.started.sorted() == ["a", "b"])
    let other = box("a", "b", ownIDs: false)
    list.willDisplay(other, item: .item(1))
    #expect(other.parts.map(\.states) == [["A"], ["B"]])
  }

  @Test func `The cell itself and its part, without ids, do not share a key`() {
    final class Both: PostCell, AsyncCell {
      let own: Probe
      init(_ own: Probe, _ part: Probe) {
        self.own = own
        super.init([part])
      }
      func asyncOperation() -> Waterfall<String>? { own.asyncOperation() }
      func asyncOperationDidChange(_ state: AsyncCellState<String>) { own.asyncOperationDidChange(state) }
    }
    let cell = Both(Probe(stage.desk, "own"), box("part", ownIDs: false).parts[0])
    list.willDisplay(cell, item: .item(1))
    stage.succeed("own")
    stage.succeed("part")
    #expect(cell.own.states == ["…", "OWN"])
    #expect(cell.parts[0].states == ["…", "PART"])
  }

  @Test func `A part with nothing to load leaves the others alone`() {
    let cell = box("a", "b")
    cell.parts[0].name = nil
    list.willDisplay(cell, item: .item(1))
    stage.succeed("b")
    #expect(cell.parts.map(\.states) == [[], ["…", "B"]])
    list.didEndDisplaying(cell)
    stage.settle()
    #expect(list.operations.runCount == 0)
  }

  @Test func `The end of a cell's display ends all its parts`() {
    list.offscreenPolicy = .cancel
    let cell = box("a", "b")
    list.willDisplay(cell)
    list.bind(cell, part: "c", to: "c", stage.desk.job("c")) { _, _ in }
    list.willDisplay(cell)
    stage.settle()
    list.didEndDisplaying(cell)
    stage.settle()
    #expect(list.operations.runCount == 0)
    #expect(stage.desk.wanted.isEmpty)
  }

  @Test func `A part that is no longer shown is unbound, and one that joins is bound`() {
    list.offscreenPolicy = .cancel
    let cell = box("a", "b")
    list.willDisplay(cell, item: .item(1))
    let leaving = cell.parts.removeLast()
    cell.parts.append(Probe(stage.desk, "c"))
    list.prepare(cell, item: .item(1))
    stage.settle()
    #expect(stage.status("b") == .none)
    stage.succeed("c")
    stage.succeed("a")
    #expect(cell.parts.map(\.states.last) == ["A", "C"])
    #expect(leaving.states == ["…"])
  }

  @Test func `A part that joins a cell on screen is on screen, and ends with it`() {
    list.offscreenPolicy = .cancel
    let cell = box("a")
    list.prepare(cell, item: .item(1))
    list.willDisplay(cell, item: .item(1))
    cell.parts.append(Probe(stage.desk, "b"))
    list.prepare(cell, item: .item(1))
    #expect(list.operations.priority(forKey: "b", producing: String.self) == .visible)
    list.didEndDisplaying(cell)
    #expect(stage.status("b") == .none)
  }

  @Test func `A part of one cell that moves to another is the other's alone`() {
    list.offscreenPolicy = .cancel
    let (first, second) = (box("a", "b"), box())
    list.willDisplay(first, item: .item(1))
    second.parts = [first.parts.removeLast()]
    list.willDisplay(second, item: .item(2))
    list.didEndDisplaying(first)
    stage.settle()
    #expect(stage.status("a") == .none)
    #expect(stage.status("b") == .inProgress)
    list.willDisplay(first, item: .item(1))
    stage.succeed("b")
    #expect(second.parts[0].states.last == "B")
    #expect(second.parts[0].states.count == 2)
  }

  @Test func `Retrying one part leaves the others alone`() {
    let cell = box("a", "b")
    list.willDisplay(cell)
    stage.fail("a")
    stage.fail("b")
    cell.parts[0].failure?.retry()
    stage.succeed("a")
    #expect(cell.parts.map(\.states) == [["…", "!", "…", "A"], ["…", "!"]])
    #expect(stage.desk.starts(of: "b") == 1)
  }

  @Test func `Resetting a cell starts all its parts anew`() {
    let cell = box("a", "b")
    list.willDisplay(cell)
    for name in ["a", "b"] { stage.succeed(name) }
    list.reset(cell)
    for name in ["a", "b"] { stage.succeed(name, with: name + "2") }
    #expect(cell.parts.map(\.states) == [["…", "A", "…", "a2"], ["…", "B", "…", "b2"]])
  }

  @Test func `INV-01: A part that shows another item gets nothing of the first`() {
    let cell = box("a", "b")
    list.willDisplay(cell, item: .item(1))
    stage.settle()
    list.didEndDisplaying(cell)
    cell.parts[0].name = "c"
    cell.parts[1].name = "d"
    list.willDisplay(cell, item: .item(2))
    for name in ["a", "b", "c", "d"] { stage.succeed(name) }
    #expect(cell.parts.map(\.states) == [["…", "…", "C"], ["…", "…", "D"]])
  }

  @Test func `INV-02: After a cancel no part gets what is on its way`() {
    let cell = box("a", "b")
    list.willDisplay(cell)
    stage.settle()
    stage.desk.succeedAll()
    stage.engine.runThreads()
    list.cancel()
    stage.settle()
    #expect(cell.parts.map(\.states) == [["…"], ["…"]])
    list.resume()
    for name in ["a", "b"] { stage.succeed(name) }
    #expect(cell.parts.map(\.states.last) == ["A", "B"])
  }

  @Test func `Nothing retains the cells, and their parts' claims go with them`() {
    let before = LiveObjects.alive(.claim)
    var cell: PostCell? = box("a", "b")
    weak let weakCell = cell
    weak let weakPart = cell?.parts[0]
    if let cell {
      list.bind(cell, part: "c", to: "c", stage.desk.job("c")) { _, _ in }
      list.willDisplay(cell)
    }
    stage.settle()
    cell = nil
    #expect(weakCell == nil)
    #expect(weakPart == nil)
    list.resume()
    #expect(LiveObjects.alive(.claim) <= before)
  }

  // MARK: By closure

  @Test func `Parts that are bound by closure have keys of their own`() {
    final class Plain { var states: [String: [String]] = [:] }
    let cell = Plain()
    for part in ["x", "y"] {
      list.bind(cell, part: part, to: part, stage.desk.job(part)) { cell, state in
        cell.states[part, default: []].append(state.short)
      }
    }
    list.willDisplay(cell)
    #expect(list.priority(of: cell) == .visible)
    stage.succeed("x")
    list.didEndDisplaying(cell)
    stage.succeed("y")
    #expect(cell.states == ["x": ["…", "X"], "y": ["…"]])
    list.willDisplay(cell)
    #expect(cell.states == ["x": ["…", "X", "X"], "y": ["…", "Y"]])
  }

  @Test func `A closure's part that is bound to another key leaves the first`() {
    list.offscreenPolicy = .cancel
    let cell = box()
    var states: [String] = []
    for name in ["a", "b"] {
      list.bind(cell, part: "x", to: name, stage.desk.job(name)) { _, state in states.append(state.short) }
    }
    stage.settle()
    #expect(stage.status("a") == .none)
    stage.succeed("b")
    #expect(states == ["…", "…", "B"])
    list.unbind(cell)
    #expect(list.operations.runCount == 0)
  }

  @Test func `A part bound by closure while its cell is on screen ends with the cell`() {
    list.offscreenPolicy = .cancel
    let cell = box("a")
    list.willDisplay(cell)
    list.bind(cell, part: "late", to: "late", stage.desk.job("late")) { _, _ in }
    #expect(list.operations.priority(forKey: "late", producing: String.self) == .visible)
    list.didEndDisplaying(cell)
    #expect(stage.status("late") == .none)
  }

  // MARK: Content views

  @Test func `A content view stands for its cell, and another takes its place`() {
    final class Plain {}
    list.offscreenPolicy = .cancel
    let (cell, first, second) = (Plain(), Probe(stage.desk, "a"), Probe(stage.desk, "b"))
    list.prepare(cell, content: first, item: .item(1))
    list.willDisplay(cell, content: first, item: .item(1))
    stage.settle()
    list.prepare(cell, content: second, item: .item(1))
    #expect(stage.status("a") == .none)
    #expect(list.priority(of: cell) == .visible)
    stage.succeed("b")
    #expect(first.states == ["…"])
    #expect(second.states == ["…", "B"])
    list.didEndDisplaying(cell)
    #expect(list.operations.runCount == 0)
  }

  @Test func `A content view with parts has them bound`() {
    final class Plain {}
    let (cell, content) = (Plain(), box("a", "b"))
    list.willDisplay(cell, content: content, item: .item(1))
    stage.succeed("a")
    stage.succeed("b")
    #expect(content.parts.map(\.states) == [["…", "A"], ["…", "B"]])
    list.didEndDisplaying(cell)
    #expect(list.priority(of: cell) == nil)
  }
}
