import AsyncCellCore
import AsyncCellTesting
import Dispatch
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct WaterfallCancelTests {
  private let results = Record<Result<Int, any Error>>()

  private func expectCancelled(_ run: WaterfallRun<Int>) async {
    #expect(await results.values(count: 1).first?.failure is CancellationError)
    // Nothing that comes later is heard.
    run.cancel()
    run.resume()
    run.suspend()
    run.start()
    #expect(run.isCancelled && !run.isRunning && !run.isSuspended)
    #expect(results.values.count == 1)
  }

  @Test func `A run that was never started has its callback when it is cancelled`() async {
    let ran = Tally()
    let results = results
    let run = Waterfall { ran.add() }.makeRun { results.append($0) }
    run.cancel()
    await expectCancelled(run)
    #expect(ran.count == 0)
  }

  @Test func `INV-24: The callback never comes from within cancel`() async {
    // Given a lock held around the cancel, which the callback takes too
    let lock = NSLock()
    let called = Tally()
    let run = Waterfall(1).makeRun { _ in
      lock.withLock {}
      called.add()
    }

    // When
    lock.withLock { run.cancel() }

    // Then
    await called.reaches()
  }

  @Test func `Cancelled inside a synchronous job, it ends at once and the rest is skipped`() async {
    let (entered, skipped, leave) = (Tally(), Tally(), DispatchSemaphore(value: 0))
    let results = results
    let run = Waterfall { () -> Int in
      entered.add()
      leave.wait()
      return 1
    }.map { skipped.add($0) }.run { results.append($0) }
    await entered.reaches()
    run.cancel()
    await expectCancelled(run)
    leave.signal()
    await eventually { entered.count == 1 }
    #expect(skipped.count == 0)
  }

  @Test func `Cancelled from within a synchronous job, it ends as cancelled`() async {
    // Given
    let (runs, skipped) = (Record<WaterfallRun<Int>>(), Tally())
    let results = results
    let run = Waterfall { runs.values.first?.cancel() }.map { skipped.add() }.makeRun { results.append($0) }
    runs.append(run)

    // When
    run.start()

    // Then
    await expectCancelled(run)
    #expect(skipped.count == 0)
  }

  @Test func `Cancelled inside an async job, its task is cancelled`() async {
    let (entered, cancelled) = (Tally(), Tally())
    let results = results
    let run = Waterfall("wait") { () async -> Int in
      entered.add()
      await Tally().reaches(1)
      if Task.isCancelled { cancelled.add() }
      return 1
    }.run { results.append($0) }
    await entered.reaches()
    run.cancel()
    await expectCancelled(run)
    await cancelled.reaches()
  }

  @Test func `Cancelled in a callback job, its control is cancelled and its hand-over not heard`() async throws {
    let control = SpyControl()
    let handoffs = Record<Handoff<Int>>()
    let results = results
    let run = Waterfall(1).then { (_: Int, handoff: Handoff<Int>) in
      handoffs.append(handoff)
      return control
    }.run { results.append($0) }
    let handoff = try #require(await handoffs.values(count: 1).first)
    await eventually { control.verbs == [.resume] }
    run.cancel()
    await expectCancelled(run)
    #expect(control.verbs == [.resume, .cancel])
    handoff.succeed(1)
    #expect(results.values.count == 1)
  }

  @Test func `Cancelled in a sub-chain, the chain around it ends too`() async {
    let (entered, skipped) = (Tally(), Tally())
    let results = results
    let run = Waterfall(1).then { number in
      Waterfall(number).then { (_: Int) async -> Int in
        entered.add()
        await Tally().reaches(1)
        return 1
      }.map { skipped.add($0) }
    }.map { skipped.add($0) }.run { results.append($0) }
    await entered.reaches()
    run.cancel()
    await expectCancelled(run)
    #expect(skipped.count == 0)
  }

  @Test func `Cancelled while it is suspended, it ends`() async {
    let results = results
    let suspended = Waterfall(1).makeRun { results.append($0) }
    suspended.suspend()
    suspended.start()
    #expect(suspended.isSuspended && !suspended.isRunning)
    suspended.cancel()
    await expectCancelled(suspended)
  }

  @Test func `Cancelled after the end, it keeps its result`() async throws {
    let results = results
    let run = Waterfall(1).run { results.append($0) }
    #expect(try await results.values(count: 1).first?.get() == 1)
    run.cancel()
    run.resume()
    #expect(!run.isCancelled)
    #expect(results.values.count == 1)
  }

  @Test func `INV-03: Cancelled at any moment, there is one callback, and cancelled if it came first`() async {
    for _ in 0..<500 {
      // Given
      let results = Record<Result<Int, any Error>>()
      let run = Waterfall(1).map { $0 + 1 }
        .then { (number: Int, handoff: Handoff<Int>) in DispatchQueue.global().async { handoff.succeed(number) } }
        .map { $0 + 1 }
        .makeRun { results.append($0) }

      // When
      await withTaskGroup(of: Void.self) { group in
        group.addTask { run.start() }
        group.addTask { run.cancel() }
        group.addTask { run.resume() }
        group.addTask { run.cancel() }
      }

      // Then
      let result = await results.values(count: 1).first
      if run.isCancelled {
        #expect(result?.failure is CancellationError)
      } else {
        #expect(result?.failure == nil)
      }
      #expect(results.values.count == 1)
    }
  }
}

@Suite(.timeLimit(.minutes(5)))
struct WaterfallValueTests {
  @Test func `Cancelling the task cancels the run`() async {
    // Given
    let (entered, cancelled) = (Tally(), Tally())
    let task = Task {
      try await Waterfall("wait") { () async -> Int in
        entered.add()
        await Tally().reaches(1)
        if Task.isCancelled { cancelled.add() }
        return 1
      }.value()
    }
    await entered.reaches()

    // When
    task.cancel()

    // Then
    await #expect(throws: CancellationError.self) { try await task.value }
    await cancelled.reaches()
  }

  @Test func `F21: Awaited by a task that is cancelled already, no job runs and the wait ends`() async {
    let ran = Tally()
    let gate = Tally()
    let task = Task {
      await gate.reaches()
      return try await Waterfall { ran.add() }.value()
    }
    task.cancel()
    gate.add()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(ran.count == 0)
  }

  @Test func `Cancelled while it ends, the wait ends once`() async {
    for _ in 0..<500 {
      let task = Task { try await Waterfall(1).map { $0 + 1 }.value() }
      task.cancel()
      let result = await task.result
      #expect((try? result.get()) == 2 || result.failure is CancellationError)
    }
  }
}
