import AsyncCellCore
import AsyncCellTesting
import Dispatch
import Foundation
import Testing

/// Tells when it is released.
private final class Tracked: Sendable {
  private let released: Tally
  init(_ released: Tally) { self.released = released }
  deinit { released.add() }
}

@Suite(.timeLimit(.minutes(5)))
struct WaterfallMemoryTests {
  /// A chain whose second job takes an object, and whose last one waits for that object's release.
  private func chain(_ second: Job<Tracked, Int>, _ released: Tally) -> Waterfall<Int> {
    Waterfall { Tracked(released) }.then(second).then("wait") { (number: Int) async -> Int in
      await released.reaches()
      return number
    }
  }

  private var forms: [Job<Tracked, Int>] {
    [
      Job { _ in 1 },
      Job { (_: Tracked) async in 1 },
      .callback { _, handoff in _ = handoff.succeed(1) },
      .callback { _, handoff in DispatchQueue.global().async { handoff.succeed(1) } },
      .waterfall { _ in Waterfall(1).map { $0 } },
    ]
  }

  @Test func `INV-20: A job's input is released when the job has succeeded`() async throws {
    for form in forms {
      let released = Tally()
      #expect(try await chain(form, released).value() == 1)
      #expect(released.count == 1)
    }
  }

  @Test func `INV-20: Likewise in an operation`() async throws {
    for form in forms {
      let released = Tally()
      let operation = chain(form, released).operation
      let completed = operation.countCompletions()
      OperationQueue().addOperation(operation)
      await completed.reaches()
      #expect(try operation.result?.get() == 1)
    }
  }

  @Test func `INV-20: The value a chain begins with is released too, if nobody else keeps the chain`() async throws {
    // Given
    let released = Tally()
    let results = Record<Int>()
    let make = {
      Waterfall(Tracked(released)).then { _ in 1 }.then("wait") { (number: Int) async -> Int in
        await released.reaches()
        return number
      }
    }

    // When
    let run = make().run { results.append((try? $0.get()) ?? -1) }
    let operation = make().operation
    let completed = operation.countCompletions()
    #expect(await results.values(count: 1) == [1])
    OperationQueue().addOperation(operation)

    // Then
    await completed.reaches()
    await released.reaches(2)
    #expect(!run.isRunning)
  }

  @Test func `A job that failed still has its input for the next attempt`() async throws {
    let (released, attempts) = (Tally(), Tally())
    let value = try await Waterfall { Tracked(released) }
      .then { _ -> Int in
        if attempts.add() < 3 || released.count > 0 { throw CocoaError(.featureUnsupported) }
        return 1
      }
      .retry(RetryPolicy(backoff: .immediate))
      .value()
    #expect(value == 1)
    await released.reaches()
  }

  @Test func `Row 28: Cancelled between two jobs, a run leaves nothing behind`() async {
    // Given a run that is suspended between two jobs, holding an object
    let (released, left) = (Tally(), Tally())
    let results = Record<Bool>()
    let runs = Record<WaterfallRun<Int>>()
    let chain = Waterfall { () -> Tracked in
      runs.values.first?.suspend()
      left.add()
      return Tracked(released)
    }.then { _ in 1 }
    let run = chain.makeRun { results.append($0.failure is CancellationError) }
    runs.append(run)
    run.start()
    await left.reaches()

    // When
    run.cancel()

    // Then
    #expect(await results.values(count: 1) == [true])
    await released.reaches()
  }

  @Test func `A run that goes on is not stopped by letting go of it`() async throws {
    let handoffs = Record<Handoff<Int>>()
    let results = Record<Int>()
    do {
      Waterfall(1).then { (_: Int, handoff: Handoff<Int>) in handoffs.append(handoff) }.run {
        results.append((try? $0.get()) ?? -1)
      }
    }
    try #require(await handoffs.values(count: 1).first).succeed(9)
    #expect(await results.values(count: 1) == [9])
  }
}
