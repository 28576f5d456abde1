import AsyncCellCore
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct SmokeTests {
  @Test func `A chain runs by itself`() async throws {
    let value = try await Waterfall(20).then { $0 + 1 }.then("async") { (n: Int) async throws in n * 2 }.value()
    #expect(value == 42)
  }

  @Test func `A chain runs through the keyed queue`() async throws {
    let queue = KeyedOperationQueue()
    let value = try await withCheckedThrowingContinuation { continuation in
      queue.enqueue(
        Waterfall(20).then { $0 + 1 }.then("p", on: .processing) { $0 * 2 }, forKey: "a"
      ) { continuation.resume(with: $0) }
    }
    #expect(value == 42)
  }

  @Test func `Many chains`() async throws {
    let queue = KeyedOperationQueue()
    var left = 1000
    var sum = 0
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      for i in 0..<1000 {
        queue.enqueue(
          Waterfall(i).then { $0 + 1 }.then { (n: Int, h: Handoff<Int>) in DispatchQueue.global().async { h.succeed(n) }
          }
          .then("p", on: .processing) { $0 * 2 }, forKey: i
        ) { result in
          sum += (try? result.get()) ?? 0
          left -= 1
          if left == 0 { continuation.resume() }
        }
      }
    }
    #expect(sum == 1000 * 1001)
    #expect(queue.lanes.map(\.peakRunningOperationCount).max()! <= 4)
  }
}
