import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

/// What a queue leaves behind when it is idle, and when it goes.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct QueueLifetimeTests {
  let keys = KeyTable()
  let clock = ManualClock()
  let released = Tally()

  private func makeQueue(limit: Int) -> KeyedOperationQueue {
    let queue = KeyedOperationQueue(environment: EngineEnvironment(clock: clock), keys: keys)
    queue.maxConcurrentOperationCount = limit
    return queue
  }

  private func witness() -> Witness {
    Witness { [released] in released.add() }
  }

  /// Waits for what the engine's threads still have to do after the last outcome.
  private func expectNothing(of queue: KeyedOperationQueue) async {
    let lanes = queue.lanes
    let engine = queue.engine
    await eventually { engine.slotCount == 0 }
    // Who was cancelled for everybody is told in the next hop.
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    #expect(lanes.allSatisfy { $0.runningOperationCount == 0 })
    #expect(Remains(queue, keys: keys, clock: clock).isNothing)
  }

  @Test func `INV-31: a queue that goes cancels what runs and frees everything`() async {
    // Given
    var queue: KeyedOperationQueue? = makeQueue(limit: 2)
    weak let engine = queue?.engine
    let (begun, called) = (Tally(), Tally())
    let (control, handoffs) = (SpyControl(), Record<Handoff<Int>>())
    for key in 0..<10 {
      let (inWork, inCompletion) = (witness(), witness())
      let work = Waterfall(0).then("load") { (_: Int, handoff: Handoff<Int>) -> (any OperationControl)? in
        handoffs.append(handoff)
        begun.add()
        return withExtendedLifetime(inWork) { control }
      }
      queue?.enqueue(work, forKey: key) { _ in withExtendedLifetime(inCompletion) { _ = called.add() } }
    }
    await begun.reaches(2)
    await eventually { control.verbs.count == 2 }

    // When
    queue = nil

    // Then
    #expect(handoffs.values.allSatisfy { !$0.isWanted })
    #expect(control.verbs.count { $0 == .cancel } == 2)
    for handoff in handoffs.values { handoff.succeed(1) }
    await released.reaches(20)
    await eventually { engine == nil }
    #expect(engine == nil)
    #expect(called.count == 0 && begun.count == 2 && keys.count == 0)
  }

  @Test func `INV-31: a queue that goes between a result and its delivery delivers nothing`() {
    // Given
    let engine = VirtualEngine()
    var queue: KeyedOperationQueue? = engine.makeQueue()
    let called = Tally()
    let inCompletion = Record<Weak>()
    do {
      let witness = witness()
      queue?.enqueue(Waterfall(1), forKey: "a") { _ in withExtendedLifetime(witness) { _ = called.add() } }
      queue?.enqueue(Waterfall(2), forKey: "b") { _ in called.add() }
      queue?.cancelOperation(forKey: "b", producing: Int.self)
      inCompletion.append(Weak(witness))
    }
    engine.runThreads()

    // When
    queue = nil
    engine.settle()

    // Then
    #expect(called.count == 0)
    #expect(inCompletion.values[0].object == nil)
    #expect(engine.keys.count == 0)
  }

  @Test func `INV-26: a request that is kept keeps neither the value nor the completion`() async {
    // Given
    let queue = makeQueue(limit: 2)
    let (done, value) = (Tally(), Locked<Witness?>(witness()))
    var kept: [KeyedRequest] = []
    do {
      let inCompletion = witness()
      kept.append(
        queue.enqueue(Waterfall(1).map { _ in value.withLock { $0.take() } }, forKey: "a") { _ in
          withExtendedLifetime(inCompletion) { _ = done.add() }
        })
    }

    // When
    await done.reaches()

    // Then
    await released.reaches(2)
    #expect(kept.allSatisfy { !$0.isPending })
    await expectNothing(of: queue)
  }

  @Test func `INV-24: the app's objects are not released under a lock`() async {
    // Given
    let queue = makeQueue(limit: 1)
    queue[.processing].maxConcurrentOperationCount = 0
    let engine = queue.engine
    let asked = Tally()
    /// Asks the engine for something, which would hang if its lock were held.
    @Sendable func nosy() -> Witness { Witness { asked.add(engine.statistics.started >= 0 ? 1 : 0) } }
    func work() -> Waterfall<Int> {
      let inWork = nosy()
      return Waterfall(0)
        .then("make") { (_: Int) -> Witness in withExtendedLifetime(inWork) { nosy() } }
        .then("use", on: .processing) { (_: Witness) -> Int in 1 }
    }
    queue.heldCostLimit = 1
    for key in 0..<4 { queue.enqueue(work(), forKey: key) }
    await eventually { engine.statistics.restarted == 3 }

    // When
    queue.cancelOperation(forKey: 0, producing: Int.self)
    queue.cancelOperation(forKey: 1, producing: Int.self)
    queue.cancelAllOperations()

    // Then
    await eventually { asked.count >= 8 }
    await expectNothing(of: queue)
  }

  @Test func `INV-32: an idle queue has no slots, no timers and no objects`() async {
    // Given
    let queue = makeQueue(limit: 3)
    queue.retryPolicy = RetryPolicy(maxNumberOfFailures: 2, backoff: .immediate)
    let (done, clock) = (Tally(), clock)
    for key in 0..<30 {
      let inWork = witness()
      let work = Waterfall(key).then("x") { (key: Int) throws -> Int in
        if key.isMultiple(of: 3) { throw Broken() }
        return withExtendedLifetime(inWork) { key }
      }
      queue.enqueue(work, forKey: key) { _ in done.add() }
    }

    // When
    while done.count < 30 {
      clock.advance(by: .zero)
      await Task.yield()
    }

    // Then
    await released.reaches(30)
    await expectNothing(of: queue)
  }

  private struct Weak: Sendable {
    weak let object: Witness?
    init(_ object: Witness) { self.object = object }
  }
}
