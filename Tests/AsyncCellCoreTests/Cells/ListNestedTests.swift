import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListNestedTests {
  let outer = CellStage()
  let inner: CellStage
  let cell = PostCell()

  init() {
    inner = CellStage(outer.engine, sharing: outer.list.operations, outer.list.cache)
    cell.lists = [inner.list]
    outer.list.willDisplay(cell, item: .item(1))
  }

  var priority: CellPriority? { inner.list.operations.priority(forKey: "a", producing: String.self) }

  @Test func `A list in a cell is cancelled with the cell's end of display, and begins again`() {
    inner.list.offscreenPolicy = .cancel
    let card = inner.shown("a")
    inner.settle()
    outer.list.didEndDisplaying(cell)
    #expect(inner.status("a") == .none)
    outer.list.willDisplay(cell, item: .item(1))
    inner.succeed("a")
    #expect(card.states == ["…", "…", "A"])
  }

  @Test func `A list in a cell is suspended with it, and goes on`() {
    inner.list.offscreenPolicy = .suspend
    let card = inner.shown("a")
    inner.settle()
    outer.list.didEndDisplaying(cell)
    #expect(inner.list.isSuspended)
    inner.succeed("a")
    #expect(card.states == ["…"])
    outer.list.willDisplay(cell, item: .item(1))
    inner.settle()
    #expect(card.states == ["…", "A"])
    #expect(inner.desk.started == ["a"])
  }

  @Test func `A list in a cell is demoted with it, and raised again`() {
    let card = inner.shown("a")
    outer.list.didEndDisplaying(cell)
    #expect(priority == .offscreen)
    outer.list.willDisplay(cell, item: .item(1))
    #expect(priority == .visible)
    _ = card
  }

  @Test func `The inner list's grace outlives a cell that is soon back`() {
    inner.list.offscreenPolicy = .cancel
    inner.list.offscreenGrace = 2
    let card = inner.shown("a")
    inner.settle()
    outer.list.didEndDisplaying(cell)
    outer.engine.advance(by: .seconds(1))
    outer.list.willDisplay(cell, item: .item(1))
    outer.engine.advance(by: .seconds(9))
    inner.succeed("a")
    #expect(card.states == ["…", "A"])
    outer.list.didEndDisplaying(cell)
    #expect(outer.engine.clock.pendingTimers == 1)
    outer.engine.advance(by: .seconds(2))
    #expect(outer.engine.clock.pendingTimers == 0)
  }

  @Test func `Reused for another item, the cell's list is shown with it`() {
    inner.list.offscreenPolicy = .suspend
    let card = inner.shown("a")
    outer.list.didEndDisplaying(cell)
    outer.list.prepare(cell, item: .item(2))
    #expect(inner.list.isSuspended)
    outer.list.willDisplay(cell, item: .item(2))
    #expect(!inner.list.isSuspended)
    inner.succeed("a")
    #expect(card.states == ["…", "A"])
  }

  @Test func `The outer list suspended and resumed, the inner one goes on`() {
    let card = inner.shown("a")
    outer.list.suspend()
    #expect(inner.list.isSuspended)
    inner.settle()
    #expect(inner.desk.started.isEmpty)
    outer.list.resume()
    #expect(!inner.list.isSuspended)
    inner.succeed("a")
    #expect(card.states == ["…", "A"])
  }

  @Test func `The outer list cancelled and resumed, the inner one completes`() {
    let card = inner.shown("a")
    inner.settle()
    outer.list.cancel()
    #expect(inner.status("a") == .none)
    outer.list.resume()
    inner.succeed("a")
    #expect(card.states == ["…", "…", "A"])
  }

  @Test(arguments: [OffscreenPolicy.keep, .demote, .suspend, .cancel])
  func `The outer screen gone and back, the inner list follows and completes`(policy: OffscreenPolicy) {
    let card = inner.shown("a")
    inner.settle()
    outer.list.screenDidDisappear(policy)
    #expect(inner.list.isSuspended == (policy == .suspend))
    #expect(priority == (policy == .keep ? .visible : policy == .cancel ? nil : .offscreen) || policy == .suspend)
    outer.list.screenWillAppear()
    #expect(!inner.list.isSuspended)
    inner.succeed("a")
    #expect(card.states.last == "A")
  }

  @Test func `Hidden with the outer screen, an inner list whose cell leaves and returns within its grace is shown`() {
    inner.list.offscreenGrace = 2
    let card = inner.shown("a")
    outer.list.screenDidDisappear(.suspend)
    outer.list.didEndDisplaying(cell)
    outer.list.screenWillAppear()
    outer.list.willDisplay(cell, item: .item(1))
    #expect(!inner.list.isSuspended)
    inner.succeed("a")
    #expect(card.states == ["…", "A"])
  }

  @Test func `The outer list's resume does not lift the inner list's own suspension`() {
    inner.list.suspend()
    outer.list.suspend()
    outer.list.resume()
    #expect(inner.list.isSuspended)
    inner.list.resume()
    #expect(!inner.list.isSuspended)
  }

  @Test func `A list in a list in a list follows the outermost`() {
    let innermost = CellStage(outer.engine, sharing: outer.list.operations, outer.list.cache)
    let middle = PostCell()
    middle.lists = [innermost.list]
    inner.list.willDisplay(middle, item: .item(1))
    outer.list.suspend()
    #expect(innermost.list.isSuspended)
    outer.list.resume()
    #expect(!innermost.list.isSuspended)
    outer.list.screenDidDisappear(.suspend)
    #expect(innermost.list.isSuspended)
    outer.list.screenWillAppear()
    #expect(!innermost.list.isSuspended)
  }

  @Test func `A cell displayed while its list is hidden has its own lists hidden, too`() {
    outer.list.suspend()
    let other = CellStage(outer.engine, sharing: outer.list.operations, outer.list.cache)
    let late = PostCell()
    late.lists = [other.list]
    outer.list.willDisplay(late, item: .item(2))
    #expect(other.list.isSuspended)
    outer.list.resume()
    #expect(!other.list.isSuspended)
  }

  @Test func `A list that another cell shows by now does not leave with the first`() {
    inner.list.offscreenPolicy = .cancel
    let card = inner.shown("a")
    let other = PostCell()
    other.lists = [inner.list]
    // In a reload the new cell comes before the old one goes.
    outer.list.willDisplay(other, item: .item(1))
    outer.list.didEndDisplaying(cell)
    inner.succeed("a")
    #expect(card.states == ["…", "A"])
    outer.list.didEndDisplaying(other)
    #expect(inner.list.operations.runCount == 0)
  }

  @Test func `Configured anew on screen, a cell shows the lists that it has now`() {
    let second = CellStage(outer.engine, sharing: outer.list.operations, outer.list.cache)
    inner.list.offscreenPolicy = .suspend
    second.list.offscreenPolicy = .suspend
    cell.lists = [second.list]
    outer.list.prepare(cell, item: .item(1))
    #expect(inner.list.isSuspended)
    #expect(!second.list.isSuspended)
    cell.lists = [inner.list]
    outer.list.prepare(cell, item: .item(1))
    #expect(!inner.list.isSuspended)
    #expect(second.list.isSuspended)
  }

  @Test(arguments: [OffscreenPolicy.keep, .demote])
  func `A cell that leaves while its list is suspended sets nothing going`(policy: OffscreenPolicy) {
    inner.list.offscreenPolicy = policy
    let card = inner.shown("a")
    outer.list.screenDidDisappear(.suspend)
    outer.list.didEndDisplaying(cell)
    inner.settle()
    #expect(inner.list.isSuspended)
    #expect(inner.desk.started.isEmpty)
    outer.list.screenWillAppear()
    #expect(!inner.list.isSuspended)
    inner.succeed("a")
    #expect(card.states == ["…", "A"])
  }

  @Test func `A list whose cell has left is suspended with the outer list, and follows its own policy again`() {
    let card = inner.shown("a")
    outer.list.didEndDisplaying(cell)
    outer.list.suspend()
    #expect(inner.list.isSuspended)
    outer.list.resume()
    #expect(!inner.list.isSuspended)
    #expect(priority == .offscreen)
    _ = card
  }

  @Test func `Within the grace of a cell that has left, its list is as the outer one`() {
    inner.list.offscreenGrace = 2
    let card = inner.shown("a")
    outer.list.suspend()
    outer.list.didEndDisplaying(cell)
    outer.list.resume()
    #expect(priority == .visible)
    #expect(!inner.list.isSuspended)
    outer.engine.advance(by: .seconds(2))
    #expect(priority == .offscreen)
    #expect(!inner.list.isSuspended)
    #expect(outer.engine.clock.pendingTimers == 0)
    _ = card
  }

  @Test func `Of two reasons that hide the outer list, both count for its lists`() {
    outer.list.suspend()
    outer.list.screenDidDisappear(.cancel)
    let card = inner.shown("a")
    inner.settle()
    #expect(inner.desk.started.isEmpty)
    outer.list.screenWillAppear()
    #expect(inner.list.isSuspended)
    outer.list.resume()
    inner.succeed("a")
    #expect(card.states.last == "A")
  }

  @Test func `The outer list keeps no inner list alive`() {
    var stage: CellStage? = CellStage(outer.engine, sharing: outer.list.operations, outer.list.cache)
    weak let list = stage?.list
    var cell: PostCell? = PostCell()
    cell?.lists = [stage?.list].compactMap(\.self)
    if let cell { outer.list.willDisplay(cell, item: .item(2)) }
    cell = nil
    stage = nil
    #expect(list == nil)
    outer.list.suspend()
    outer.list.resume()
  }
}
