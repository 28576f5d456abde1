import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

private struct Failure: Error, Equatable {}

@Suite(.timeLimit(.minutes(5)))
struct CellOperationTests {
  @Test func `It ends with the first result, from whatever thread`() async throws {
    // Given
    let operation = ProbeCellOperation<Int> { operation in
      DispatchQueue.global().async {
        operation.finish(with: .success(1))
        operation.finish(with: .success(2))
        operation.finish()
      }
    }
    let completed = operation.countCompletions()

    // When
    OperationQueue().addOperation(operation)

    // Then
    await completed.reaches()
    #expect(try operation.result?.get() == 1)
    guard case .success(let box) = operation.outcome else {
      Issue.record("\(operation.outcome)")
      return
    }
    #expect(box.unboxed(as: Int.self) == 1)
  }

  @Test func `A failure is its outcome`() throws {
    let operation = ProbeCellOperation<Int> { $0.finish(with: .failure(Failure())) }
    operation.start()
    #expect(throws: Failure.self) { try operation.result?.get() }
    guard case .failure(let error, nil) = operation.outcome else {
      Issue.record("\(operation.outcome)")
      return
    }
    #expect(error is Failure)
  }

  @Test func `Eight threads hand over, one is heard`() async throws {
    for _ in 0..<200 {
      let operation = ProbeCellOperation<Int> { _ in }
      let completed = operation.countCompletions()
      operation.start()
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<8 { group.addTask { operation.finish(with: .success(thread)) } }
      }
      await completed.reaches()
      let first = try? operation.result?.get()
      operation.finish(with: .success(99))
      #expect(first != nil && (try? operation.result?.get()) == first)
      #expect(completed.count == 1)
    }
  }

  @Test func `Finished without a result it says so`() throws {
    let operation = ProbeCellOperation<Int> { $0.finish() }
    operation.start()
    #expect(throws: OperationError.finishedWithoutResult) { try operation.result?.get() }
    operation.finish(with: .success(1))
    #expect(throws: OperationError.finishedWithoutResult) { try operation.result?.get() }
  }

  @Test func `A result from before the start is the result, and main() is never called`() throws {
    let operation = ProbeCellOperation<Int> { _ in }
    operation.finish(with: .success(7))
    #expect(!operation.isFinished)
    operation.start()
    #expect(operation.isFinished)
    #expect(try operation.result?.get() == 7)
    #expect(operation.hooks.values.isEmpty)
  }

  @Test func `Cancelled between an early result and its start it ends as cancelled`() throws {
    let operation = ProbeCellOperation<Int> { _ in }
    operation.finish(with: .success(7))
    operation.cancel()
    operation.start()
    #expect(throws: CancellationError.self) { try operation.result?.get() }
    #expect("\(operation.outcome)" == "cancelled")
  }

  @Test func `Cancelled it ends with CancellationError, before and after its start`() throws {
    let early = ProbeCellOperation<Int> { _ in }
    early.cancel()
    early.start()
    let late = ProbeCellOperation<Int> { _ in }
    late.start()
    late.cancel()
    late.finish(with: .success(1))
    for operation in [early, late] {
      #expect(operation.isFinished)
      #expect(throws: CancellationError.self) { try operation.result?.get() }
    }
  }

  // MARK: Suspended

  @Test func `A result is held back while the work is suspended`() async throws {
    // Given
    let operation = ProbeCellOperation<Int> { _ in }
    let completed = operation.countCompletions()
    operation.start()
    operation.suspend()

    // When
    operation.finish(with: .success(1))
    operation.finish(with: .success(2))

    // Then
    #expect(!operation.isFinished && operation.result == nil)
    operation.resume()
    #expect(operation.isFinished)
    await completed.reaches()
    #expect(try operation.result?.get() == 1)
  }

  @Test func `A result held back is dropped by a cancel`() throws {
    let operation = ProbeCellOperation<Int> { _ in }
    operation.start()
    operation.suspend()
    operation.finish(with: .success(1))
    operation.cancel()
    #expect(operation.isFinished)
    #expect(throws: CancellationError.self) { try operation.result?.get() }
  }

  @Test func `A result given while it is suspended before its start does not hang it`() throws {
    let operation = ProbeCellOperation<Int> { _ in }
    operation.suspend()
    operation.finish(with: .success(1))
    operation.resume()
    operation.start()
    #expect(operation.isFinished)
    #expect(try operation.result?.get() == 1)
  }

  @Test func `A result given while it waits to be resumed ends it`() throws {
    let operation = ProbeCellOperation<Int> { _ in }
    operation.suspend()
    operation.start()
    operation.finish(with: .success(1))
    #expect(operation.isFinished)
    operation.resume()
    #expect(operation.hooks.values.isEmpty)
    #expect(try operation.result?.get() == 1)
  }

  @Test func `Handed over while suspend and resume race, the result always arrives`() async throws {
    for _ in 0..<500 {
      let operation = ProbeCellOperation<Int> { _ in }
      let completed = operation.countCompletions()
      operation.start()
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          operation.suspend()
          operation.resume()
        }
        group.addTask { operation.finish(with: .success(1)) }
      }
      await completed.reaches()
      #expect((try? operation.result?.get()) == 1)
    }
  }

  // MARK: Progress

  @Test func `INV-04: The reported fraction is clamped and never goes back`() throws {
    // Given
    let observer = SpyObserver()
    let operation = ProbeCellOperation<Int> { _ in }
    operation.observer = observer
    operation.start()

    // When
    for fraction in [0, 0.5, 0.25, 0.5, .nan, -1, 7, 0.9] { operation.report(fraction) }
    operation.finish(with: .success(1))
    operation.report(1)

    // Then
    #expect(operation.fractionCompleted == 1)
    #expect(observer.events.values.prefix(3) == ["report 0.0", "report 0.5", "report 1.0"])
    #expect(observer.events.values.count == 5)
  }
}
