import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

/// Operation classes of the app's own, run by the queue.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct OperationFactoryTests {
  let engine = VirtualEngine()
  let outcomes = Outcomes<String>()
  let made = Record<ProbeCellOperation<String>>()

  private func factory(_ body: @escaping @Sendable (ProbeCellOperation<String>) -> Void) -> OperationFactory<
    ProbeCellOperation<String>
  > {
    OperationFactory { [made] in
      let operation = ProbeCellOperation(body)
      made.append(operation)
      return operation
    }
  }

  @Test func `INV-15: each attempt has an operation of its own`() {
    // Given
    let queue = engine.makeQueue()
    queue.retryPolicy = RetryPolicy(maxNumberOfFailures: 3, backoff: .immediate)

    // When
    queue.enqueue(factory { $0.finish(with: .failure(Broken())) }, forKey: "a", completion: outcomes.note("a"))
    engine.settle()
    for _ in 0..<5 { engine.advance(by: .zero) }

    // Then
    #expect(made.values.map(\.hooks.values) == [["main"], ["main"], ["main"]])
    #expect(Set(made.values.map { ObjectIdentifier($0) }).count == 3)
    #expect(outcomes.values == ["a": ["Broken()"]])
  }

  @Test(arguments: ["started", "returned twice", "running elsewhere"])
  func `INV-15: an operation that was used is refused, and its slot given back`(how: String) {
    // Given
    let queue = engine.makeQueue(limit: 2)
    let operation = ProbeCellOperation<String> { _ in }
    let factory = OperationFactory { operation }
    let other = engine.makeQueue()
    switch how {
    case "started": operation.start()
    case "returned twice": queue.enqueue(factory, forKey: "first", completion: outcomes.note("first"))
    default: other.enqueue(factory, forKey: "first", completion: outcomes.note("first"))
    }
    engine.settle()

    // When
    queue.enqueue(factory, forKey: "a", completion: outcomes.note("a"))
    engine.settle()

    // Then
    #expect(outcomes.values["a"] == ["operationAlreadyUsed"])
    operation.finish(with: .success("done"))
    engine.settle()
    #expect(operation.hooks.values == ["main"])
    if how != "started" { #expect(outcomes.values["first"] == ["done"]) }
    #expect(engine.remains(of: queue).isNothing)
    #expect(queue[.default].stuckOperationCount == 0)
  }

  @Test func `INV-17: an operation cancelled by hand is a cancelled run`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    queue.enqueue(factory { _ in }, forKey: "a", completion: outcomes.note("a"))
    engine.settle()

    // When
    queue.operation(forKey: "a", producing: String.self)?.cancel()
    engine.settle()

    // Then
    #expect(outcomes.values == ["a": ["cancelled"]])
    #expect(queue.statistics.cancelled == 1 && queue.statistics.failed == 0)
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `INV-17 29: so is one cancelled while it is suspended`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    queue.enqueue(factory { _ in }, forKey: "a", completion: outcomes.note("a"))
    engine.settle()
    let operation = queue.operation(forKey: "a", producing: String.self)
    queue.suspendOperation(forKey: "a", producing: String.self)
    engine.settle()
    #expect(queue[.default].runningOperationCount == 0)

    // When
    operation?.cancel()
    engine.settle()

    // Then
    #expect(outcomes.values == ["a": ["cancelled"]])
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `A failed operation reports its own error`() {
    // Given
    let queue = engine.makeQueue()

    // When
    queue.enqueue(factory { $0.finish() }, forKey: "a", completion: outcomes.note("a"))
    engine.settle()

    // Then
    #expect(outcomes.values == ["a": ["finishedWithoutResult"]])
  }

  @Test func `INV-10: the priority reaches the operation, also one that is raised while it is being made`() {
    // Given
    let queue = engine.makeQueue()
    let request = Record<KeyedRequest>()
    let factory = OperationFactory { [made] in
      MainActor.assumeIsolated { request.values.first?.setPriority(.landing) }
      let operation = ProbeCellOperation<String> { _ in }
      made.append(operation)
      return operation
    }
    request.append(queue.enqueue(factory, forKey: "a", priority: .offscreen, completion: outcomes.note("a")))

    // When
    engine.settle()

    // Then
    #expect(made.values.first?.queuePriority == .high)
    request.values.first?.setPriority(.prefetch())
    #expect(made.values.first?.queuePriority == .low)
    made.values.first?.finish(with: .success("done"))
  }

  @Test func `INV-21: a completion block runs once, and sees a finished operation`() async {
    // Given
    let queue = engine.makeQueue()
    let blocks = Tally()
    let factory = OperationFactory {
      let operation = ProbeCellOperation<String> { $0.finish(with: .success("done")) }
      operation.completionBlock = { blocks.add() }
      return operation
    }

    // When
    for key in 0..<20 { queue.enqueue(factory, forKey: key, completion: outcomes.note("\(key)")) }
    engine.settle()

    // Then
    await blocks.reaches(20)
    #expect(blocks.count == 20 && outcomes.values.count == 20)
  }
}
