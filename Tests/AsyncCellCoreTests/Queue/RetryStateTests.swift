import AsyncCellCore
import Testing

@Suite struct RetryStateTests {
  @Test func `INV-16: failures under a job's own policy do not use up the run's allowance`() {
    // Given a job that has failed twice under a policy of its own
    var state = RetryState()
    let answer1 = state.shouldRetry(maxNumberOfFailures: 5, isJobPolicy: true, isRetryable: true)
    #expect(answer1)
    let answer2 = state.shouldRetry(maxNumberOfFailures: 5, isJobPolicy: true, isRetryable: true)
    #expect(answer2)
    state.jobSucceeded()
    // When another fails under the run's policy of three
    let answer3 = state.shouldRetry(maxNumberOfFailures: 3, isJobPolicy: false, isRetryable: true)
    #expect(answer3)
    // Then that was its first failure, and the third ends the run
    #expect(state.countedFailures == 1)
    #expect(state.failures == 3)
    let answer4 = state.shouldRetry(maxNumberOfFailures: 3, isJobPolicy: false, isRetryable: true)
    #expect(answer4)
    let answer5 = state.shouldRetry(maxNumberOfFailures: 3, isJobPolicy: false, isRetryable: true)
    #expect(!answer5)
  }

  @Test func `Each job's own policy counts from zero`() {
    var state = RetryState()
    let answer6 = state.shouldRetry(maxNumberOfFailures: 2, isJobPolicy: true, isRetryable: true)
    #expect(answer6)
    state.jobSucceeded()
    let answer7 = state.shouldRetry(maxNumberOfFailures: 2, isJobPolicy: true, isRetryable: true)
    #expect(answer7)
    let answer8 = state.shouldRetry(maxNumberOfFailures: 2, isJobPolicy: true, isRetryable: true)
    #expect(!answer8)
  }

  @Test func `An endless delay is no immediate retry`() {
    #expect(RetryPolicy(backoff: .constant(.infinity)).delay(afterFailures: 1, random: 0) == .infinity)
    #expect(RetryPolicy(backoff: .constant(.nan)).delay(afterFailures: 1, random: 0) == 0)
  }
}
