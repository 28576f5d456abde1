import AsyncCellCore
import AsyncCellTesting
import Testing

/// One run for everybody who asks for its key.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct SharingTests {
  let engine = VirtualEngine()
  let desk = Desk()
  let outcomes = Outcomes<Int>()

  @Test func `INV-11: requests for one key share one run, and each gets its value`() {
    // Given
    let queue = engine.makeQueue()
    for request in 0..<3 { queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note(request)) }
    engine.settle()
    #expect(desk.started == ["a"])

    // When
    queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note(3))
    desk.succeed("a")
    engine.settle()

    // Then
    #expect(outcomes.values == [0: ["A"], 1: ["A"], 2: ["A"], 3: ["A"]])
    #expect(outcomes.order == [0, 1, 2, 3])
    #expect(queue.statistics.coalesced == 3 && queue.statistics.started == 1)
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `INV-18: one key with values of two types has two runs`() {
    // Given
    let queue = engine.makeQueue()

    // When
    queue.enqueue(Waterfall(1), forKey: "a", completion: outcomes.note(0))
    queue.enqueue(Waterfall("one"), forKey: "a", completion: outcomes.note(1))
    engine.settle()

    // Then
    #expect(outcomes.values == [0: ["1"], 1: ["one"]])
  }

  @Test func `INV-10: a run is as urgent as the most urgent of those who want it`() {
    // Given
    let queue = engine.makeQueue(limit: 0)
    func priority() -> CellPriority? { queue.priority(forKey: "a", producing: String.self) }
    let first = queue.enqueue(desk.job("a"), forKey: "a", priority: .offscreen, completion: outcomes.note(0))

    // When, then
    let second = queue.enqueue(desk.job("a"), forKey: "a", priority: .visible, completion: outcomes.note(1))
    #expect(priority() == .visible)
    first.setPriority(.prefetch(distance: 3))
    #expect(priority() == .visible)
    second.setPriority(.offscreen)
    #expect(priority() == .prefetch(distance: 3))
    second.setPriority(.prepared)
    #expect(priority() == .prepared)
    second.cancel()
    #expect(priority() == .prefetch(distance: 3))
    first.cancel()
    #expect(priority() == nil)
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `INV-12: one who leaves disturbs nobody, the last one cancels the run`() {
    // Given
    let queue = engine.makeQueue()
    let requests = (0..<3).map { queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note($0)) }
    engine.settle()

    // When, then
    requests[0].cancel()
    requests[2].cancel()
    engine.settle()
    #expect(desk.wanted == ["a"])
    requests[1].cancel()
    #expect(desk.wanted.isEmpty)
    engine.settle()
    #expect(outcomes.values.isEmpty)
    #expect(queue.statistics.cancelled == 1)
  }

  @Test func `INV-13: who comes after the cancellation gets a run of their own`() {
    // Given
    let queue = engine.makeQueue()
    let handoffs = Record<Handoff<String>>()
    let work = Waterfall("a").then("load") { (_: String, handoff: Handoff<String>) in handoffs.append(handoff) }
    queue.enqueue(work, forKey: "a", completion: outcomes.note(0)).cancel()
    let second = queue.enqueue(work, forKey: "a", completion: outcomes.note(1))
    engine.settle()
    second.cancel()

    // When
    queue.enqueue(work, forKey: "a", completion: outcomes.note(2))
    engine.settle()
    #expect(handoffs.values.map(\.isWanted) == [false, true])
    // The body that was cancelled hands over late.
    handoffs.values[0].succeed("late")
    handoffs.values[1].succeed("new")
    engine.settle()

    // Then
    #expect(outcomes.values == [2: ["new"]])
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test(arguments: [false, true])
  func `INV-13: so does who comes after somebody has cancelled the operation`(isTold: Bool) {
    // Given
    let queue = engine.makeQueue()
    queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note(0))
    engine.settle()

    // When
    queue.operation(forKey: "a", producing: String.self)?.cancel()
    if isTold { engine.settle() }
    queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note(1))
    engine.settle()
    desk.succeed("a")
    desk.succeed("a")
    engine.settle()

    // Then
    #expect(outcomes.values == [0: ["cancelled"], 1: ["A"]])
    #expect(queue.statistics.cancelled == 1 && queue.statistics.failed == 0)
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `INV-02: after a request's cancel nothing comes any more, not even what is on its way`() {
    // Given
    let queue = engine.makeQueue()
    let request = queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note(0))
    queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note(1))
    engine.settle()
    desk.succeed("a")
    engine.runThreads()
    #expect(engine.main.pendingCount == 1)

    // When
    request.cancel()
    engine.settle()

    // Then
    #expect(!request.isPending)
    #expect(outcomes.values == [1: ["A"]])
  }

  @Test func `INV-02 22: a completion cancels the one whose turn is next`() {
    // Given
    let queue = engine.makeQueue()
    var second: KeyedRequest?
    queue.enqueue(Waterfall("a"), forKey: "a") { [outcomes] result in
      outcomes.note(0)(result)
      second?.cancel()
    }
    second = queue.enqueue(Waterfall("a"), forKey: "a", completion: outcomes.note(1))

    // When
    engine.settle()

    // Then
    #expect(outcomes.values == [0: ["a"]])
  }

  @Test func `INV-03: a run cancelled for everybody tells each exactly once`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    for request in 0..<2 { queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note(request)) }
    for request in 2..<4 { queue.enqueue(desk.job("b"), forKey: "b", completion: outcomes.note(request)) }
    queue.enqueue(desk.job("b"), forKey: "b", completion: outcomes.note(4)).cancel()
    engine.settle()

    // When
    queue.cancelOperation(forKey: "a", producing: String.self)
    queue.cancelOperation(forKey: "a", producing: String.self)
    queue.cancelOperation(forKey: "b", producing: String.self)
    queue.cancelOperation(forKey: "c", producing: String.self)
    #expect(outcomes.values.isEmpty)
    desk.succeed("a")
    engine.settle()

    // Then
    #expect(outcomes.values == [0: ["cancelled"], 1: ["cancelled"], 2: ["cancelled"], 3: ["cancelled"]])
    #expect(desk.started == ["a"])
    #expect(queue.statistics.cancelled == 2)
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `INV-14: nothing starts while everything is being cancelled`() {
    // Given
    let queue = engine.makeQueue(limit: 2)
    for key in 0..<50 { queue.enqueue(desk.job("\(key)"), forKey: key, completion: outcomes.note(key)) }
    engine.settle()

    // When
    queue.cancelAllOperations()
    engine.settle()

    // Then
    #expect(desk.started == ["0", "1"])
    #expect(outcomes.order == Array(0..<50))
    #expect(Set(outcomes.values.values) == [["cancelled"]])
    // The two bodies go on, and keep their slots.
    #expect(queue[.default].stuckOperationCount == 2)
    desk.succeedAll()
    engine.settle()
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `INV-02: who asks again after a run was cancelled for everybody is not told of the old one`() {
    // Given
    let queue = engine.makeQueue(limit: 0)
    let subscriber = Listener()
    let token = engine.keys.retain("a", in: KeyTable.Domain(String.self))
    let work = desk.job("a").work.declaration
    queue.subscribe(subscriber, to: token, priority: .visible) { work }

    // When
    queue.cancelAllOperations()
    queue.subscribe(subscriber, to: token, priority: .visible) { work }
    engine.settle()

    // Then
    #expect(subscriber.ends == 0)
    queue.cancelAllOperations()
    queue.unsubscribe(subscriber, from: token)
    engine.settle()
    #expect(subscriber.ends == 0)
    engine.keys.release(token)
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `INV-18: a key is kept until those who asked have been told that it was cancelled`() {
    // Given
    let queue = engine.makeQueue(limit: 0)
    let subscriber = Listener()
    let old = engine.keys.retain("a", in: KeyTable.Domain(String.self))
    queue.subscribe(subscriber, to: old, priority: .visible) { desk.job("a").work.declaration }
    engine.keys.release(old)

    // When
    queue.cancelAllOperations()
    let new = engine.keys.retain("b", in: KeyTable.Domain(String.self))

    // Then
    #expect(new != old)
    engine.settle()
    #expect(subscriber.ends == 1)
    engine.keys.release(new)
    #expect(engine.keys.count == 0)
  }
}

@MainActor
final class Listener: QueueSubscriber {
  private(set) var ends = 0
  private(set) var reports: [WorkProgress] = []

  func runDidEnd(_ token: KeyToken, _ how: QueueEngine.Settled) { ends += 1 }
  func runDidReport(_ token: KeyToken, _ progress: WorkProgress) { reports.append(progress) }
  func flush() {}
}
