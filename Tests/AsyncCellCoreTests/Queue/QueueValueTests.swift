import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct QueueValueTests {
  @Test func `A value can be awaited, and shares the key's run`() async throws {
    // Given a run that waits
    let queue = KeyedOperationQueue(maxConcurrentOperationCount: 0)
    var first: Int?
    queue.enqueue(Waterfall(20).map { $0 + 1 }, forKey: "a") { first = try? $0.get() }
    // When another awaits the same key
    async let awaited = queue.value(of: Waterfall(0).map { $0 - 1 }, forKey: "a")
    while queue.statistics.coalesced == 0 { await Task.yield() }
    queue.maxConcurrentOperationCount = 1
    // Then both have the value of the one run
    #expect(try await awaited == 21)
    #expect(first == 21)
    #expect(queue.statistics.completed == 1)
  }

  @Test func `A failure is thrown`() async {
    let queue = KeyedOperationQueue()
    queue.retryPolicy = .none
    await #expect(throws: FetchError.status(404)) {
      try await queue.value(of: Waterfall { () throws -> Int in throw FetchError.status(404) }, forKey: "a")
    }
  }

  @Test func `INV-12: cancelling the task takes the request back`() async {
    let queue = KeyedOperationQueue(maxConcurrentOperationCount: 0)
    let task = Task { try await queue.value(of: Waterfall(1).map { $0 }, forKey: "a") }
    while queue.runCount == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(queue.runCount == 0)
  }

  @Test func `INV-27: all runs can be suspended and resumed at once`() async throws {
    // Given three runs, each about to wait for the gate between its two jobs
    let queue = KeyedOperationQueue(maxConcurrentOperationCount: 0)
    async let first = queue.value(of: Waterfall(1).map { $0 }, forKey: 1)
    async let second = queue.value(of: Waterfall(2).map { $0 }, forKey: 2)
    while queue.runCount < 2 { await Task.yield() }
    // When all are suspended, there would be room for them, and then they are resumed
    queue.suspendAllOperations()
    queue.maxConcurrentOperationCount = 2
    #expect(queue.statistics.started == 0)
    #expect(queue.lanes.allSatisfy { $0.waitingOperationCount == 0 })
    queue.resumeAllOperations()
    // Then they go on
    #expect(try await first + second == 3)
  }

  #if DEBUG
    @Test func `A job that awaits a run of its own queue is told so`() async {
      await #expect(processExitsWith: .failure) {
        let queue = await KeyedOperationQueue(maxConcurrentOperationCount: 1)
        _ = try await queue.value(
          of: Waterfall("outer", on: nil) { () async throws -> Int in
            try await queue.value(of: Waterfall(1), forKey: "inner")
          }, forKey: "outer")
      }
    }
  #endif
}
