import AsyncCellCore
import Foundation

/// Five synchronous jobs, against the same five steps as async functions in one task.
@MainActor
func waterfallOfFive() async {
  let count = 20_000
  let chain = Waterfall(1).then { $0 + 1 }.then { $0 * 2 }.then { $0 - 1 }.then { $0 + 3 }.then { $0 * 2 }
  let results = await Measurement.inTurn(
    repetitions: 9,
    [
      (
        "waterfall.run",
        {
          let done = Countdown(count)
          return await Measurement.nanoseconds {
            for _ in 0..<count {
              chain.run { result in
                precondition((try? result.get()) == 12, "The chain is wrong.")
                done.tick()
              }
            }
            await done.wait()
          } / Double(count)
        }
      ),
      (
        "one task, async functions",
        {
          let done = Countdown(count)
          return await Measurement.nanoseconds {
            for _ in 0..<count {
              Task.detached {
                let value = await Steps.double(Steps.addThree(Steps.decrement(Steps.double(Steps.increment(1)))))
                precondition(value == 12, "The steps are wrong.")
                done.tick()
              }
            }
            await done.wait()
          } / Double(count)
        }
      ),
    ])
  Measurement.report("a chain of five synchronous jobs (\(count) of them)", unit: "ns", results)
}

enum Steps {
  @concurrent @inline(never) static func increment(_ value: Int) async -> Int { value + 1 }
  @concurrent @inline(never) static func double(_ value: Int) async -> Int { value * 2 }
  @concurrent @inline(never) static func decrement(_ value: Int) async -> Int { value - 1 }
  @concurrent @inline(never) static func addThree(_ value: Int) async -> Int { value + 3 }
}

/// Five jobs that each hop to a queue and back, 10,000 chains at once, against continuations.
@MainActor
func hoppingWaterfalls() async {
  let count = 10_000
  let queue = DispatchQueue(label: "hops", attributes: .concurrent)
  let hop = Job<Int, Int>.callback { (value: Int, handoff: Handoff<Int>) in
    queue.async { handoff.succeed(value + 1) }
  }
  let chain = Waterfall(0).then(jobs: Array(repeating: hop, count: 5))
  let results = await Measurement.inTurn(
    repetitions: 9,
    [
      (
        "waterfall.run",
        {
          let done = Countdown(count)
          return await Measurement.nanoseconds {
            for _ in 0..<count {
              chain.run { result in
                precondition((try? result.get()) == 5, "The chain is wrong.")
                done.tick()
              }
            }
            await done.wait()
          } / Double(count)
        }
      ),
      (
        "async/await, checked continuations",
        {
          let done = Countdown(count)
          return await Measurement.nanoseconds {
            for _ in 0..<count {
              Task.detached {
                var value = 0
                for _ in 0..<5 {
                  let next = value + 1
                  value = await withCheckedContinuation { continuation in
                    queue.async { continuation.resume(returning: next) }
                  }
                }
                precondition(value == 5, "The steps are wrong.")
                done.tick()
              }
            }
            await done.wait()
          } / Double(count)
        }
      ),
    ])
  Measurement.report("a chain of five jobs that hop (\(count) at once)", unit: "ns", results)
}

/// What the operation object alone costs, started by hand.
@MainActor
func operationCost() async {
  let count = 100_000
  let results = await Measurement.inTurn(
    repetitions: 7,
    [
      (
        "CellOperation",
        { Measurement.nanoseconds { for _ in 0..<count { Trivial().start() } } / Double(count) }
      ),
      (
        "the textbook subclass",
        { Measurement.nanoseconds { for _ in 0..<count { PlainAsyncOperation {}.start() } } / Double(count) }
      ),
    ])
  Measurement.report("an operation object, made, started, finished", unit: "ns", results)
}
