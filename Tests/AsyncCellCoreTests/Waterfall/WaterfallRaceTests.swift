import AsyncCellCore
import AsyncCellTesting
import Dispatch
import Foundation
import Testing

/// Random lives of runs and of operations over chains, in processes of their own: there the counters are theirs alone.
@Suite(.timeLimit(.minutes(5)))
struct WaterfallRaceTests {
  @Test func `10,000 runs raced by eight threads call back once each and leave nothing behind`() async {
    await #expect(processExitsWith: .success) { await WaterfallRace(seed: 3).runs(10_000) }
  }

  @Test func `10,000 operations over chains, raced likewise, end once each and leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      await OperationRace(seed: 4, count: 10_000) { WaterfallRace.chain(seed: 4).operation }.run()
      await eventually { LiveObjects.alive(.execution) == 0 }
      #expect(LiveObjects.alive(.execution) == 0)
    }
  }
}

struct WaterfallRace: Sendable {
  private struct Failure: Error {}

  let seed: UInt64

  /// Jobs of all forms, some of which fail, some of which are tried again.
  static func chain(seed: UInt64) -> Waterfall<Int> {
    Waterfall(Int(seed % 8))
      .then("callback") { (number: Int, handoff: Handoff<Int>) in
        SpyControl { call in
          guard call == .resume else { return }
          DispatchQueue.global().async {
            handoff.report(0.5)
            handoff.succeed(number)
          }
        }
      }
      .then(
        Job("flaky") { (number: Int) in
          if number == 3, Bool.random() { throw Failure() }
          return number
        }.retry(RetryPolicy(backoff: .immediate) { _ in true })
      )
      .then("async") { (number: Int) async in
        await Task.yield()
        return number
      }
      .then("chain") { Waterfall($0).map { $0 + 1 } }
  }

  func runs(_ count: Int) async {
    let (called, doubled) = (Tally(), Tally())
    for batch in 0..<(count / 100) {
      let runs = (0..<100).map { number in
        let once = Tally()
        return Self.chain(seed: UInt64(number)).makeRun { _ in
          if once.add() > 1 { doubled.add() }
          called.add()
        }
      }
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<8 {
          group.addTask {
            var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(batch * 8 + thread))
            for run in runs.shuffled(using: &random) { act(on: run, &random) }
          }
        }
      }
      for run in runs { run.resume() }
    }
    await called.reaches(count)
    await eventually { LiveObjects.alive(.execution) == 0 }
    #expect(called.count == count && doubled.count == 0, "INV-03, seed \(seed)")
    #expect(LiveObjects.alive(.execution) == 0, "seed \(seed)")
  }

  private func act(on run: WaterfallRun<Int>, _ random: inout SeededGenerator) {
    for _ in 0..<3 {
      switch UInt8.random(in: 0..<8, using: &random) {
      case 0, 1: run.suspend()
      case 2, 3, 4: run.resume()
      case 5: run.cancel()
      default: run.start()
      }
    }
  }
}
