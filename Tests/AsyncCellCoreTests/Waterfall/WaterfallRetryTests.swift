import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

private struct Failure: Error, Equatable {}

@Suite(.timeLimit(.minutes(5)))
struct WaterfallRetryTests {
  private let clock = ManualClock()
  private let results = Record<Result<Int, any Error>>()

  private func always(_ failures: Int, _ backoff: RetryPolicy.Backoff = .immediate) -> RetryPolicy {
    RetryPolicy(maxNumberOfFailures: failures, backoff: backoff) { _ in true }
  }

  /// A job that fails so often before it succeeds.
  private func flaky(_ failures: Int, _ attempts: Tally) -> Job<Int, Int> {
    Job("flaky") { number in
      if attempts.add() <= failures { throw Failure() }
      return number + 1
    }
  }

  @Test func `Without a policy a run makes one attempt`() async {
    let attempts = Tally()
    await #expect(throws: Failure.self) { try await Waterfall(1).then(flaky(1, attempts)).value() }
    #expect(attempts.count == 1)
  }

  @Test func `INV-16: The third failure is reported when three are allowed, and none and one allow one attempt`() async
  {
    for (allowed, made) in [(3, 3), (1, 1), (0, 1), (-5, 1)] {
      let attempts = Tally()
      await #expect(throws: Failure.self) {
        try await Waterfall(1).then(flaky(100, attempts)).retry(always(allowed)).value()
      }
      #expect(attempts.count == made)
    }
  }

  @Test func `A retry goes on at the job that failed`() async throws {
    let (first, second) = (Tally(), Tally())
    let value = try await Waterfall(1)
      .then("first") { $0 + first.add() }
      .then(flaky(2, second))
      .retry(always(3))
      .value()
    #expect(value == 3)
    #expect(first.count == 1 && second.count == 3)
  }

  @Test func `A job's own policy replaces the run's for that job`() async throws {
    // Given a run that allows one attempt and a job that allows five, and the other way round
    let (patient, hasty) = (Tally(), Tally())
    let value = try await Waterfall(1).then(flaky(4, patient).retry(always(5))).retry(always(1)).value()
    await #expect(throws: Failure.self) {
      try await Waterfall(1).then(flaky(4, hasty).retry(.none)).retry(always(5)).value()
    }
    #expect(value == 2)
    #expect(patient.count == 5 && hasty.count == 1)
  }

  @Test func `Each job's own policy counts from zero`() async throws {
    let jobs = (0..<3).map { _ in flaky(2, Tally()).retry(always(3)) }
    #expect(try await Waterfall(0).then(jobs: jobs).value() == 3)
  }

  @Test func `The chain's policy holds for a sub-chain at its end`() async throws {
    // Given sub-chains in the last place, where the chain around them has no job left
    let attempts = Tally()
    let flaky = flaky(2, attempts)
    let value = try await Waterfall(1)
      .then { number in Waterfall(number).then { number in Waterfall(number).then(flaky) } }
      .retry(always(3))
      .value()
    #expect(value == 2)
    #expect(attempts.count == 3)
  }

  @Test func `A sub-chain's own policy comes before that of the chain around it`() async {
    let attempts = Tally()
    let flaky = flaky(9, attempts)
    await #expect(throws: Failure.self) {
      try await Waterfall(1).then { Waterfall($0).then(flaky).retry(always(2)) }.map { $0 }.retry(always(5)).value()
    }
    #expect(attempts.count == 2)
  }

  @Test func `An error that the filter refuses is not tried again`() async {
    let attempts = Tally()
    await #expect(throws: Failure.self) {
      try await Waterfall(1).then(flaky(9, attempts)).retry(RetryPolicy(backoff: .immediate) { _ in false }).value()
    }
    #expect(attempts.count == 1)
  }

  @Test func `INV-17: Cancelled is not tried again`() async {
    let attempts = Tally()
    await #expect(throws: CancellationError.self) {
      try await Waterfall(1).then { _ -> Int in
        attempts.add()
        throw CancellationError()
      }.retry(always(5)).value()
    }
    #expect(attempts.count == 1)
  }

  @Test func `The delays are those of the policy`() async throws {
    // Given
    let attempts = Tally()
    let policy = always(4, .exponential(initial: 1, maximum: 3, jitter: false))
    let clock = clock
    _ = Waterfall(1).then(flaky(3, attempts)).retry(policy).run(by: clock, into: results)

    // When time goes by in steps just short of, and up to, each delay
    for (attempt, delay) in [(1, 1.0), (2, 2), (3, 3)] {
      await attempts.reaches(attempt)
      await eventually { clock.pendingTimers == 1 }
      clock.advance(by: .seconds(delay - 0.001))
      #expect(clock.pendingTimers == 1, "not yet")
      clock.advance(by: .milliseconds(1))
    }

    // Then
    #expect(try await results.values(count: 1).first?.get() == 2)
    #expect(attempts.count == 4)
  }

  @Test func `Jitter is drawn from the run's chance`() {
    let policy = RetryPolicy(backoff: .exponential(initial: 1, maximum: 30))
    #expect(policy.delay(afterFailures: 3, random: 0) == 0)
    #expect(policy.delay(afterFailures: 3, random: 0.5) == 2)
  }

  // MARK: While it waits

  @Test func `Cancelled while a retry waits, it ends at once and leaves no timer`() async {
    let attempts = Tally()
    let clock = clock
    let run = Waterfall(1).then(flaky(9, attempts)).retry(always(3, .constant(60))).run(by: clock, into: results)
    await eventually { clock.pendingTimers == 1 }
    run.cancel()
    #expect(await results.values(count: 1).first?.failure is CancellationError)
    #expect(clock.pendingTimers == 0)
    clock.advance(by: .seconds(60))
    #expect(attempts.count == 1)
  }

  @Test func `Suspended while a retry waits, it tries again when it is resumed and not before`() async throws {
    // Given
    let attempts = Tally()
    let clock = clock
    let run = Waterfall(1).then(flaky(1, attempts)).retry(always(3, .constant(60))).run(by: clock, into: results)
    await eventually { clock.pendingTimers == 1 }

    // When
    run.suspend()
    clock.advance(by: .seconds(60))

    // Then
    #expect(attempts.count == 1 && run.isSuspended)
    run.resume()
    #expect(try await results.values(count: 1).first?.get() == 2)
  }

  @Test func `Suspended and resumed while a retry waits, it does not come early`() async throws {
    let attempts = Tally()
    let clock = clock
    let run = Waterfall(1).then(flaky(1, attempts)).retry(always(3, .constant(60))).run(by: clock, into: results)
    await eventually { clock.pendingTimers == 1 }
    run.suspend()
    run.resume()
    clock.advance(by: .seconds(59))
    #expect(attempts.count == 1)
    clock.advance(by: .seconds(1))
    #expect(try await results.values(count: 1).first?.get() == 2)
  }
}

@Suite(.timeLimit(.minutes(5)))
struct RetryPolicyTests {
  @Test func `The exponential delay doubles up to its maximum`() {
    let policy = RetryPolicy(backoff: .exponential(jitter: false))
    let delays = [-3, 0, 1, 2, 3, 6, 7, 8, 1_000, Int.max].map { policy.delay(afterFailures: $0, random: 0.9) }
    #expect(delays == [0.5, 0.5, 0.5, 1, 2, 16, 30, 30, 30, 30])
  }

  @Test func `The other delays are what they say`() {
    #expect(RetryPolicy(backoff: .immediate).delay(afterFailures: 5, random: 0.5) == 0)
    #expect(RetryPolicy(backoff: .constant(7)).delay(afterFailures: 5, random: 0.5) == 7)
    #expect(RetryPolicy(backoff: .constant(-7)).delay(afterFailures: 5, random: 0.5) == 0)
  }

  @Test func `Row 9: Unlimited retries never come sooner than a quarter of a second`() {
    for backoff in [RetryPolicy.Backoff.immediate, .constant(0), .exponential()] {
      let policy = RetryPolicy(maxNumberOfFailures: RetryPolicy.unlimitedRetries, backoff: backoff)
      #expect(policy.delay(afterFailures: 1, random: 0) == 0.25)
    }
  }

  @Test func `The state counts the failures of the run, and those of a job by itself`() {
    var state = RetryState()
    let answers = (0..<3).map { _ in
      state.shouldRetry(maxNumberOfFailures: 3, isJobPolicy: false, isRetryable: true)
    }
    #expect(answers == [true, true, false])
    #expect(state.failures == 3)
    var own = RetryState()
    _ = own.shouldRetry(maxNumberOfFailures: 2, isJobPolicy: true, isRetryable: true)
    own.jobSucceeded()
    let next = own.shouldRetry(maxNumberOfFailures: 2, isJobPolicy: true, isRetryable: true)
    #expect(next)
  }
}
