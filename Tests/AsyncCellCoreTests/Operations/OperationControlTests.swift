import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct OperationControlTests {
  // MARK: Suspend and resume

  @Test func `Suspended before its start it counts as started, and begins when it is resumed`() async {
    // Given
    let operation = ProbeOperation()
    let completed = operation.countCompletions()
    operation.suspend()

    // When
    operation.start()

    // Then
    #expect(operation.isExecuting && operation.isSuspended && !operation.isRunning)
    #expect(operation.hooks.values.isEmpty)
    operation.resume()
    await completed.reaches()
    #expect(operation.hooks.values == ["main"])
  }

  @Test func `Resuming never starts an operation`() async {
    // Given one that is suspended in a queue that rests, which a start by hand would break
    let queue = OperationQueue()
    queue.isSuspended = true
    let operation = ProbeOperation()
    let completed = operation.countCompletions()
    operation.suspend()
    queue.addOperation(operation)

    // When
    operation.resume()
    #expect(!operation.isExecuting && !operation.isSuspended)
    queue.isSuspended = false

    // Then
    await completed.reaches()
    #expect(operation.hooks.values == ["main"])
  }

  @Test func `The hooks are called once for each change and in order`() {
    let operation = ProbeOperation { _ in }
    operation.start()
    operation.suspend()
    operation.suspend()
    #expect(operation.isSuspended && operation.isExecuting && !operation.isRunning)
    operation.resume()
    operation.resume()
    #expect(operation.isRunning)
    operation.suspend()
    operation.cancel()
    operation.cancel()
    #expect(operation.hooks.values == ["main", "suspend", "resume", "suspend", "cancel"])
    #expect(operation.isFinished && !operation.isSuspended)
  }

  @Test func `After the end nothing is heard`() {
    let operation = ProbeOperation()
    operation.start()
    operation.suspend()
    operation.resume()
    operation.cancel()
    operation.finish()
    #expect(operation.hooks.values == ["main"])
    #expect(!operation.isSuspended && !operation.isCancelled)
  }

  @Test func `A hook may call the operation`() async {
    // Given an operation whose suspension cancels it
    final class Fragile: AsyncOperation, @unchecked Sendable {
      let log = Record<String>()
      override func main() {}
      override func didSuspend() {
        log.append("suspend")
        resume()
        cancel()
        log.append("cancel asked for")
      }
      override func didResume() { log.append("resume") }
      override func didCancel() {
        log.append("cancel")
        super.didCancel()
      }
    }
    let operation = Fragile()
    operation.start()

    // When
    operation.suspend()

    // Then hooks do not nest
    #expect(operation.log.values == ["suspend", "cancel asked for", "resume", "cancel"])
    #expect(operation.isFinished)
  }

  // MARK: Cancel

  @Test func `F3: Foundation knows of the cancel, whatever a subclass forgets`() {
    // Given an override that does not call super
    let operation = ProbeCellOperation<Int>(forgettingSuper: true) { _ in }
    operation.start()

    // When
    operation.cancel()

    // Then
    #expect(operation.isCancelled && operation.isFinished)
    #expect(throws: CancellationError.self) { try operation.result?.get() }
  }

  @Test func `Cancelled while it waits to be resumed it ends without having begun`() async {
    let operation = ProbeOperation()
    let completed = operation.countCompletions()
    operation.suspend()
    operation.start()
    operation.cancel()
    await completed.reaches()
    #expect(operation.isFinished && !operation.isExecuting)
    #expect(operation.hooks.values.isEmpty)
  }

  @Test func `INV-14: Resumed and cancelled before its thread comes, it does not begin`() async {
    // Given
    for _ in 0..<200 {
      let operation = ProbeOperation { _ in }
      let completed = operation.countCompletions()
      operation.suspend()
      operation.start()

      // When
      operation.resume()
      operation.cancel()

      // Then either the body had begun and was told, or it never begins
      await completed.reaches()
      let hooks = operation.hooks.values
      #expect(hooks.isEmpty || hooks.contains("cancel"), "\(hooks)")
    }
  }

  @Test func `Cancelled before its start, in a queue or not, it does not run`() {
    let operation = ProbeOperation()
    operation.cancel()
    operation.suspend()
    #expect(operation.isCancelled && !operation.isFinished && !operation.isSuspended)
    operation.start()
    #expect(operation.isFinished)
    #expect(operation.hooks.values.isEmpty)
  }

  // MARK: The completion block

  enum Step: String, CaseIterable, Sendable { case suspend, resume, cancel, finish, start }

  @Test func `F4: Whatever is asked in whatever order, the completion block runs exactly once`() async {
    // Given all sequences of up to four steps
    var sequences: [[Step]] = [[]]
    for _ in 0..<4 { sequences += sequences.flatMap { head in Step.allCases.map { head + [$0] } } }
    for sequence in Set(sequences) {
      let operation = ProbeOperation { _ in }
      let completed = operation.countCompletions()

      // When they are taken, and then what brings any operation to its end
      for step in sequence {
        switch step {
        case .suspend: operation.suspend()
        case .resume: operation.resume()
        case .cancel: operation.cancel()
        case .finish: operation.finish()
        case .start: operation.start()
        }
        // INV-21
        #expect(operation.hasStarted || !operation.isFinished, "\(sequence)")
      }
      operation.start()
      operation.finish()

      // Then
      await completed.reaches()
      #expect(operation.isFinished, "\(sequence)")
      #expect(operation.hooks.values.filter { $0 == "main" }.count <= 1, "INV-15, \(sequence)")
      #expect(completed.count == 1, "\(sequence)")
    }
  }
}
