import AsyncCellCore
import AsyncCellTesting
import Testing

/// Moments between a suspended operation's stop and its return to a slot, made to happen on one thread.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct ParkingRaceTests {
  /// Threads that are there at once: a slot begins within the call that asks for it.
  private final class InlineThreads: LaneThreadPool {
    let servesOneBodyPerSlot = false
    func add(_ slot: AsyncOperation) { slot.start() }
    func hop(_ body: @escaping @Sendable () -> Void) { body() }
  }

  private let main = VirtualEngine().main
  private let outcomes = Outcomes<String>()
  private let handoffs = Record<Handoff<String>>()

  private func makeQueue(limit: Int, keys: KeyTable) -> KeyedOperationQueue {
    let environment = EngineEnvironment(clock: ManualClock(), main: main, makeThreads: { _ in InlineThreads() })
    let queue = KeyedOperationQueue(environment: environment, keys: keys)
    queue.maxConcurrentOperationCount = limit
    return queue
  }

  private func work(_ control: SpyControl) -> Waterfall<String> {
    Waterfall("a").then("load") { [handoffs] (_: String, handoff: Handoff<String>) -> (any OperationControl)? in
      handoffs.append(handoff)
      return control
    }
  }

  @Test func `INV-08: an operation resumed in another slot before it has left the first loses neither`() {
    // Given
    let keys = KeyTable()
    let queue = makeQueue(limit: 2, keys: keys)
    let control = SpyControl { call in
      guard call == .suspend else { return }
      MainActor.assumeIsolated { queue.resumeOperation(forKey: "a", producing: String.self) }
    }
    queue.enqueue(work(control), forKey: "a", completion: outcomes.note("a"))

    // When
    queue.suspendOperation(forKey: "a", producing: String.self)

    // Then
    #expect(control.verbs == [.resume, .suspend, .resume])
    #expect(queue[.default].runningOperationCount == 1 && queue.engine.slotCount == 1)
    handoffs.values[0].succeed("done")
    #expect(queue.engine.slotCount == 0)
    _ = main.runPending()
    #expect(outcomes.values == ["a": ["done"]])
    #expect(keys.count == 0)
  }

  @Test(arguments: [false, true])
  func `INV-27: what is suspended or cancelled just before it is resumed is not running afterwards`(isCancelled: Bool) {
    // Given
    let keys = KeyTable()
    let queue = makeQueue(limit: 1, keys: keys)
    let request = Record<KeyedRequest>()
    let isArmed = Locked(false)
    let control = SpyControl { call in
      // The operation is told its new priority before it is resumed.
      guard case .priority = call, isArmed.withLock({ $0.take() }) else { return }
      MainActor.assumeIsolated {
        if isCancelled { request.values[0].cancel() } else { request.values[0].suspend() }
      }
    }
    request.append(queue.enqueue(work(control), forKey: "a", completion: outcomes.note("a")))
    request.values[0].suspend()
    request.values[0].setPriority(.prefetch())
    isArmed.withLock { $0 = true }

    // When
    request.values[0].resume()

    // Then
    #expect(!isArmed.withLock { $0 })
    #expect(control.verbs.last == (isCancelled ? .cancel : .suspend))
    #expect(queue[.default].runningOperationCount == 0 && queue.engine.slotCount == 0)
    #expect(queue[.default].stuckOperationCount == 0)
    if !isCancelled { request.values[0].cancel() }
    #expect(control.verbs.last == .cancel)
    _ = main.runPending()
    #expect(outcomes.values.isEmpty && keys.count == 0 && queue.runCount == 0)
  }
}

extension Bool {
  /// The value, which becomes false.
  fileprivate mutating func take() -> Bool {
    defer { self = false }
    return self
  }
}
