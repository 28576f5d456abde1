import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

/// Five defects that an actor-bound queue of another library had to fix; none of them here.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct NukeFiveTests {
  let engine = VirtualEngine()
  let desk = Desk()
  let outcomes = Outcomes<String>()

  @Test func `1: stopping a prefetch that has not started stops it`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    queue.enqueue(desk.job("visible"), forKey: "visible", completion: outcomes.note("visible"))
    let prefetch = queue.enqueue(
      desk.job("prefetch"), forKey: "prefetch", priority: .prefetch(), completion: outcomes.note("prefetch"))
    engine.settle()

    // When
    prefetch.cancel()
    desk.succeed("visible")
    engine.settle()

    // Then
    #expect(desk.started == ["visible"])
    #expect(outcomes.values == ["visible": ["VISIBLE"]])
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `2: a new priority reaches a prefetch that is scheduled already`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    queue.enqueue(desk.job("running"), forKey: "running")
    let requests = ["a", "b", "c"].enumerated().map { distance, name in
      queue.enqueue(desk.job(name), forKey: name, priority: .prefetch(distance: distance))
    }
    engine.settle()

    // When
    requests[2].setPriority(.visible)
    requests[0].setPriority(.offscreen)
    for name in ["running", "c", "b", "a"] {
      desk.succeed(name)
      engine.settle()
    }

    // Then
    #expect(desk.started == ["running", "c", "b", "a"])
  }

  @Test func `3: a lowered priority is restored when the item reappears`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    queue.enqueue(desk.job("running"), forKey: "running")
    let request = queue.enqueue(desk.job("a"), forKey: "a")
    queue.enqueue(desk.job("b"), forKey: "b", priority: .prefetch())

    // When
    request.setPriority(.offscreen)
    request.setPriority(.visible)
    engine.settle()
    desk.succeed("running")
    engine.settle()

    // Then
    #expect(queue.priority(forKey: "a", producing: String.self) == .visible)
    #expect(desk.started == ["running", "a"])
  }

  @Test func `4: priorities apply in the order in which they were set, waiting or running`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    let operations = Record<ProbeCellOperation<String>>()
    let factory = OperationFactory {
      let operation = ProbeCellOperation<String> { _ in }
      operations.append(operation)
      return operation
    }
    let request = queue.enqueue(factory, forKey: "a")

    // When, then
    for priority in [CellPriority.offscreen, .visible, .prefetch(), .landing] { request.setPriority(priority) }
    engine.settle()
    #expect(operations.values.first?.queuePriority == .high)
    for priority in [CellPriority.offscreen, .visible, .landing, .prefetch()] { request.setPriority(priority) }
    #expect(operations.values.first?.queuePriority == .low)
    #expect(queue.priority(forKey: "a", producing: String.self) == .prefetch())
  }

  @Test func `5: stopping the last request still ends what waits for the end`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    for name in ["a", "b"] { queue.enqueue(desk.job(name), forKey: name, completion: outcomes.note(name)) }
    engine.settle()

    // When
    queue.cancelAllOperations()
    engine.settle()

    // Then
    #expect(outcomes.values == ["a": ["cancelled"], "b": ["cancelled"]])
    #expect(queue.runCount == 0)
  }
}
