import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

/// Attempts, back-off, and what does not count as a failure.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct QueueRetryTests {
  let engine = VirtualEngine()
  let desk = Desk()
  let outcomes = Outcomes<String>()

  private func makeQueue(failures: Int = 3, limit: Int = 1) -> KeyedOperationQueue {
    let queue = engine.makeQueue(limit: limit)
    queue.retryPolicy = RetryPolicy(maxNumberOfFailures: failures, backoff: .constant(10))
    return queue
  }

  private func fail(_ name: String, with error: any Error = Broken()) {
    desk.fail(name, with: error)
    engine.settle()
  }

  @Test(arguments: [(-1, 1), (0, 1), (1, 1), (2, 2), (3, 3)])
  func `INV-16: as many attempts as failures are allowed`(failures: Int, attempts: Int) {
    // Given
    let queue = makeQueue(failures: failures)
    queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note("a"))
    engine.settle()

    // When
    for _ in 0..<5 {
      fail("a")
      engine.advance(by: .seconds(10))
    }

    // Then
    #expect(desk.starts(of: "a") == attempts)
    #expect(outcomes.values == ["a": ["Broken()"]])
    #expect(queue.statistics.retries == attempts - 1 && queue.statistics.failed == 1)
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `A run that waits to be tried again holds no slot, and comes back when the delay has passed`() {
    // Given
    let queue = makeQueue()
    queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note("a"))
    queue.enqueue(desk.job("b"), forKey: "b", completion: outcomes.note("b"))
    engine.settle()

    // When
    fail("a")

    // Then
    #expect(desk.started == ["a", "b"])
    engine.advance(by: .seconds(9))
    #expect(queue[.default].waitingOperationCount == 0)
    engine.advance(by: .seconds(1))
    #expect(queue[.default].waitingOperationCount == 1)
    desk.succeed("b")
    engine.settle()
    desk.succeed("a")
    engine.settle()
    #expect(outcomes.values == ["a": ["A"], "b": ["B"]])
  }

  @Test func `INV-20: a retry goes on at the job that failed`() {
    // Given
    let queue = makeQueue()
    let work = desk.job("a1").then("second", on: .processing) { (_: String) in desk.job("a2") }
    queue.enqueue(work, forKey: "a", completion: outcomes.note("a"))
    engine.settle()
    desk.succeed("a1")
    engine.settle()

    // When
    fail("a2")
    #expect(queue.engine.heldCost > 0)
    engine.advance(by: .seconds(10))
    desk.succeed("a2")
    engine.settle()

    // Then
    #expect(desk.started == ["a1", "a2", "a2"])
    #expect(outcomes.values == ["a": ["A2"]])
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test(arguments: ["request", "key", "all", "queue"])
  func `INV-32: cancelled while it backs off, a run leaves no timer`(how: String) {
    // Given
    var queue: KeyedOperationQueue? = makeQueue()
    let request = queue?.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note("a"))
    engine.settle()
    fail("a")
    #expect(engine.clock.pendingTimers == 1)

    // When
    switch how {
    case "request": request?.cancel()
    case "key": queue?.cancelOperation(forKey: "a", producing: String.self)
    case "all": queue?.cancelAllOperations()
    default: queue = nil
    }

    // Then
    #expect(engine.clock.pendingTimers == 0)
    engine.settle()
    #expect(engine.keys.count == 0)
    #expect(outcomes.count(of: "a") == (how == "key" || how == "all" ? 1 : 0))
    #expect(desk.starts(of: "a") == 1)
  }

  @Test func `INV-27: suspended while it backs off, a run drops its timer and goes on when resumed`() {
    // Given
    let queue = makeQueue()
    queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note("a"))
    engine.settle()
    fail("a")

    // When
    queue.suspendOperation(forKey: "a", producing: String.self)

    // Then
    #expect(engine.clock.pendingTimers == 0)
    engine.advance(by: .seconds(60))
    #expect(desk.starts(of: "a") == 1)
    queue.resumeOperation(forKey: "a", producing: String.self)
    engine.settle()
    #expect(desk.starts(of: "a") == 2)
    fail("a")
    engine.advance(by: .seconds(10))
    fail("a")
    #expect(outcomes.values == ["a": ["Broken()"]])
  }

  @Test func `A run that fails while it is to be suspended sets no timer`() {
    // Given
    let queue = makeQueue()
    queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note("a"))
    engine.settle()
    queue.suspendOperation(forKey: "a", producing: String.self)

    // When
    fail("a")

    // Then
    #expect(engine.clock.pendingTimers == 0)
    #expect(queue.runCount == 1 && queue[.default].runningOperationCount == 0)
    queue.resumeOperation(forKey: "a", producing: String.self)
    engine.settle()
    engine.advance(by: .seconds(10))
    desk.succeed("a")
    engine.settle()
    #expect(outcomes.values == ["a": ["A"]])
    #expect(queue.statistics.retries == 1)
  }

  @Test(arguments: [CancellationError() as any Error, URLError(.cancelled)])
  func `INV-17: a job that says it was cancelled has not failed`(error: any Error) {
    // Given
    let queue = makeQueue()
    queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note("a"))
    engine.settle()

    // When
    fail("a", with: error)

    // Then
    #expect(outcomes.values == ["a": ["cancelled"]])
    #expect(queue.statistics.failed == 0 && queue.statistics.cancelled == 1 && queue.statistics.retries == 0)
  }

  @Test func `What is known to be permanent is not tried again`() {
    // Given
    let queue = makeQueue()
    queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note("a"))
    engine.settle()

    // When
    fail("a", with: URLError(.badURL))

    // Then
    #expect(outcomes.count(of: "a") == 1 && engine.clock.pendingTimers == 0)
  }

  @Test func `INV-24: the filter may use the queue`() {
    // Given
    let queue = makeQueue()
    queue.retryPolicy = RetryPolicy(backoff: .immediate) { _ in
      MainActor.assumeIsolated { queue.runCount == 1 && !queue.isSuspended }
    }
    queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note("a"))
    engine.settle()

    // When
    fail("a")
    engine.advance(by: .zero)
    desk.succeed("a")
    engine.settle()

    // Then
    #expect(outcomes.values == ["a": ["A"]])
  }

  @Test func `INV-16: a chain restarted for its memory still counts its failures`() {
    // Given
    let queue = makeQueue(failures: 2, limit: 2)
    queue[.processing].maxConcurrentOperationCount = 0
    func work(_ name: String) -> Waterfall<String> {
      desk.job("\(name)1").then("second", on: .processing) { (_: String) in desk.job("\(name)2") }
    }
    queue.enqueue(work("a"), forKey: "a", completion: outcomes.note("a"))
    queue.enqueue(work("b"), forKey: "b", priority: .prepared, completion: outcomes.note("b"))
    engine.settle()
    fail("b1")
    engine.advance(by: .seconds(10))

    // When
    queue.heldCostLimit = 2
    desk.succeed("a1")
    desk.succeed("b1")
    engine.settle()
    #expect(queue.statistics.restarted == 1)
    queue[.processing].maxConcurrentOperationCount = 2
    engine.settle()
    fail("b1")

    // Then
    #expect(outcomes.values == ["b": ["Broken()"]])
    desk.succeed("a2")
    engine.settle()
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `The attempt is told with the progress`() {
    // Given
    let queue = makeQueue()
    let listener = Listener()
    let token = engine.keys.retain("a", in: KeyTable.Domain(String.self))
    queue.subscribe(listener, to: token, priority: .visible) { desk.job("a").work.declaration }
    engine.settle()

    // When
    fail("a")
    engine.advance(by: .seconds(10))
    desk.report(0.5, for: "a")
    engine.settle()

    // Then
    #expect(listener.reports.map(\.attempt) == [2])
    #expect(listener.reports.map(\.fraction) == [0.5])
    queue.unsubscribe(listener, from: token)
    engine.keys.release(token)
  }
}
