import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListRankingTests {
  /// Nothing starts, unless a test says so.
  let stage = ListStage(rows: 200, limit: 0)
  var list: CellCoordinator { stage.list }

  func priority(_ row: Int) -> CellPriority? { list.priority(at: stage.path(row)) }

  @Test func `A cell bound by closure is where it says until it is displayed`() {
    let cell = Probe(stage.desk, "x")
    list.bind(cell, to: "x", at: stage.path(7), stage.desk.job("x")) { _, _ in }
    #expect(priority(7) == .prepared)
    list.bind(cell, to: "y", stage.desk.job("y")) { _, _ in }
    #expect(priority(7)?.rank == .offscreen)
    #expect(list.operations.priority(forKey: "y", producing: String.self) == .prepared)
  }

  @Test func `The priority of an index path is its item's`() {
    let cell = stage.shown("r3")
    let prepared = Probe(stage.desk, "r4")
    list.prepare(prepared, item: .item("r4"), at: stage.path(4))
    stage.preparePrefetching()
    list.prefetch(at: [stage.path(5), stage.path(6)])
    #expect(priority(3) == .visible)
    #expect(priority(4) == .prepared)
    #expect(priority(5) == .prefetch(distance: 0))
    #expect(priority(6) == .prefetch(distance: 1))
    #expect(priority(7) == nil)
    stage.end(cell)
    #expect(priority(3)?.rank == .offscreen)
  }

  @Test func `Raised, an item off screen comes before what is prefetched`() {
    let cell = stage.shown("r3")
    stage.end(cell)
    list.raisePriority(at: [stage.path(3)])
    #expect(priority(3) == .landing)
    stage.show(cell, "r3")
    #expect(priority(3) == .visible)
    stage.end(cell)
    #expect(priority(3)?.rank == .offscreen)
  }

  @Test func `Lowered, an item on screen comes after everything, until it is displayed anew`() {
    let cell = stage.shown("r3")
    list.lowerPriority(at: [stage.path(3), stage.path(4)])
    #expect(priority(3) == .offscreen)
    list.listDidUpdate()
    #expect(priority(3) == .offscreen)
    stage.end(cell)
    stage.show(cell, "r3")
    #expect(priority(3) == .visible)
  }

  @Test func `Raised, what its policy has put aside goes on; lowered, it stays aside`() {
    list.offscreenPolicy = .suspend
    let cells = ["r3", "r4"].map { stage.shown($0) }
    cells.forEach { stage.end($0) }
    list.lowerPriority(at: [stage.path(3)])
    list.raisePriority(at: [stage.path(4)])
    list.operations.maxConcurrentOperationCount = 4
    stage.stage.settle()
    #expect(stage.desk.started == ["r4"])
  }

  @Test func `The app has the last word on an item's priority`() {
    let cells = ["r3", "r4"].map { stage.shown($0) }
    list.priorityOfItem = { path, isVisible, priority in
      path[1] == 4 ? .prefetch(distance: isVisible ? 7 : 9) : priority
    }
    #expect(priority(3) == .visible)
    #expect(priority(4) == .prefetch(distance: 7))
    stage.end(cells[1])
    #expect(priority(4) == .prefetch(distance: 9))
    list.priorityOfItem = nil
    #expect(priority(4)?.rank == .offscreen)
  }

  @Test func `Off screen, the nearest come first`() {
    list.offscreenBacklogLimit = 100
    for row in [10, 30, 20] { stage.end(stage.shown("r\(row)")) }
    let cell = stage.shown("r22")
    list.listDidUpdate()
    #expect(priority(20) == .offscreen(distance: 2))
    #expect(priority(30) == .offscreen(distance: 8))
    #expect(priority(10) == .offscreen(distance: 12))
    list.operations.maxConcurrentOperationCount = 1
    for row in [22, 20, 30, 10] { stage.stage.succeed("r\(row)") }
    #expect(stage.desk.started == ["r22", "r20", "r30", "r10"])
    _ = cell
  }

  @Test func `What waits beyond two screenfuls is dropped, what has begun is not`() {
    let cells = (0..<5).map { stage.shown("r\($0)") }
    list.operations.maxConcurrentOperationCount = 1
    stage.stage.settle()
    list.operations.maxConcurrentOperationCount = 0
    cells.forEach { stage.end($0) }
    #expect(list.operations.runCount == 5)
    let far = (50..<55).map { stage.shown("r\($0)") }
    list.listDidUpdate()
    #expect((0..<5).map { priority($0) != nil } == [true, false, false, false, false])
    #expect(list.operations.runCount == 6)
    _ = far
  }

  @Test func `Kept work keeps its place, however far away`() {
    list.offscreenPolicy = .keep
    stage.end(stage.shown("r0"))
    let far = stage.shown("r150")
    list.listDidUpdate()
    #expect(priority(0) == .visible)
    _ = far
  }

  @Test func `A scroll ranks what waits anew`() {
    list.offscreenBacklogLimit = 100
    let (first, last) = (stage.shown("r0"), stage.shown("r9"))
    stage.end(first)
    stage.scroll(by: 30)
    stage.frames(2)
    #expect(priority(0) == .offscreen(distance: 9))
    let cell = stage.shown("r4")
    stage.end(last)
    stage.scroll(by: -30)
    stage.frames(2)
    #expect(priority(0) == .offscreen(distance: 4))
    #expect(priority(9) == .offscreen(distance: 5))
    _ = cell
  }

  @Test func `Within the grace, what has left the screen keeps its place`() {
    list.offscreenGrace = 5
    stage.end(stage.shown("r0"))
    let other = stage.shown("r1")
    list.listDidUpdate()
    #expect(priority(0) == .visible)
    stage.stage.engine.advance(by: .seconds(5))
    #expect(priority(0)?.rank == .offscreen)
    _ = other
  }

  // MARK: Prefetches

  @Test func `Prefetches ahead come before those behind, the nearest first`() {
    stage.preparePrefetching()
    let cells = (10..<15).map { stage.shown("r\($0)") }
    list.prefetch(at: [17, 15, 8].map { stage.path($0) })
    stage.scroll(by: 5)
    stage.frames(2)
    #expect(priority(15) == .prefetch(distance: 1))
    #expect(priority(17) == .prefetch(distance: 3))
    #expect(priority(8) == .prefetch(distance: 12))
    stage.scroll(by: -5)
    stage.frames(2)
    #expect(priority(8) == .prefetch(distance: 2))
    #expect(priority(15) == .prefetch(distance: 11))
    _ = cells
  }

  @Test func `A prefetch that has waited too long is dropped, one that has begun is not`() {
    stage.preparePrefetching()
    list.operations.maxConcurrentOperationCount = 1
    list.prefetch(at: [stage.path(5), stage.path(6)])
    stage.stage.settle()
    stage.stage.engine.advance(by: .seconds(10))
    list.prefetch(at: [stage.path(7)])
    stage.stage.engine.advance(by: .seconds(20))
    #expect(priority(5) != nil)
    #expect(priority(6) == nil)
    #expect(priority(7) != nil)
    stage.stage.engine.advance(by: .seconds(10))
    #expect(priority(7) == nil)
    #expect(stage.stage.engine.clock.pendingTimers == 0)
    stage.stage.succeed("r5")
    #expect(stage.stage.status("r5") == .complete)
  }

  @Test(arguments: [0.0, -1, .infinity, .nan])
  func `A lifetime that is none has prefetches wait for ever`(lifetime: Double) {
    stage.preparePrefetching()
    list.prefetchLifetime = lifetime
    list.prefetch(at: [stage.path(5)])
    #expect(stage.stage.engine.clock.pendingTimers == 0)
    stage.stage.engine.advance(by: .seconds(100_000))
    #expect(priority(5) != nil)
  }

  @Test func `INV-32: Prefetches that have ended, were taken back or shown leave no timer`() {
    stage.preparePrefetching()
    list.operations.maxConcurrentOperationCount = 1
    list.prefetch(at: (5..<8).map { stage.path($0) })
    #expect(stage.stage.engine.clock.pendingTimers == 1)
    stage.stage.succeed("r5")
    list.cancelPrefetch(at: [stage.path(6)])
    let cell = stage.shown("r7", ownID: true)
    #expect(stage.stage.engine.clock.pendingTimers == 0)
    list.prefetch(at: [stage.path(9)])
    list.cancel()
    #expect(stage.stage.engine.clock.pendingTimers == 0)
    _ = cell
  }

  @Test func `Prefetches are bounded, whoever has asked`() {
    stage.preparePrefetching()
    list.prefetchBacklogLimit = 7
    list.prefetch(at: (0..<50).map { stage.path($0) })
    #expect(list.operations.runCount == 7)
    #expect((43..<50).allSatisfy { priority($0) != nil })
  }

  @Test func `S23: Paths that are not in the list are nobody's business`() {
    stage.preparePrefetching()
    let paths = [[0, 500], [3, 1], [0, -1]].map { IndexPath(indexes: $0) }
    list.prefetch(at: paths)
    list.cancelPrefetch(at: paths)
    list.raisePriority(at: paths)
    #expect(list.operations.runCount == 0)
    #expect(stage.stage.engine.keys.count == 0)
  }
}
