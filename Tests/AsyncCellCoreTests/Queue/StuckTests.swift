import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

/// Bodies that go on although nobody wants them: they keep their slots, and are counted.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct StuckTests {
  let engine = VirtualEngine()
  let desk = Desk()
  let outcomes = Outcomes<String>()

  @Test func `INV-08 23: a cancelled body keeps its slot until it hands over`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    let request = queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note("a"))
    queue.enqueue(desk.job("b"), forKey: "b", completion: outcomes.note("b"))
    engine.settle()

    // When
    request.cancel()
    engine.settle()

    // Then
    #expect(queue[.default].stuckOperationCount == 1)
    #expect(queue[.default].runningOperationCount == 1)
    #expect(desk.started == ["a"])
    desk.succeed("a")
    engine.settle()
    #expect(queue[.default].stuckOperationCount == 0)
    #expect(desk.started == ["a", "b"])
  }

  @Test func `INV-28: a job that runs out of time fails, its body keeps the slot`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    queue.retryPolicy = .none
    let handoffs = Record<Handoff<String>>()
    let job = Job<String, String>.callback("slow") { (_: String, handoff: Handoff<String>) -> Void in
      handoffs.append(handoff)
    }
    queue.enqueue(Waterfall("a").then(job.timeout(5)), forKey: "a", completion: outcomes.note("a"))
    engine.settle()

    // When
    engine.advance(by: .seconds(5))

    // Then
    #expect(outcomes.values["a"] == ["The job slow did not end within 5.0 seconds."])
    #expect(queue[.default].stuckOperationCount == 1)
    handoffs.values[0].succeed("late")
    engine.settle()
    #expect(engine.remains(of: queue).isNothing)
    #expect(outcomes.count(of: "a") == 1)
  }

  @Test func `The clock of a timeout stands still while the job is suspended`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    queue.retryPolicy = .none
    let job = Job<String, String>.callback("slow") { (_: String, handoff: Handoff<String>) -> (any OperationControl)? in
      SpyControl { _ in withExtendedLifetime(handoff) {} }
    }
    queue.enqueue(Waterfall("a").then(job.timeout(5)), forKey: "a", completion: outcomes.note("a"))
    engine.settle()
    engine.advance(by: .seconds(4))

    // When
    queue.suspendOperation(forKey: "a", producing: String.self)
    engine.advance(by: .seconds(100))

    // Then
    #expect(outcomes.values.isEmpty)
    queue.resumeOperation(forKey: "a", producing: String.self)
    engine.settle()
    engine.advance(by: .seconds(1))
    #expect(outcomes.count(of: "a") == 1)
  }

  @Test func `INV-11 13: while a cancelled body goes on, its key can run again in another slot`() {
    // Given
    let queue = engine.makeQueue(limit: 2)
    let request = queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note("1"))
    engine.settle()

    // When
    request.cancel()
    queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note("2"))
    engine.settle()

    // Then
    #expect(desk.starts(of: "a") == 2)
    #expect(queue[.default].runningOperationCount == 2 && queue[.default].stuckOperationCount == 1)
  }

  @Test func `INV-23: one job that hands over many times, throws or forgets its hand-off hurts nobody else`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    queue.retryPolicy = .none
    let many = Waterfall("many").then("x") { (name: String, handoff: Handoff<String>) in
      for _ in 0..<3 { handoff.succeed(name) }
      handoff.fail(Broken())
    }
    let thrown = Waterfall("thrown").then("x") { (_: String) throws -> String in throw Broken() }
    let forgotten = Waterfall("forgotten").then("x") { (_: String, _: Handoff<String>) in }

    // When
    for (key, work) in ["many": many, "thrown": thrown, "forgotten": forgotten] {
      queue.enqueue(work, forKey: key, completion: outcomes.note(key))
    }
    queue.enqueue(Waterfall("last"), forKey: "last", completion: outcomes.note("last"))
    engine.settle()

    // Then
    #expect(outcomes.values["many"] == ["many"])
    #expect(outcomes.values["thrown"] == ["Broken()"])
    #expect(outcomes.count(of: "forgotten") == 1)
    #expect(outcomes.values["last"] == ["last"])
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `INV-08: a synchronous body that is cancelled is stuck until it returns`() async {
    // Given
    let queue = KeyedOperationQueue(maxConcurrentOperationCount: 1)
    let (begun, gate) = (Tally(), DispatchSemaphore(value: 0))
    let request = queue.enqueue(
      Waterfall("a") {
        begun.add()
        gate.wait()
        return 1
      }, forKey: "a")
    await begun.reaches()

    // When
    request.cancel()

    // Then
    let lane = queue[.default]
    #expect(lane.stuckOperationCount == 1 && lane.runningOperationCount == 1)
    var results: [Int] = []
    let done = Tally()
    queue.enqueue(Waterfall(2), forKey: "b") { result in
      results += [(try? result.get()) ?? 0]
      done.add()
    }
    #expect(lane.waitingOperationCount == 1)
    gate.signal()
    await done.reaches()
    #expect(results == [2])
    #expect(lane.stuckOperationCount == 0 && lane.peakRunningOperationCount == 1)
  }
}
