import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

/// Lanes over operation queues of the app's own.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct AppLaneTests {
  let outcomes = Outcomes<String>()

  private func makeLane(limit: Int) -> (queue: OperationQueue, lane: Lane) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = limit
    return (queue, Lane("app", over: queue))
  }

  @Test func `Every body runs inside an operation of the app's queue, whatever the form of the job`() async {
    // Given
    let (appQueue, lane) = makeLane(limit: 2)
    let queue = KeyedOperationQueue()
    let places = Record<Bool>()
    @Sendable func note() { places.append(OperationQueue.current === appQueue) }
    func work(_ name: String) -> Waterfall<String> {
      Waterfall(name)
        .then("sync", on: lane) { (name: String) -> String in
          note()
          return name
        }
        .then("callback") { (name: String, handoff: Handoff<String>) in
          note()
          DispatchQueue.main.async { handoff.succeed(name) }
        }
        .then("again") { (name: String) -> String in
          note()
          return name
        }
        .then("async") { (name: String) async throws -> String in name }
        .then("last") { (name: String) -> String in
          note()
          return name
        }
    }

    // When
    for key in 0..<20 { queue.enqueue(work("\(key)"), forKey: key, completion: outcomes.note("\(key)")) }
    await outcomes.tally.reaches(20)

    // Then
    #expect(places.values.count == 80)
    #expect(places.values.allSatisfy { $0 })
    #expect((0..<20).allSatisfy { outcomes.values["\($0)"] == ["\($0)"] })
    await eventually { appQueue.operationCount == 0 }
    #expect(queue[lane].runningOperationCount == 0)
  }

  @Test(arguments: [(1, 4), (4, 1), (2, 3), (3, -1)])
  func `INV-07: the lower of the two limits wins`(appLimit: Int, laneLimit: Int) async {
    // Given
    let (appQueue, lane) = makeLane(limit: appLimit)
    let queue = KeyedOperationQueue()
    queue[lane].maxConcurrentOperationCount = laneLimit
    let limit = laneLimit < 0 ? appLimit : min(appLimit, laneLimit)
    let running = Locked((now: 0, most: 0))

    // When
    for key in 0..<60 {
      let work = Waterfall("x").then("x", on: lane) { (value: String) -> String in
        running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        defer { running.withLock { $0.now -= 1 } }
        return value
      }
      queue.enqueue(work, forKey: key, completion: outcomes.note("\(key)"))
    }
    await outcomes.tally.reaches(60)

    // Then
    #expect(running.withLock { $0.most } <= limit)
    #expect(queue[lane].peakRunningOperationCount <= limit)
    await eventually { appQueue.operationCount == 0 }
  }

  @Test func `Cancelling the app's operations ends slots, never entries`() async {
    // Given
    let (appQueue, lane) = makeLane(limit: 2)
    appQueue.isSuspended = true
    let queue = KeyedOperationQueue()
    let work = Waterfall("x").then("x", on: lane) { (value: String) -> String in value }
    for key in 0..<30 { queue.enqueue(work, forKey: key, completion: outcomes.note("\(key)")) }
    #expect(appQueue.operationCount == 4)

    // When
    appQueue.cancelAllOperations()
    appQueue.isSuspended = false
    await outcomes.tally.reaches(30)

    // Then
    #expect(outcomes.values.values.allSatisfy { $0 == ["x"] })
    #expect(queue.statistics.cancelled == 0 && queue.statistics.completed == 30)
    await eventually { appQueue.operationCount == 0 }
  }

  @Test func `Cancelling them while bodies run cancels nothing either`() async {
    // Given
    let (appQueue, lane) = makeLane(limit: 2)
    let queue = KeyedOperationQueue()
    let (begun, handoffs) = (Tally(), Record<Handoff<String>>())
    let work = Waterfall("x").then("x", on: lane) { (value: String, handoff: Handoff<String>) in
      handoffs.append(handoff)
      begun.add()
    }
    for key in 0..<4 { queue.enqueue(work, forKey: key, completion: outcomes.note("\(key)")) }
    await begun.reaches(2)

    // When
    for _ in 0..<3 { appQueue.cancelAllOperations() }
    for handoff in handoffs.values { handoff.succeed("y") }
    await begun.reaches(4)
    appQueue.cancelAllOperations()
    for handoff in handoffs.values { handoff.succeed("y") }
    await outcomes.tally.reaches(4)

    // Then
    #expect(outcomes.values.values.allSatisfy { $0 == ["y"] })
    await eventually { appQueue.operationCount == 0 }
    #expect(queue[lane].peakRunningOperationCount == 2)
  }

  @Test func `INV-27: while the app's queue is suspended nothing starts, and entries can be cancelled`() async {
    // Given
    let (appQueue, lane) = makeLane(limit: 2)
    appQueue.isSuspended = true
    let queue = KeyedOperationQueue()
    let ran = Record<Int>()
    func work(_ key: Int) -> Waterfall<Int> {
      Waterfall(key).then("x", on: lane) { (key: Int) -> Int in
        ran.append(key)
        return key
      }
    }
    let requests = (0..<6).map { queue.enqueue(work($0), forKey: $0, completion: outcomes.note("\($0)")) }

    // When
    for request in requests[..<5] { request.cancel() }
    #expect(queue.runCount == 1)
    appQueue.isSuspended = false
    await outcomes.tally.reaches(1)

    // Then
    #expect(ran.values == [5])
    #expect(outcomes.values == ["5": ["5"]])
    await eventually { appQueue.operationCount == 0 }
    #expect(queue[lane].runningOperationCount == 0 && queue[lane].waitingOperationCount == 0)
  }

  @Test func `Two queues over one operation queue share its limit`() async {
    // Given
    let (appQueue, lane) = makeLane(limit: 1)
    let queues = [KeyedOperationQueue(), KeyedOperationQueue()]
    let running = Locked((now: 0, most: 0))
    let work = Waterfall("x").then("x", on: lane) { (value: String) -> String in
      running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      defer { running.withLock { $0.now -= 1 } }
      return value
    }

    // When
    for key in 0..<40 { queues[key % 2].enqueue(work, forKey: key, completion: outcomes.note("\(key)")) }
    await outcomes.tally.reaches(40)

    // Then
    #expect(running.withLock { $0.most } == 1)
    await eventually { appQueue.operationCount == 0 }
  }

  @Test func `INV-20: a chain suspended in such a lane goes on inside the app's queue`() async {
    // Given
    let (appQueue, lane) = makeLane(limit: 2)
    let queue = KeyedOperationQueue()
    let (handoffs, places) = (Record<Handoff<String>>(), Record<Bool>())
    let control = SpyControl()
    let work = Waterfall("x")
      .then("load", on: lane) { (_: String, handoff: Handoff<String>) -> (any OperationControl)? in
        handoffs.append(handoff)
        return control
      }
      .then("decode") { (value: String) -> String in
        places.append(OperationQueue.current === appQueue)
        return value
      }
    queue.enqueue(work, forKey: "a", completion: outcomes.note("a"))
    _ = await handoffs.values(count: 1)

    // When
    queue.suspendOperation(forKey: "a", producing: String.self)
    await eventually { appQueue.operationCount == 0 }
    #expect(queue[lane].runningOperationCount == 0)
    queue.resumeOperation(forKey: "a", producing: String.self)
    for handoff in handoffs.values { handoff.succeed("y") }
    await outcomes.tally.reaches(1)

    // Then
    #expect(places.values == [true])
    #expect(outcomes.values == ["a": ["y"]])
    await eventually { appQueue.operationCount == 0 }
  }
}
