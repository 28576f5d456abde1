import AsyncCellCore
import AsyncCellTesting
import Testing

/// Suspensions that come between an entry's admission and the start of its operation.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct EarlySuspensionTests {
  let engine = VirtualEngine()
  let outcomes = Outcomes<String>()

  @Test func `INV-29: what is suspended before its operation is there waits, and starts when it is resumed`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    let made = Record<ProbeCellOperation<String>>()
    let onMake = Locked<(@Sendable () -> Void)?>(nil)
    let factory = OperationFactory {
      onMake.withLock { $0 }?()
      let operation = ProbeCellOperation<String> { $0.finish(with: .success("done")) }
      made.append(operation)
      return operation
    }
    onMake.withLock { body in
      body = {
        MainActor.assumeIsolated { queue.suspendOperation(forKey: "a", producing: String.self) }
      }
    }
    queue.enqueue(factory, forKey: "a", completion: outcomes.note("a"))

    // When
    engine.settle()

    // Then
    #expect(made.values.map(\.hooks.values) == [[]])
    #expect(queue[.default].runningOperationCount == 0)
    queue.resumeOperation(forKey: "a", producing: String.self)
    engine.settle()
    #expect(made.values.map(\.hooks.values) == [["main"]])
    #expect(outcomes.values == ["a": ["done"]])
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `INV-31: and is cancelled like any other`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    let factory = OperationFactory {
      MainActor.assumeIsolated { queue.suspendOperation(forKey: "a", producing: String.self) }
      return ProbeCellOperation<String> { $0.finish(with: .success("done")) }
    }
    let request = queue.enqueue(factory, forKey: "a", completion: outcomes.note("a"))
    engine.settle()
    #expect(queue.runCount == 1)

    // When
    request.cancel()
    engine.settle()

    // Then
    #expect(engine.remains(of: queue).isNothing)
    #expect(outcomes.values.isEmpty)
  }
}
