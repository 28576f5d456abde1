import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

/// Random lifecycles over eight threads, in a process of their own: there the live-object counters are theirs alone.
@Suite(.timeLimit(.minutes(5)))
struct OperationRaceTests {
  @Test func `10,000 operations raced by eight threads end once each and leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      await OperationRace(seed: 1, count: 10_000) { ProbeOperation { _ in } }.run()
    }
  }

  @Test func `10,000 cell operations with held controls, raced likewise, end once each and leave nothing behind`() async
  {
    await #expect(processExitsWith: .success) {
      await OperationRace(seed: 2, count: 10_000) {
        ProbeCellOperation<Int> { operation in
          operation.hold(SpyControl { if $0 == .resume { operation.report(0.5) } })
        }
      }.run()
    }
  }
}

/// Lets eight threads do random things to operations in a queue, and counts what comes of it.
struct OperationRace: Sendable {
  let seed: UInt64
  let count: Int
  let make: @Sendable () -> AsyncOperation

  func run() async {
    let threads = 8
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 4
    let (completed, wrong) = (Tally(), Tally())
    // In batches, so that many operations are alive at once and yet not all.
    for batch in 0..<(count / 100) {
      let operations = (0..<100).map { _ in make() }
      for operation in operations {
        operation.completionBlock = { completed.add() }
      }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { queue.add(operations) }
        for thread in 0..<threads {
          group.addTask {
            var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(batch * threads + thread))
            for operation in operations.shuffled(using: &random) { act(on: operation, &random, wrong) }
          }
        }
      }
      for operation in operations {
        operation.resume()
        operation.finish()
      }
    }
    await completed.reaches(count)
    await eventually { LiveObjects.alive(.operation) == 0 }
    #expect(completed.count == count, "seed \(seed)")
    #expect(wrong.count == 0, "INV-21, seed \(seed)")
    #expect(LiveObjects.alive(.operation) == 0, "seed \(seed)")
  }

  private func act(on operation: AsyncOperation, _ random: inout SeededGenerator, _ wrong: Tally) {
    for _ in 0..<3 {
      switch UInt8.random(in: 0..<8, using: &random) {
      case 0, 1: operation.suspend()
      case 2, 3, 4: operation.resume()
      case 5: operation.cancel()
      case 6: operation.finish()
      default: (operation as? CellOperation<Int>)?.finish(with: .success(1))
      }
      if operation.isFinished && operation.isExecuting || operation.isFinished && !operation.hasStarted { wrong.add() }
    }
  }
}
