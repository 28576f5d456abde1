import AsyncCellCore
import AsyncCellTesting
import Testing

/// A hundred thousand runs at once.
@Suite(.serialized, .timeLimit(.minutes(5))) @MainActor
struct QueueBulkTests {
  let keys = KeyTable()
  let clock = ManualClock()

  @Test func `INV-26: a hundred thousand that wait are re-prioritised and cancelled, and all is released at once`() {
    // Given
    let queue = KeyedOperationQueue(environment: EngineEnvironment(clock: clock), keys: keys)
    queue.maxConcurrentOperationCount = 0
    let count = 100_000
    var requests: [KeyedRequest] = []
    weak let last: AnyObject? = {
      let shared = Witness()
      let work = Waterfall(1).map { [shared] value in withExtendedLifetime(shared) { value } }
      for key in 0..<count { requests.append(queue.enqueue(work, forKey: key, priority: .offscreen(distance: key))) }
      return shared
    }()
    #expect(queue.runCount == count && keys.count == count)

    // When
    for (key, request) in requests.enumerated() { request.setPriority(.prefetch(distance: key % 977)) }
    #expect(queue.priority(forKey: 978, producing: Int.self) == .prefetch(distance: 1))
    for request in requests[..<(count / 2)] { request.cancel() }
    requests = []
    queue.cancelAllOperations()

    // Then
    #expect(last == nil)
    #expect(queue.runCount == 0 && queue[.default].waitingOperationCount == 0)
    #expect(queue.statistics.started == 0 && queue.statistics.cancelled == count)
  }

  @Test func `INV-28 32: a hundred thousand small ones run to their end`() async {
    // Given
    let queue = KeyedOperationQueue(environment: EngineEnvironment(clock: clock), keys: keys)
    let count = 100_000
    var sum = 0
    let done = Tally()
    let work = Waterfall(1).map { $0 + 1 }

    // When
    for key in 0..<count {
      queue.enqueue(work, forKey: key) { result in
        sum += (try? result.get()) ?? 0
        done.add()
      }
    }
    await done.reaches(count)

    // Then
    #expect(sum == 2 * count)
    #expect(queue.statistics.completed == count)
    #expect(queue[.default].peakRunningOperationCount <= 4)
    let engine = queue.engine
    await eventually { engine.slotCount == 0 }
    #expect(Remains(queue, keys: keys, clock: clock).isNothing)
  }
}
