import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListTimingTests {
  let stage = ListStage(rows: 40, limit: 8)
  var list: CellCoordinator { stage.list }
  var clock: ManualClock { stage.stage.engine.clock }

  /// The results come, however they are delivered.
  func bring(_ names: String...) {
    stage.stage.settle()
    for name in names { stage.desk.succeed(name) }
    stage.stage.settle()
  }

  // MARK: Each frame

  @Test func `Each frame delivers all that has come since the last`() {
    list.deliveryTiming = .eachFrame
    let cells = ["r0", "r1", "r2"].map { stage.shown($0) }
    bring("r0", "r1")
    #expect(cells.map(\.states.count) == [1, 1, 1])
    stage.frames()
    #expect(cells.map(\.states.last) == ["R0", "R1", "…"])
    bring("r2")
    #expect(cells[2].states == ["…"])
    stage.frames()
    #expect(cells[2].states == ["…", "R2"])
    stage.frames()
    #expect(clock.pendingTimers == 0)
  }

  @Test func `Back to immediate, what has waited for a frame is delivered`() {
    list.deliveryTiming = .eachFrame
    let cell = stage.shown("r0")
    bring("r0")
    list.deliveryTiming = .immediately
    stage.stage.settle()
    #expect(cell.states == ["…", "R0"])
    stage.frames(2)
    #expect(clock.pendingTimers == 0)
  }

  @Test func `INV-01: What has waited for a frame does not reach a cell that shows another item by then`() {
    list.deliveryTiming = .eachFrame
    let cell = stage.shown("r0")
    bring("r0")
    stage.end(cell)
    cell.name = "r1"
    stage.show(cell, "r1")
    stage.frames(2)
    #expect(cell.states == ["…", "…"])
    #expect(list.operations.runCount == 1)
  }

  // MARK: When scrolling stops

  enum Stop: CaseIterable { case event, silence, touchAndSilence, otherTiming }

  @Test(arguments: Stop.allCases)
  func `Row 34: At the end of a scroll the cells on screen get what has come, once, and declare nothing again`(
    stop: Stop
  ) {
    list.deliveryTiming = .whenScrollingStops
    let cells = ["r0", "r1"].map { stage.shown($0) }
    for _ in 0..<3 { stage.scroll(by: 1) }
    bring("r0", "r1")
    stage.scroll(by: 1)
    #expect(cells.map(\.states.count) == [1, 1])
    switch stop {
    case .event: list.didStopScrolling()
    case .silence: stage.frames(2)
    case .touchAndSilence:
      list.willBeginDragging()
      stage.frames(2)
    case .otherTiming: list.deliveryTiming = .immediately
    }
    stage.stage.settle()
    #expect(cells.map(\.states) == [["…", "R0"], ["…", "R1"]])
    list.didStopScrolling()
    stage.frames(4)
    #expect(cells.map(\.states.count) == [2, 2])
    #expect(cells.map(\.declarations) == [1, 1])
    #expect(clock.pendingTimers == 0)
  }

  @Test func `A finger that rests for a frame has not stopped the list`() {
    list.deliveryTiming = .whenScrollingStops
    stage.viewport.isDriven = true
    let cell = stage.shown("r0")
    stage.scroll(by: 1)
    bring("r0")
    stage.frames()
    #expect(cell.states == ["…"])
    stage.frames(2)
    #expect(cell.states == ["…", "R0"])
  }

  @Test func `What has left the screen before the stop is not delivered`() {
    list.deliveryTiming = .whenScrollingStops
    let (cell, stays) = (stage.shown("r0"), stage.shown("r1"))
    stage.scroll(by: 1)
    bring("r0", "r1")
    stage.end(cell)
    list.didStopScrolling()
    stage.stage.settle()
    #expect(cell.states == ["…"])
    #expect(stays.states == ["…", "R1"])
  }

  @Test func `Binding delivers at once, however the list moves`() {
    list.deliveryTiming = .whenScrollingStops
    list.store("R0", forKey: "r0")
    stage.scroll(by: 1)
    let cell = stage.shown("r0", ownID: true)
    #expect(cell.states == ["R0"])
  }

  @Test func `Without a viewport nothing moves, and everything is delivered`() {
    list.deliveryTiming = .whenScrollingStops
    let cell = stage.shown("r0")
    list.viewport = nil
    list.didScroll()
    bring("r0")
    #expect(cell.states == ["…", "R0"])
  }

  // MARK: The budget

  @Test func `A frame delivers until its budget is spent, the rest waits for the next`() {
    list.deliveryBudget = 0.004
    let cells = (0..<5).map { row in
      stage.shown("r\(row)") { probe in
        probe.onState = { [clock] state in
          if state.value != nil { clock.advance(by: .milliseconds(3)) }
        }
      }
    }
    bring("r0", "r1", "r2", "r3", "r4")
    #expect(cells.count { $0.states.count == 2 } == 2)
    stage.frames()
    #expect(cells.count { $0.states.count == 2 } == 4)
    stage.frames()
    #expect(cells.allSatisfy { $0.states.count == 2 })
    stage.frames(2)
    #expect(clock.pendingTimers == 0)
  }

  @Test func `With no budget at all, every frame delivers one state`() {
    list.deliveryBudget = 0
    let cells = (0..<3).map { stage.shown("r\($0)") }
    bring("r0", "r1", "r2")
    for delivered in 1...3 {
      #expect(cells.count { $0.states.count == 2 } == delivered)
      stage.frames()
    }
  }

  @Test func `What is on screen comes first`() {
    list.deliveryBudget = 0
    let prepared = Probe(stage.desk, "p")
    list.prepare(prepared)
    let shown = stage.shown("r0")
    bring("p", "r0")
    #expect(shown.states == ["…", "R0"])
    #expect(prepared.states == ["…"])
    stage.frames()
    #expect(prepared.states == ["…", "P"])
  }

  @Test func `INV-03: When the budget cuts a cell's news in two, its end still comes last`() {
    list.deliveryBudget = 0
    let cells = (0..<3).map { stage.shown("r\($0)") }
    stage.stage.settle()
    // Progress and end of each wait together.
    for row in 0..<3 { stage.desk.report(0.5, for: "r\(row)") }
    stage.stage.engine.runThreads()
    list.deliveryTiming = .eachFrame
    stage.stage.settle()
    bring("r0", "r1", "r2")
    stage.frames(10)
    for cell in cells {
      #expect(cell.states.last?.hasPrefix("R") == true, "\(cell.states)")
      #expect(cell.states.count { $0.hasPrefix("R") } == 1)
    }
  }

  @Test func `A state that answers with a reset cannot keep the main actor`() {
    let cell = stage.shown("r0")
    cell.onState = { [list] state in
      if state.value != nil { list.reset() }
    }
    for _ in 0..<5 { bring("r0") }
    #expect(stage.desk.starts(of: "r0") >= 5)
    cell.onState = nil
    bring("r0")
    #expect(cell.states.last == "R0")
  }

  // MARK: Idle

  @Test(arguments: [DeliveryTiming.immediately, .eachFrame, .whenScrollingStops])
  func `INV-32: A list at rest has no frame and no timer`(timing: DeliveryTiming) {
    list.deliveryTiming = timing
    let cells = (0..<4).map { stage.shown("r\($0)") }
    stage.preparePrefetching()
    list.prefetch(at: [stage.path(5), stage.path(6)])
    stage.scroll(by: 30)
    list.willLand(at: 100)
    bring("r0", "r1", "r2", "r3")
    bring("r5", "r6")
    stage.scroll(by: 30)
    stage.frames(4)
    for _ in 0..<3 {
      stage.stage.settle()
      stage.desk.succeedAll()
    }
    stage.frames(4)
    #expect(cells.allSatisfy { $0.states.count == 2 })
    #expect(clock.pendingTimers == 0)
  }

  @Test func `INV-32: A list that goes while it scrolls leaves no timer`() {
    var gone: ListStage? = ListStage(rows: 10)
    let engine = gone?.stage.engine
    gone?.scroll(by: 10)
    #expect(engine?.clock.pendingTimers == 1)
    gone = nil
    engine?.settle()
    #expect(engine?.clock.pendingTimers == 0)
  }
}
