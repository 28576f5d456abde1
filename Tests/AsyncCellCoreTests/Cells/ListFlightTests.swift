import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListFlightTests {
  let stage = ListStage(rows: 2_000, limit: 0)
  var list: CellCoordinator { stage.list }

  func priority(_ row: Int) -> CellPriority? { list.priority(at: stage.path(row)) }

  /// The list has seen that a run takes a second.
  func learn() {
    list.operations.maxConcurrentOperationCount = 4
    let cell = stage.shown("lesson", ownID: true)
    stage.stage.settle()
    stage.stage.engine.clock.advance(by: .seconds(1))
    stage.stage.succeed("lesson")
    stage.end(cell)
  }

  // MARK: Landing

  @Test func `Where the list will land counts as on screen`() {
    stage.preparePrefetching()
    stage.scroll(by: 10)
    list.willLand(at: 1_000)
    #expect((50..<55).allSatisfy { priority($0) == .landing })
    #expect(priority(49) == nil)
    #expect(priority(55) == nil)
  }

  @Test func `A new target takes the old one back, what lies in both stays`() {
    stage.preparePrefetching()
    stage.scroll(by: 10)
    list.willLand(at: 1_000)
    list.willLand(at: 1_060)
    #expect((50..<53).allSatisfy { priority($0) == nil })
    #expect((53..<58).allSatisfy { priority($0) == .landing })
  }

  @Test func `A touch takes the landing back`() {
    stage.preparePrefetching()
    stage.scroll(by: 10)
    list.willLand(at: 1_000)
    list.willBeginDragging()
    #expect(list.operations.runCount == 0)
    stage.frames(3)
    #expect(stage.stage.engine.clock.pendingTimers == 0)
  }

  @Test func `An item that is prefetched as well keeps its prefetch`() {
    stage.preparePrefetching()
    list.prefetch(at: [stage.path(50)])
    stage.scroll(by: 10)
    list.willLand(at: 1_000)
    #expect(priority(50) == .landing)
    list.willBeginDragging()
    #expect(priority(50)?.rank == .prefetch)
  }

  @Test func `Landed, what is on screen is what has been wanted`() {
    stage.preparePrefetching()
    list.operations.maxConcurrentOperationCount = 8
    stage.scroll(by: 10)
    list.willLand(at: 1_000)
    stage.stage.settle()
    stage.viewport.offset = 1_000
    list.didScroll()
    let cells = (50..<55).map { stage.shown("r\($0)", ownID: true) }
    list.didStopScrolling()
    stage.stage.settle()
    stage.desk.succeedAll()
    stage.stage.settle()
    #expect(cells.enumerated().allSatisfy { $1.states == ["…", "R\(50 + $0)"] })
    #expect(cells.allSatisfy { $0.declarations == 0 })
    stage.frames(3)
    #expect(stage.stage.engine.clock.pendingTimers == 0)
  }

  @Test func `A cell prepared where the list lands is wanted as if it were on screen`() {
    stage.preparePrefetching()
    stage.scroll(by: 10)
    let cell = Probe(stage.desk, "r50")
    list.prepare(cell, at: stage.path(50))
    #expect(priority(50) == .prepared)
    list.willLand(at: 1_000)
    #expect(priority(50) == .landing)
    list.willBeginDragging()
    #expect(priority(50) == .prepared)
  }

  // MARK: Flight

  @Test func `What flies past starts nothing; when the list stops, what is on screen does`() {
    learn()
    stage.scroll(by: 200)
    stage.scroll(by: 200)
    let first = stage.shown("r25")
    stage.stage.settle()
    #expect(stage.desk.starts(of: "r25") == 0)
    stage.scroll(by: 0)
    list.didStopScrolling()
    stage.stage.settle()
    #expect(stage.desk.starts(of: "r25") == 1)
    _ = first
  }

  @Test func `Switched off, everything starts at once`() {
    learn()
    list.skipsWhatFliesPast = false
    stage.scroll(by: 200)
    stage.scroll(by: 200)
    let cell = stage.shown("r25")
    stage.stage.settle()
    #expect(stage.desk.starts(of: "r25") == 1)
    _ = cell
  }

  @Test func `A part of a cell that flies past starts nothing either`() {
    learn()
    stage.scroll(by: 200)
    stage.scroll(by: 200)
    let cell = PostCell([Probe(stage.desk, "part")])
    stage.show(cell, "r25")
    stage.stage.settle()
    #expect(stage.desk.starts(of: "part") == 0)
    list.didStopScrolling()
    stage.stage.settle()
    #expect(stage.desk.starts(of: "part") == 1)
  }

  @Test func `What has flown past and left the screen does not start while the list still flies`() {
    learn()
    stage.scroll(by: 200)
    stage.scroll(by: 200)
    let cell = stage.shown("r25")
    stage.scroll(by: 200)
    stage.end(cell)
    stage.scroll(by: 200)
    #expect(stage.desk.starts(of: "r25") == 0)
  }

  @Test func `A landing that nothing has moved to is forgotten with the stop`() {
    stage.preparePrefetching()
    // The finger rests, is lifted without a push, and later the list is scrolled by the app.
    list.willLand(at: 1_000)
    list.didStopScrolling()
    stage.scroll(by: 10)
    #expect(priority(50) == nil)
  }

  @Test func `Lowered, what flies past starts nothing either`() {
    learn()
    stage.scroll(by: 200)
    stage.scroll(by: 200)
    list.operations.maxConcurrentOperationCount = 0
    let cell = stage.shown("r25")
    list.lowerPriority(at: [stage.path(25)])
    list.operations.maxConcurrentOperationCount = 4
    stage.stage.settle()
    #expect(stage.desk.starts(of: "r25") == 0)
    _ = cell
  }

  @Test func `What lies where the list lands starts although the list flies`() {
    learn()
    stage.scroll(by: 200)
    stage.scroll(by: 200)
    list.willLand(at: 500)
    let (lands, passes) = (stage.shown("r26"), stage.shown("r21"))
    stage.stage.settle()
    #expect(stage.desk.starts(of: "r26") == 1)
    #expect(stage.desk.starts(of: "r21") == 0)
    _ = (lands, passes)
  }
}
