import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct FairnessTests {
  @Test func `INV-30: within a class nobody is overtaken for ever by those who come later`() async {
    // Given one slot, and rows on screen that keep asking for more of their kind as each of them ends
    let queue = KeyedOperationQueue(maxConcurrentOperationCount: 1)
    var ended: [Int] = []
    var next = 20
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      @MainActor func ask(_ key: Int) {
        queue.enqueue(Waterfall(key).map { $0 }, forKey: key) { _ in
          ended.append(key)
          // When each end brings a newcomer
          if next < 200 {
            next += 1
            ask(next - 1)
          }
          if ended.count == 200 { continuation.resume() }
        }
      }
      for key in 0..<20 { ask(key) }
    }
    // Then all ran, in the order of their coming
    #expect(ended == Array(0..<200))
  }
}
