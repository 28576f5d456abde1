import AsyncCellCore
import AsyncCellTesting
import Dispatch
import Foundation
import Testing

private struct Failure: Error, Equatable {}

@Suite(.timeLimit(.minutes(5)))
struct WaterfallSuspendTests {
  private let results = Record<Result<Int, any Error>>()

  @Test func `Suspended before it starts, it waits for the resume, which also starts it`() async throws {
    let results = results
    let run = Waterfall(1).makeRun { results.append($0) }
    run.suspend()
    #expect(run.isSuspended && !run.isRunning)
    run.resume()
    #expect(try await results.values(count: 1).first?.get() == 1)
    #expect(!run.isSuspended && !run.isRunning)
  }

  @Test func `Suspended inside a synchronous job, it stops after it`() async throws {
    let (entered, second, leave) = (Tally(), Tally(), DispatchSemaphore(value: 0))
    let left = Tally()
    let results = results
    let run = Waterfall { () -> Int in
      entered.add()
      leave.wait()
      defer { left.add() }
      return 1
    }.map { second.add($0) }.run { results.append($0) }
    await entered.reaches()
    run.suspend()
    run.suspend()
    leave.signal()
    await left.reaches()
    #expect(run.isSuspended && second.count == 0 && results.values.isEmpty)
    run.resume()
    run.resume()
    #expect(try await results.values(count: 1).first?.get() == 1)
  }

  @Test func `Suspended in an async job, its value waits for the resume`() async throws {
    let (entered, go, left) = (Tally(), Tally(), Tally())
    let results = results
    let run = Waterfall("wait") { () async -> Int in
      entered.add()
      await go.reaches()
      defer { left.add() }
      return 1
    }.run { results.append($0) }
    await entered.reaches()
    run.suspend()
    go.add()
    await left.reaches()
    #expect(results.values.isEmpty)
    run.resume()
    #expect(try await results.values(count: 1).first?.get() == 1)
  }

  @Test func `Suspended in a callback job, its control is too, and what is handed over all the same is kept`()
    async throws
  {
    let control = SpyControl()
    let handoffs = Record<Handoff<Int>>()
    let results = results
    let run = Waterfall(1).then { (_: Int, handoff: Handoff<Int>) in
      handoffs.append(handoff)
      return control
    }.run { results.append($0) }
    let handoff = try #require(await handoffs.values(count: 1).first)
    await eventually { control.verbs == [.resume] }

    run.suspend()
    #expect(control.verbs == [.resume, .suspend])
    #expect(handoff.succeed(2))
    #expect(results.values.isEmpty)
    run.resume()
    #expect(try await results.values(count: 1).first?.get() == 2)
  }

  @Test func `A control returned while the run is suspended starts with the resume`() async throws {
    // Given
    let (entered, returned, leave) = (Tally(), Tally(), DispatchSemaphore(value: 0))
    let results = results
    let controls = Record<SpyControl>()
    let run = Waterfall(1).then { (_: Int, handoff: Handoff<Int>) in
      entered.add()
      leave.wait()
      defer { returned.add() }
      let control = SpyControl { if $0 == .resume { handoff.succeed(3) } }
      controls.append(control)
      return control
    }.run { results.append($0) }
    await entered.reaches()

    // When
    run.suspend()
    leave.signal()
    await returned.reaches()

    // Then
    let control = try #require(controls.values.first)
    #expect(control.verbs.isEmpty)
    run.resume()
    #expect(try await results.values(count: 1).first?.get() == 3)
    #expect(control.verbs == [.resume])
  }

  @Test func `A failure while it is suspended waits for the resume, as a value does`() async throws {
    // Given
    let handoffs = Record<Handoff<Int>>()
    let results = results
    let run = Waterfall(1).then { (_: Int, handoff: Handoff<Int>) in handoffs.append(handoff) }.run {
      results.append($0)
    }
    let handoff = try #require(await handoffs.values(count: 1).first)

    // When
    run.suspend()
    handoff.fail(Failure())

    // Then
    #expect(results.values.isEmpty)
    run.resume()
    #expect(await results.values(count: 1).first?.failure as? Failure == Failure())
  }

  @Test func `Suspended in the last job, the end waits for the resume`() async throws {
    let clock = ManualClock()
    let handoffs = Record<Handoff<Int>>()
    let run = Waterfall(1).then { (_: Int, handoff: Handoff<Int>) in handoffs.append(handoff) }
      .run(by: clock, into: results)
    let handoff = try #require(await handoffs.values(count: 1).first)
    run.suspend()
    handoff.succeed(5)
    #expect(run.isSuspended)
    run.resume()
    #expect(try await results.values(count: 1).first?.get() == 5)
  }

  @Test func `Suspended and resumed by eight threads, it ends, and controls are told in turn`() async throws {
    for round in 0..<200 {
      // Given
      let results = Record<Result<Int, any Error>>()
      let control = SpyControl()
      let handoffs = Record<Handoff<Int>>()
      let run = Waterfall(1).map { $0 + 1 }.then { (_: Int, handoff: Handoff<Int>) in
        handoffs.append(handoff)
        return control
      }.map { $0 + 1 }.run { results.append($0) }

      // When
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<8 {
          group.addTask {
            var random = SeededGenerator(seed: UInt64(round * 8 + thread))
            for _ in 0..<4 { if Bool.random(using: &random) { run.suspend() } else { run.resume() } }
          }
        }
      }
      run.resume()
      let handoff = try #require(await handoffs.values(count: 1).first)
      await eventually { control.verbs.last == .resume }
      handoff.succeed(1)

      // Then
      #expect(try await results.values(count: 1).first?.get() == 2)
      let verbs = control.verbs
      #expect(zip(verbs, verbs.dropFirst()).allSatisfy { $0 != $1 }, "seed \(round), \(verbs)")
    }
  }
}
