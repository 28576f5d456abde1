import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

/// Real threads, and a main actor that changes its mind at random.
@Suite(.serialized, .timeLimit(.minutes(5))) @MainActor
struct QueueStormTests {
  private struct Asked {
    let request: KeyedRequest
    let key: Int
    var isCancelled = false
    var isSuspended = false
  }

  private let background = Lane("background")

  /// Work in one of all forms, over up to three lanes, that fails, is slow, or changes lanes, by its key.
  private func work(_ key: Int, _ appLane: Lane) -> Waterfall<Int> {
    let start = Waterfall(key)
    switch key % 7 {
    case 0: return start.map { $0 }
    case 1:
      return start.then("async") { (key: Int) async throws -> Int in
        await Task.yield()
        return key
      }
    case 2:
      return start.then("callback") { (key: Int, handoff: Handoff<Int>) in
        DispatchQueue.global().async { handoff.succeed(key) }
      }
    case 3:
      return start.then("control") { (key: Int, handoff: Handoff<Int>) -> (any OperationControl)? in
        SpyControl { call in
          if call == .resume { DispatchQueue.global().async { handoff.succeed(key) } }
        }
      }
    case 4: return start.then("fails", on: background) { (key: Int) throws -> Int in throw Broken() }
    case 5: return start.then("a").then("b", on: .processing).then("c", on: background)
    default: return start.then("app", on: appLane) { (key: Int) in key }.then("back", on: .default)
    }
  }

  private func storm(seed: UInt64, rounds: Int) async {
    // Given
    var random = SeededGenerator(seed: seed)
    let (keys, clock, appQueue) = (KeyTable(), ManualClock(), OperationQueue())
    appQueue.maxConcurrentOperationCount = 2
    let appLane = Lane("app", over: appQueue)
    let queue = KeyedOperationQueue(environment: EngineEnvironment(clock: clock), keys: keys)
    queue.retryPolicy = RetryPolicy(maxNumberOfFailures: 2, backoff: .constant(1))
    queue.heldCostLimit = seed.isMultiple(of: 2) ? 64 << 20 : 40
    var (asked, calls): ([Asked], [Int: Int]) = ([], [:])
    let lanes: [Lane] = [.default, .processing, background, appLane]
    func priority() -> CellPriority {
      [.visible, .landing, .prepared, .prefetch(distance: 3), .offscreen].randomElement(using: &random) ?? .visible
    }

    // When
    for _ in 0..<rounds {
      let index = asked.indices.randomElement(using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<8:
        let (number, key) = (asked.count, Int.random(in: 0..<60, using: &random))
        let request = queue.enqueue(work(key, appLane), forKey: key, priority: priority()) { result in
          calls[number, default: 0] += 1
          if case .success(let value) = result { #expect(value == key, "seed \(seed)") }
        }
        asked.append(Asked(request: request, key: key))
      case 8..<10:
        guard let index, asked[index].request.isPending else { continue }
        asked[index].request.cancel()
        asked[index].isCancelled = true
      case 10..<13:
        if let index { asked[index].request.setPriority(priority()) }
      case 13..<15:
        guard let index else { continue }
        asked[index].isSuspended.toggle()
        if asked[index].isSuspended { asked[index].request.suspend() } else { asked[index].request.resume() }
      case 15:
        queue[lanes.randomElement(using: &random) ?? .default].maxConcurrentOperationCount =
          [-1, 0, 1, 2, 4].randomElement(using: &random) ?? 4
      case 16:
        queue.isSuspended.toggle()
      case 17:
        clock.advance(by: .seconds(1))
      case 18:
        appQueue.cancelAllOperations()
        if Int.random(in: 0..<10, using: &random) == 0 {
          queue.cancelOperation(forKey: Int.random(in: 0..<60, using: &random), producing: Int.self)
        }
      default:
        await Task.yield()
      }
    }

    // Then
    queue.isSuspended = false
    for lane in lanes { queue[lane].maxConcurrentOperationCount = 2 }
    for entry in asked { entry.request.resume() }
    while queue.runCount > 0 || asked.contains(where: { $0.request.isPending }) {
      guard !Task.isCancelled else {
        Issue.record("seed \(seed): \(Remains(queue, keys: keys, clock: clock))")
        return
      }
      clock.advance(by: .seconds(1))
      await Task.yield()
    }
    for (number, entry) in asked.enumerated() {
      #expect(calls[number, default: 0] == (entry.isCancelled ? 0 : 1), "seed \(seed), request \(number)")
    }
    let engine = queue.engine
    await eventually { engine.slotCount == 0 }
    #expect(Remains(queue, keys: keys, clock: clock).isNothing, "seed \(seed)")
    await eventually { appQueue.operationCount == 0 }
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `INV-03 28 32: every request ends once or was cancelled, and nothing is left`(seed: UInt64) async {
    await storm(seed: seed, rounds: 1_500)
  }

  @Test func `INV-08: suspending and resuming runs as fast as one can loses no slot`() async {
    // Given
    let queue = KeyedOperationQueue(maxConcurrentOperationCount: 2)
    let (done, count) = (Tally(), 300)
    let requests = (0..<count).map { key in
      queue.enqueue(work(3 + 7 * key, .default), forKey: key) { _ in done.add() }
    }

    // When
    for round in 0..<20 {
      for request in requests { request.suspend() }
      if round.isMultiple(of: 3) { await Task.yield() }
      for request in requests { request.resume() }
      if round.isMultiple(of: 2) { await Task.yield() }
    }
    await done.reaches(count)

    // Then
    let engine = queue.engine
    await eventually { engine.slotCount == 0 }
    #expect(queue[.default].runningOperationCount == 0 && queue[.default].stuckOperationCount == 0)
    #expect(queue[.default].peakRunningOperationCount <= 2)
  }

  @Test func `INV-08: cancelling runs just as they are resumed loses no slot`() async {
    // Given
    let queue = KeyedOperationQueue(maxConcurrentOperationCount: 2)
    let engine = queue.engine
    let ended = Tally()

    // When
    for round in 0..<60 {
      let begun = Tally()
      let requests = (0..<4).map { key in
        let work = Waterfall(key).then("control") { (_: Int, handoff: Handoff<Int>) -> (any OperationControl)? in
          SpyControl { call in
            if call == .resume { begun.add() }
            if call == .cancel { ended.add() }
            withExtendedLifetime(handoff) {}
          }
        }
        return queue.enqueue(work, forKey: [round, key])
      }
      await begun.reaches(2)
      for request in requests { request.suspend() }
      if round.isMultiple(of: 2) { await eventually { engine.slotCount == 0 } }
      for request in requests { request.resume() }
      for _ in 0..<(round % 5) { await Task.yield() }
      for request in requests { request.cancel() }
    }

    // Then
    await eventually { engine.slotCount == 0 }
    #expect(queue[.default].runningOperationCount == 0 && queue[.default].stuckOperationCount == 0)
    #expect(queue.runCount == 0)
  }
}

extension Waterfall where Output == Int {
  fileprivate func then(_ name: String, on lane: Lane? = nil) -> Waterfall<Int> {
    then(name, on: lane) { (value: Int) -> Int in value }
  }
}
