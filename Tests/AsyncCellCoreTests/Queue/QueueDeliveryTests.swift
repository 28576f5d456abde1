import AsyncCellCore
import AsyncCellTesting
import Dispatch
import Testing

/// Where completions are called, in which order, and what they may do.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct QueueDeliveryTests {
  @Test func `INV-06: what came in one hop is told the most urgent first, then in the order of its end`() {
    // Given
    let engine = VirtualEngine()
    let queue = engine.makeQueue(limit: 8)
    let outcomes = Outcomes<String>()
    let priorities: [(String, CellPriority)] = [
      ("offscreen", .offscreen), ("prefetch", .prefetch()), ("first", .visible), ("landing", .landing),
      ("second", .visible),
    ]
    let desk = Desk()
    for (name, priority) in priorities {
      queue.enqueue(desk.job(name), forKey: name, priority: priority, completion: outcomes.note(name))
    }
    engine.settle()

    // When
    for (name, _) in priorities { desk.succeed(name) }
    engine.settle()

    // Then
    #expect(outcomes.order == ["first", "second", "landing", "prefetch", "offscreen"])
  }

  @Test func `INV-05: nothing is called from within the call that asks, cancels or changes`() {
    // Given
    let engine = VirtualEngine()
    let queue = engine.makeQueue()
    let outcomes = Outcomes<String>()

    // When
    queue.enqueue(Waterfall("a"), forKey: "a", completion: outcomes.note("a"))
    queue.enqueue(Waterfall("b"), forKey: "b", completion: outcomes.note("b"))
    queue.cancelOperation(forKey: "b", producing: String.self)
    queue.cancelAllOperations()

    // Then
    #expect(outcomes.values.isEmpty)
    engine.settle()
    #expect(outcomes.values == ["a": ["cancelled"], "b": ["cancelled"]])
  }

  @Test func `INV-22: a completion may do anything to the queue`() {
    // Given
    let engine = VirtualEngine()
    let queue = engine.makeQueue(limit: 2)
    let outcomes = Outcomes<Int>()
    var requests: [KeyedRequest] = []
    func add(_ key: Int) {
      let request = queue.enqueue(Waterfall(key), forKey: key) { result in
        outcomes.note(key)(result)
        switch key {
        case 0: queue.maxConcurrentOperationCount = 0
        case 1: for request in requests { request.setPriority(.prefetch()) }
        case 2: queue.isSuspended = true
        case 3: queue.cancelOperation(forKey: 15, producing: Int.self)
        case 5..<500: add(key + 10)
        default: break
        }
        queue.maxConcurrentOperationCount = 2
        queue.isSuspended = false
        requests.first?.cancel()
      }
      requests.append(request)
    }

    // When
    for key in 0..<10 { add(key) }
    engine.settle()

    // Then
    #expect(outcomes.values.count == 260)
    #expect(outcomes.values.allSatisfy { $0.value.count == 1 })
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `INV-22: a chain of ten thousand requests, each made in the completion before, needs no stack`() {
    // Given
    let engine = VirtualEngine()
    let queue = engine.makeQueue()
    var left = 10_000
    func next() {
      left -= 1
      guard left > 0 else { return }
      queue.enqueue(Waterfall(left), forKey: "a") { _ in next() }
    }

    // When
    next()
    engine.settle()

    // Then
    #expect(left == 0)
  }

  @Test func `Work never starts on the thread that handed over the last one's value`() async {
    // Given
    let queue = KeyedOperationQueue(maxConcurrentOperationCount: 1)
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    let (onMain, done) = (Record<Bool>(), Tally())
    @Sendable func note() { onMain.append(DispatchQueue.getSpecific(key: mark) == true) }
    func handingOver() -> Waterfall<Int> {
      Waterfall(0)
        .then("hand over") { (_: Int, handoff: Handoff<Int>) in
          note()
          DispatchQueue.main.async { handoff.succeed(1) }
        }
        .then("after") { (value: Int) -> Int in
          note()
          return value
        }
    }
    let factory = OperationFactory {
      ProbeCellOperation<Int> { operation in
        note()
        DispatchQueue.main.async { operation.finish(with: .success(1)) }
      }
    }

    // When
    for key in 0..<10 {
      queue.enqueue(handingOver(), forKey: key) { _ in done.add() }
      queue.enqueue(factory, forKey: 100 + key) { _ in done.add() }
    }
    let request = queue.enqueue(factory, forKey: "cancelled")
    await done.reaches(20)
    request.cancel()
    queue.enqueue(Waterfall(1), forKey: "last") { _ in done.add() }
    await done.reaches(21)

    // Then
    #expect(onMain.values.count >= 30)
    #expect(onMain.values.allSatisfy { !$0 })
  }

  @Test func `INV-25: the same events give the same order, whatever the threads do`() {
    func run() -> [Int] {
      let engine = VirtualEngine()
      let queue = engine.makeQueue(limit: 3)
      let outcomes = Outcomes<Int>()
      var random = SeededGenerator(seed: 11)
      let priorities: [CellPriority] = [.visible, .landing, .prepared, .prefetch(distance: 2), .offscreen]
      for key in 0..<200 {
        let priority = priorities.randomElement(using: &random) ?? .visible
        let request = queue.enqueue(
          Waterfall(key).then("x", on: .processing) { (value: Int) in value }, forKey: key, priority: priority,
          completion: outcomes.note(key))
        if key.isMultiple(of: 7) { request.setPriority(.visible) }
        if key.isMultiple(of: 11) { engine.runThreads() }
      }
      engine.settle()
      return outcomes.order
    }
    let first = run()
    #expect(first.count == 200)
    #expect(run() == first)
  }
}
