import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AsyncOperationTests {
  // MARK: In a queue

  @Test func `An operation holds its place in a queue until its work has ended`() async {
    // Given a queue for one, and work that goes on after main() has returned
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let log = Record<String>()
    let first = ProbeOperation { _ in log.append("first begins") }
    let second = ProbeOperation { operation in
      log.append("second begins")
      operation.finish()
    }
    let completed = second.countCompletions()

    // When
    queue.addOperation(first)
    queue.addOperation(second)
    #expect(await log.values(count: 1) == ["first begins"])
    #expect(first.isExecuting && first.isRunning && !second.isExecuting)
    first.finish()

    // Then
    await completed.reaches()
    #expect(log.values == ["first begins", "second begins"])
    #expect(second.isFinished && !second.isExecuting)
  }

  @Test func `It waits for a dependency, and others wait for it`() async {
    // Given block → async → block
    let log = Record<String>()
    let before = BlockOperation { log.append("before") }
    let middle = ProbeOperation { operation in
      log.append("middle")
      DispatchQueue.global().async { operation.finish() }
    }
    let after = BlockOperation { log.append("after") }
    middle.addDependency(before)
    after.addDependency(middle)

    // When
    let queue = OperationQueue()
    queue.add([after, middle, before])

    // Then
    #expect(await log.values(count: 3) == ["before", "middle", "after"])
  }

  @Test func `A dependency that was cancelled counts as done`() async {
    let first = ProbeOperation()
    let second = ProbeOperation()
    second.addDependency(first)
    let completed = second.countCompletions()
    first.cancel()
    let queue = OperationQueue()
    queue.add([second, first])
    await completed.reaches()
    #expect(first.hooks.values.isEmpty)
    #expect(second.hooks.values == ["main"])
  }

  @Test func `F2: An operation cancelled while it waits leaves the queue without running`() async {
    // Given a full queue
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let blocker = ProbeOperation { _ in }
    let cancelled = ProbeOperation()
    let last = ProbeOperation()
    let completions = [cancelled.countCompletions(), last.countCompletions()]
    queue.add([blocker, cancelled, last])
    await eventually { blocker.isExecuting }

    // When
    cancelled.cancel()
    #expect(!cancelled.isFinished)
    blocker.finish()

    // Then INV-14
    for completion in completions { await completion.reaches() }
    #expect(cancelled.hooks.values.isEmpty)
    #expect(last.hooks.values == ["main"])
  }

  @Test func `F1: What finishes before its start is settled by the start`() async {
    // Given a queue that is not running yet
    let queue = OperationQueue()
    queue.isSuspended = true
    let operation = ProbeOperation()
    let completed = operation.countCompletions()
    queue.addOperation(operation)

    // When
    operation.finish()
    operation.finish()
    #expect(!operation.isFinished)
    queue.isSuspended = false

    // Then INV-21
    await completed.reaches()
    #expect(operation.isFinished)
    #expect(operation.hooks.values.isEmpty)
    #expect(completed.count == 1)
  }

  @Test func `A hundred operations cancelled by their queue all leave it`() async {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 3
    let ended = Tally()
    let operations = (0..<100).map { _ in ProbeOperation { _ in } }
    for operation in operations { operation.completionBlock = { ended.add() } }
    queue.add(operations)
    queue.cancelAllOperations()
    await ended.reaches(100)
    #expect(operations.allSatisfy { $0.isFinished && $0.isCancelled })
  }

  // MARK: By hand

  @Test func `Started by hand it runs in the caller's thread, and once`() {
    // Given
    let operation = ProbeOperation { _ in }

    // When
    operation.start()
    operation.start()

    // Then INV-15
    #expect(operation.hooks.values == ["main"])
    #expect(operation.isExecuting && operation.isRunning && operation.isAsynchronous)
    operation.finish()
    operation.start()
    #expect(operation.hooks.values == ["main"])
    #expect(operation.isFinished && !operation.isExecuting && !operation.isRunning)
  }

  @Test func `The default body finishes at once`() {
    let operation = AsyncOperation()
    operation.start()
    #expect(operation.isFinished)
  }

  @Test func `Eight threads that start and finish it at once run it once`() async {
    for _ in 0..<200 {
      let operation = ProbeOperation { _ in }
      let completed = operation.countCompletions()
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<8 {
          group.addTask {
            operation.start()
            if thread.isMultiple(of: 2) { operation.finish() }
          }
        }
      }
      await completed.reaches()
      #expect(operation.hooks.values.count <= 1)
      #expect(operation.isFinished)
    }
  }

  // MARK: Memory

  @Test func `F12: A completion block that holds its operation does not keep it`() async {
    // Given
    weak var weakly: ProbeOperation?
    let completed = Tally()
    do {
      let operation = ProbeOperation()
      operation.completionBlock = {
        _ = operation.isFinished
        completed.add()
      }
      weakly = operation

      // When
      operation.start()
    }
    await completed.reaches()

    // Then
    let box = WeakBox(weakly)
    await eventually { box.isEmpty }
    #expect(box.isEmpty)
  }

  @Test func `F18: A chain of ten thousand operations that start each other does not recurse`() async {
    // Given each operation's end queues the next on the thread of its queue
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let ended = Tally()
    queue.add(
      (0..<10_000).map { _ in
        ProbeOperation { operation in
          operation.finish()
          ended.add()
        }
      })
    await ended.reaches(10_000)
    #expect(ended.count == 10_000)
  }
}

/// Looks at an object without holding it, from any thread.
final class WeakBox: Sendable {
  private let object: Locked<() -> Bool>

  init(_ object: (some AnyObject & Sendable)?) {
    self.object = Locked({ [weak object] in object == nil })
  }

  var isEmpty: Bool { object.withLock { $0() } }
}
