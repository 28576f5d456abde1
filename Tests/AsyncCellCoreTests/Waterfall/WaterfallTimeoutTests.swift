import AsyncCellCore
import AsyncCellTesting
import Dispatch
import Foundation
import Testing

extension Waterfall {
  /// A run by the given clock, started.
  func run(by clock: some EngineClock, into results: Record<Result<Output, any Error>>) -> WaterfallRun<Output> {
    let run = WaterfallRun<Output>(erased, clock: clock) { results.append($0) }
    run.start()
    return run
  }
}

extension Result {
  /// The error as a type one can compare.
  var failure: (any Error)? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}

@Suite(.timeLimit(.minutes(5)))
struct WaterfallTimeoutTests {
  private let clock = ManualClock()
  private let results = Record<Result<Int, any Error>>()

  private func expectTimeout(job: String, seconds: Double) async {
    let result = await results.values(count: 1).first
    #expect(result?.failure as? JobError == .timedOut(job: job, seconds: seconds))
  }

  @Test func `A synchronous body that is stuck fails at its time-out, and what it returns is not heard`() async {
    // Given
    let (entered, left, leave) = (Tally(), Tally(), DispatchSemaphore(value: 0))
    let job = Job<Int, Int>("stuck") { number in
      entered.add()
      leave.wait()
      defer { left.add() }
      return number
    }
    let skipped = Tally()
    let run = Waterfall(1).then(job.timeout(5)).map { skipped.add($0) }.run(by: clock, into: results)
    await entered.reaches()

    // When
    clock.advance(by: .seconds(5))

    // Then
    await expectTimeout(job: "stuck", seconds: 5)
    leave.signal()
    await left.reaches()
    #expect(results.values.count == 1 && skipped.count == 0)
    #expect(!run.isRunning && clock.pendingTimers == 0)
  }

  @Test func `An asynchronous body that runs out of time is cancelled`() async {
    // Given
    let (entered, cancelled) = (Tally(), Tally())
    let job = Job<Int, Int>("slow") { (number: Int) async in
      entered.add()
      await Tally().reaches(1)
      if Task.isCancelled { cancelled.add() }
      return number
    }
    _ = Waterfall(1).then(job.timeout(2)).run(by: clock, into: results)
    await entered.reaches()

    // When
    clock.advance(by: .seconds(2))

    // Then
    await expectTimeout(job: "slow", seconds: 2)
    await cancelled.reaches()
  }

  @Test func `An asynchronous body whose time is up as it begins is cancelled, too`() async {
    for _ in 0..<300 {
      let (clock, cancelled) = (ManualClock(), Tally())
      let job = Job<Int, Int>("late") { (number: Int) async in
        clock.advance(by: .seconds(2))
        await Tally().reaches(1)
        if Task.isCancelled { cancelled.add() }
        return number
      }
      _ = Waterfall(1).then(job.timeout(2)).run(by: clock, into: Record())
      await cancelled.reaches()
    }
  }

  @Test func `A callback that runs out of time has its control cancelled and its hand-over ignored`() async throws {
    // Given
    let control = SpyControl()
    let handoffs = Record<Handoff<Int>>()
    let job = Job<Int, Int>.callback("waiting") { _, handoff in
      handoffs.append(handoff)
      return control
    }
    _ = Waterfall(1).then(job.timeout(3)).run(by: clock, into: results)
    let handoff = try #require(await handoffs.values(count: 1).first)
    await eventually { control.verbs == [.resume] }

    // When
    clock.advance(by: .seconds(2))
    #expect(handoff.isWanted)
    clock.advance(by: .seconds(1))

    // Then
    await expectTimeout(job: "waiting", seconds: 3)
    #expect(control.verbs == [.resume, .cancel])
    #expect(!handoff.isWanted)
    handoff.succeed(1)
    #expect(results.values.count == 1)
  }

  @Test func `A job in time leaves no timer behind`() async throws {
    let jobs: [Job<Int, Int>] = [
      Job { $0 + 1 }, Job { (number: Int) async in number + 1 },
      .callback { number, handoff in _ = handoff.succeed(number + 1) },
      .waterfall { Waterfall($0 + 1) },
    ]
    _ = Waterfall(0).then(jobs: jobs.map { $0.timeout(1) }).run(by: clock, into: results)
    #expect(try await results.values(count: 1).first?.get() == 4)
    #expect(clock.pendingTimers == 0)
  }

  @Test func `The clock stops while the run is suspended`() async throws {
    // Given a job with five seconds, two of which are over
    let control = SpyControl()
    let handoffs = Record<Handoff<Int>>()
    let job = Job<Int, Int>.callback("waiting") { _, handoff in
      handoffs.append(handoff)
      return control
    }
    let run = Waterfall(1).then(job.timeout(5)).run(by: clock, into: results)
    let handoff = try #require(await handoffs.values(count: 1).first)
    await eventually { control.verbs == [.resume] }
    clock.advance(by: .seconds(2))

    // When
    run.suspend()
    clock.advance(by: .seconds(100))

    // Then three are left
    #expect(handoff.isWanted && results.values.isEmpty && clock.pendingTimers == 0)
    run.resume()
    #expect(control.verbs == [.resume, .suspend, .resume])
    clock.advance(by: .milliseconds(2_999))
    #expect(handoff.isWanted)
    clock.advance(by: .milliseconds(1))
    await expectTimeout(job: "waiting", seconds: 5)
  }

  @Test func `A time-out is tried again like any failure`() async throws {
    // Given a job that is stuck twice
    let attempts = Tally()
    let kept = Record<Handoff<Int>>()
    let job = Job<Int, Int>.callback("stuck twice") { number, handoff in
      if attempts.add() < 3 { kept.append(handoff) } else { handoff.succeed(number) }
    }
    let clock = clock
    _ = Waterfall(7).then(job.timeout(1).retry(RetryPolicy(backoff: .constant(10)))).run(by: clock, into: results)

    // When
    for attempt in 1...2 {
      await attempts.reaches(attempt)
      await eventually { clock.pendingTimers == 1 }
      clock.advance(by: .seconds(1))
      await eventually { clock.pendingTimers == 1 }
      clock.advance(by: .seconds(10))
    }

    // Then
    #expect(try await results.values(count: 1).first?.get() == 7)
    #expect(attempts.count == 3)
    #expect(kept.values.allSatisfy { !$0.isWanted })
  }
}
