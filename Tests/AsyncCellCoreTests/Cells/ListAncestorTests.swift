import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

/// The list's part of what the three libraries this one descends from could do, and of what was wrong with them. The
/// rows are those of the article Ancestors.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListAncestorTests {
  let stage = CellStage(limit: 4, retries: true)
  var list: CellCoordinator { stage.list }

  @Test func `Row 1: Work is asked for only when a run is needed, not with every display`() {
    let cell = stage.shown("a")
    for _ in 0..<5 {
      list.didEndDisplaying(cell)
      list.willDisplay(cell)
    }
    stage.succeed("a")
    list.didEndDisplaying(cell)
    list.willDisplay(cell)
    #expect(cell.declarations == 1)
  }

  @Test func `Row 2: A job that calls back twice changes nothing, and no more run at once than allowed`() {
    let cells = (0..<20).map { stage.shown("\($0)") }
    stage.settle()
    #expect(stage.desk.started.count == 4)
    for index in 0..<20 {
      stage.succeed("\(index)", with: "first")
      stage.succeed("\(index)", with: "second")
    }
    #expect(cells.allSatisfy { $0.states == ["…", "first"] })
    #expect(list.operations.lanes.map(\.peakRunningOperationCount).max() == 4)
  }

  @Test func `Row 7: A failure is remembered and shown with each display, until it is reset`() {
    list.operations.retryPolicy = .none
    let cell = stage.shown("a")
    stage.fail("a")
    list.didEndDisplaying(cell)
    list.willDisplay(cell)
    #expect(cell.states == ["…", "!", "!"])
    #expect(stage.desk.starts(of: "a") == 1)
    list.reset(cell)
    stage.succeed("a")
    #expect(cell.states == ["…", "!", "!", "…", "A"])
  }

  @Test(arguments: [(3, 3), (1, 1), (0, 1)])
  func `Row 8: The third failure is reported, and no retry puts the cell back to its placeholder`(
    maximum: Int, attempts: Int
  ) {
    list.operations.retryPolicy = RetryPolicy(maxNumberOfFailures: maximum, backoff: .constant(1))
    let cell = stage.shown("a")
    for attempt in 1...attempts {
      #expect(cell.states == ["…"])
      stage.fail("a")
      if attempt < attempts {
        // A pause between two attempts.
        #expect(stage.desk.starts(of: "a") == attempt)
        stage.engine.advance(by: .seconds(1))
      }
    }
    #expect(cell.states == ["…", "!"])
    #expect(cell.failure?.attempts == attempts)
    #expect(stage.desk.starts(of: "a") == attempts)
  }

  @Test func `Row 9: Unlimited retries never report a failure, never run hot, and can be stopped`() {
    list.operations.retryPolicy = RetryPolicy(
      maxNumberOfFailures: RetryPolicy.unlimitedRetries, backoff: .immediate)
    let cell = stage.shown("a")
    for attempt in 1...50 {
      stage.fail("a")
      #expect(stage.desk.starts(of: "a") == attempt)
      stage.engine.advance(by: .milliseconds(250))
    }
    #expect(cell.states == ["…"])
    list.cancel()
    stage.settle()
    #expect(list.operations.runCount == 0)
    #expect(stage.engine.clock.pendingTimers == 0)
  }

  @Test func `Row 10: The state reaches the cell that shows the item, wherever it has moved`() {
    let cell = stage.shown("a", item: .position(3))
    list.prepare(cell, item: .position(7))
    stage.succeed("a")
    #expect(cell.states == ["…", "A"])
  }

  @Test func `Row 11: A display replays the state, exactly once`() {
    let cell = stage.shown("a")
    #expect(cell.states == ["…"])
    stage.succeed("a")
    list.didEndDisplaying(cell)
    list.willDisplay(cell)
    stage.settle()
    #expect(cell.states == ["…", "A", "A"])
  }

  @Test func `Row 12: Reset starts visible items anew and the others with their next display, and stops what ran`() {
    let (shown, left) = (stage.shown("a"), stage.shown("b"))
    stage.settle()
    list.didEndDisplaying(left)
    list.reset()
    stage.settle()
    #expect(stage.desk.wanted == ["a"])
    #expect(stage.desk.starts(of: "a") == 2)
    #expect(stage.desk.starts(of: "b") == 1)
    // What ran before comes late, if at all, and reaches nobody.
    stage.desk.succeed("b", with: "stale")
    stage.succeed("a")
    #expect(shown.states == ["…", "…", "A"])
    #expect(list.value(String.self, forKey: "b") == nil)
    list.willDisplay(left)
    stage.succeed("b")
    #expect(left.states == ["…", "…", "B"])
  }

  @Test func `Row 13: One cell can be reset by itself, from within its own state too`() {
    let cell = stage.shown("a")
    var resets = 0
    cell.onState = { [list] state in
      guard case .complete = state, resets < 2 else { return }
      resets += 1
      list.reset(cell)
    }
    for round in 1...3 { stage.succeed("a", with: "\(round)") }
    #expect(cell.states == ["…", "1", "…", "2", "…", "3"])
  }

  @Test func `Row 14: Jobs that end on any thread are told on the main actor`() async {
    let list = CellCoordinator()
    let cells = (0..<50).map { Probe(Desk(), "\($0)") }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      var left = cells.count
      for (index, cell) in cells.enumerated() {
        cell.onState = { state in
          MainActor.assertIsolated()
          guard case .complete = state else { return }
          left -= 1
          if left == 0 { continuation.resume() }
        }
        cell.change = { _ in
          Waterfall(index)
            .then { (n: Int, handoff: Handoff<Int>) -> Void in
              DispatchQueue.global().async { handoff.succeed(n + 1) }
            }
            .then("async") { (n: Int) async throws in n * 2 }
            .then("text", on: .processing) { "\($0)" }
        }
        list.willDisplay(cell)
      }
    }
    #expect(cells.enumerated().allSatisfy { $1.states.last == "\(($0 + 1) * 2)" })
  }

  @Test func `Row 16: After reuse a retry fetches the failed item again, and caches it under that item`() {
    list.operations.retryPolicy = RetryPolicy(maxNumberOfFailures: 2, backoff: .immediate)
    let cell = stage.shown("a")
    stage.settle()
    cell.name = "b"
    list.prepare(cell)
    stage.fail("a")
    stage.engine.advance(by: .milliseconds(1))
    stage.desk.succeed("a", with: "of a")
    stage.succeed("b", with: "of b")
    #expect(list.value(forKey: "a") == "of a")
    #expect(list.value(forKey: "b") == "of b")
    #expect(cell.states.last == "of b")
  }

  @Test func `Row 17: Cancel, suspend, priority, prefetch, one run per item, progress and chains are there`() {
    list.prefetch(stage.desk.job("a"), forKey: "a")
    let cells = [stage.shown("a"), stage.shown("a")]
    #expect(list.priority(of: cells[0]) == .visible)
    stage.settle()
    stage.desk.report(0.25, for: "a")
    stage.settle()
    list.suspend()
    list.resume()
    stage.succeed("a")
    #expect(cells.map(\.states) == Array(repeating: ["…", "…25%", "A"], count: 2))
    #expect(stage.desk.started == ["a"])
    let chain = Probe(stage.desk, "c")
    chain.change = { $0.map { $0 + "!" }.then("twice") { $0 + $0 } }
    list.willDisplay(chain)
    stage.succeed("c")
    #expect(chain.states.last == "C!C!")
    list.cancel()
    #expect(list.operations.runCount == 0)
  }

  @Test func `Row 32: A value in memory is there at once, without a placeholder in between`() {
    list.store("A", forKey: "a")
    let cell = Probe(stage.desk, "a")
    list.prepare(cell)
    #expect(cell.states == ["A"])
    #expect(stage.desk.started.isEmpty)
  }

  @Test func `Row 33: The item decides, not the row: two sections may have the same row`() {
    let (first, second) = (Probe(stage.desk, "a"), Probe(stage.desk, "b"))
    first.hasOwnID = false
    second.hasOwnID = false
    list.willDisplay(first, item: .position(IndexPath(indexes: [0, 3])))
    list.willDisplay(second, item: .position(IndexPath(indexes: [1, 3])))
    stage.succeed("b")
    stage.succeed("a")
    #expect(first.states == ["…", "A"])
    #expect(second.states == ["…", "B"])
  }
}
