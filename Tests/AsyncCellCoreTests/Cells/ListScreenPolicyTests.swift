import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListScreenPolicyTests {
  let stage = CellStage(limit: 2)
  var list: CellCoordinator { stage.list }

  var priority: CellPriority? { list.operations.priority(forKey: "a", producing: String.self) }

  /// Two cells run, a third waits.
  func screen() -> [Probe] {
    let cells = ["a", "b", "c"].map { stage.shown($0) }
    stage.settle()
    return cells
  }

  func finish() {
    for _ in 0..<3 {
      stage.settle()
      stage.desk.succeedAll()
      stage.settle()
    }
  }

  @Test(arguments: [OffscreenPolicy.keep, .demote, .suspend, .cancel], [0, 2.0])
  func `A screen that has gone and comes back has all its cells complete`(policy: OffscreenPolicy, grace: Double) {
    let cells = screen()
    list.screenDidDisappear(policy, after: grace)
    stage.engine.advance(by: .seconds(5))
    list.screenWillAppear()
    finish()
    #expect(cells.map(\.states.last) == ["A", "B", "C"])
    #expect(!list.isSuspended)
    #expect(stage.engine.clock.pendingTimers == 0)
  }

  @Test func `Gone and kept, everything goes on in its place`() {
    let cells = screen()
    list.screenDidDisappear(.keep)
    #expect(priority == .visible)
    finish()
    #expect(cells.map(\.states.last) == ["A", "B", "C"])
  }

  @Test func `Gone and demoted, everything goes on after other lists, prefetches too`() {
    let cells = screen()
    list.prefetch(stage.desk.job("p"), forKey: "p", distance: 3)
    list.screenDidDisappear(.demote)
    #expect(priority == .offscreen)
    #expect(list.operations.priority(forKey: "p", producing: String.self)?.rank == .offscreen)
    finish()
    #expect(cells.map(\.states.last) == ["A", "B", "C"])
    list.screenWillAppear()
    #expect(list.operations.runCount == 0)
  }

  @Test func `Gone and suspended, nothing starts, and what ran goes on`() {
    let cells = screen()
    list.screenDidDisappear(.suspend)
    #expect(list.isSuspended)
    stage.settle()
    stage.desk.succeed("a")
    stage.desk.succeed("b")
    stage.settle()
    #expect(cells.map(\.states) == [["…"], ["…"], ["…"]])
    list.screenWillAppear()
    stage.settle()
    #expect(cells.map(\.states) == [["…", "A"], ["…", "B"], ["…"]])
    #expect(stage.desk.started == ["a", "b", "c"])
  }

  @Test func `Gone and cancelled, everything begins again`() {
    let cells = screen()
    stage.succeed("a")
    list.screenDidDisappear(.cancel)
    stage.settle()
    #expect(list.operations.runCount == 0)
    #expect(stage.desk.wanted.isEmpty)
    list.screenWillAppear()
    finish()
    #expect(cells.map(\.states) == [["…", "A"], ["…", "…", "B"], ["…", "…", "C"]])
  }

  @Test(arguments: [OffscreenPolicy.demote, .suspend, .cancel])
  func `A return within the grace changes nothing`(policy: OffscreenPolicy) {
    let cells = screen()
    list.screenDidDisappear(policy, after: 2)
    stage.engine.advance(by: .milliseconds(1_999))
    #expect(priority == .visible)
    list.screenWillAppear()
    #expect(stage.engine.clock.pendingTimers == 0)
    stage.engine.advance(by: .seconds(10))
    #expect(priority == .visible)
    #expect(!list.isSuspended)
    finish()
    #expect(cells.map(\.states) == [["…", "A"], ["…", "B"], ["…", "C"]])
  }

  @Test func `A second disappearance with a grace does not keep a hidden list hidden for good`() {
    let cells = screen()
    list.screenDidDisappear(.suspend)
    list.screenDidDisappear(.cancel, after: 5)
    list.screenWillAppear()
    #expect(!list.isSuspended)
    finish()
    #expect(cells.map(\.states.last) == ["A", "B", "C"])
  }

  @Test func `The screen's return does not lift the app's suspension, nor the app's resume the screen's`() {
    list.suspend()
    list.screenDidDisappear(.suspend)
    list.screenWillAppear()
    #expect(list.isSuspended)
    list.screenDidDisappear(.suspend)
    list.resume()
    #expect(list.isSuspended)
    list.screenWillAppear()
    #expect(!list.isSuspended)
  }

  @Test func `Resuming starts nothing that the screen has cancelled, until it is back`() {
    let cells = screen()
    list.suspend()
    list.screenDidDisappear(.cancel)
    list.resume()
    stage.settle()
    #expect(list.operations.runCount == 0)
    list.screenWillAppear()
    finish()
    #expect(cells.map(\.states.last) == ["A", "B", "C"])
  }

  @Test func `A cell displayed while the screen is gone waits for its return`() {
    list.screenDidDisappear(.suspend)
    let cell = stage.shown("z")
    stage.settle()
    #expect(stage.desk.started.isEmpty)
    #expect(cell.states == ["…"])
    list.screenWillAppear()
    stage.succeed("z")
    #expect(cell.states == ["…", "Z"])
  }

  @Test func `Cancelled by the screen and suspended by the app, what is displayed goes on with the resume`() {
    list.suspend()
    list.screenDidDisappear(.cancel)
    let cell = stage.shown("z")
    list.resume()
    stage.succeed("z")
    #expect(cell.states == ["…", "Z"])
  }

  // MARK: The app

  @Test(arguments: [OffscreenPolicy.keep, .demote, .suspend, .cancel])
  func `In the background the list follows its policy, and completes after it`(policy: OffscreenPolicy) {
    let cells = screen()
    list.backgroundPolicy = policy
    list.didEnterBackground()
    #expect(list.isSuspended == (policy == .suspend))
    #expect(list.operations.runCount == (policy == .cancel ? 0 : 3))
    list.willEnterForeground()
    finish()
    #expect(cells.map(\.states.last) == ["A", "B", "C"])
  }

  @Test func `The foreground does not resume what the screen hides`() {
    _ = screen()
    list.screenDidDisappear(.suspend)
    list.didEnterBackground()
    list.willEnterForeground()
    #expect(list.isSuspended)
    list.screenWillAppear()
    #expect(!list.isSuspended)
  }

  @Test func `A grace that ends in the background still hides the list afterwards`() {
    _ = screen()
    list.screenDidDisappear(.suspend, after: 2)
    list.didEnterBackground()
    stage.engine.advance(by: .seconds(3))
    list.willEnterForeground()
    #expect(list.isSuspended)
  }

  @Test func `A memory warning keeps what is on screen and lets go of the rest`() {
    let (shown, gone) = (stage.shown("a"), stage.shown("b"))
    let prepared = Probe(stage.desk, "p")
    list.prepare(prepared)
    stage.succeed("a")
    stage.succeed("b")
    list.didEndDisplaying(gone)
    list.prefetch(stage.desk.job("f"), forKey: "f")
    list.memoryWarning()
    #expect(stage.status("a") == .complete)
    #expect(stage.status("b") == .none)
    #expect(stage.status("f") == .none)
    #expect(stage.status("p") == .inProgress)
    list.willDisplay(gone)
    #expect(gone.states == ["…", "B", "…"])
    _ = shown
  }

  // MARK: One queue for two lists

  @Test func `The verbs of a list touch its own claims only`() {
    let other = CellStage(stage.engine, sharing: list.operations, list.cache)
    let (mine, both) = (stage.shown("a"), stage.shown("s"))
    let theirs = Probe(other.desk, "o")
    let shared = Probe(stage.desk, "s")
    other.list.willDisplay(theirs)
    other.list.willDisplay(shared)
    list.screenDidDisappear(.suspend)
    stage.settle()
    #expect(list.isSuspended && !other.list.isSuspended)
    stage.succeed("s")
    other.succeed("o")
    #expect(theirs.states == ["…", "O"])
    #expect(shared.states == ["…", "S"])
    list.screenDidDisappear(.cancel)
    list.screenWillAppear()
    stage.succeed("a")
    #expect(both.states.last == "S")
    #expect(mine.states.last == "A")
  }
}
