import AsyncCellCore
import AsyncCellTesting
import Dispatch
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private struct Failure: Error, Equatable {}

/// The rows of the article Ancestors that a chain of jobs answers for: the features kept, the defects shown absent.
@Suite(.timeLimit(.minutes(5)))
struct AncestorRowTests {
  private let results = Record<Result<Int, any Error>>()

  @Test func `Row 18: A run can be started, suspended, resumed and cancelled, and says how it is`() async {
    let results = results
    let run = Waterfall(1).makeRun { results.append($0) }
    #expect(!run.isRunning && !run.isCancelled && !run.isSuspended)
    run.suspend()
    run.start()
    #expect(run.isSuspended && !run.isRunning && !run.isCancelled)
    run.cancel()
    #expect(run.isCancelled && !run.isRunning && !run.isSuspended)
    #expect(await results.values(count: 1).first?.failure is CancellationError)
  }

  @Test func `Row 19: A URL session task is a control, and being suspended or finished is not being cancelled`() async {
    // Given
    let session = URLSession(configuration: .ephemeral)
    let task: any OperationControl = session.dataTask(with: URLRequest(url: URL(fileURLWithPath: "/")))
    task.cancel()
    session.invalidateAndCancel()
    let results = results

    // When
    let run = Waterfall(1).makeRun { results.append($0) }
    run.suspend()

    // Then
    #expect(!run.isRunning && !run.isCancelled)
    run.resume()
    #expect(await results.values(count: 1).count == 1)
    #expect(!run.isRunning && !run.isCancelled)
  }

  @Test func `Row 20: Jobs are added one by one, many at once, and while the chain runs`() async throws {
    let more = (1...3).map { number in Job<[Int], [Int]> { $0 + [number] } }
    let value = try await Waterfall([0])
      .then(more[0])
      .then(jobs: more)
      .then("as many as it likes") { numbers in Waterfall(numbers).then(jobs: more) }
      .value()
    #expect(value == [0, 1, 1, 2, 3, 1, 2, 3])
  }

  @Test func `Row 21: Handing over twice does not branch the chain`() async throws {
    let continued = Tally()
    let value = try await Waterfall(1)
      .then { (number: Int, handoff: Handoff<Int>) in
        handoff.succeed(number)
        handoff.succeed(number + 1)
        handoff.fail(Failure())
      }
      .map { number in continued.add() * number }
      .value()
    #expect(value == 1 && continued.count == 1)
  }

  @Test func `Row 22: A run ends with the Result of the standard library`() async throws {
    let results = results
    Waterfall(20).run { results.append($0.map { $0 + 1 }) }
    #expect(try await results.values(count: 1).first?.get() == 21)
  }

  @Test func `Row 23: Jobs run one at a time and in order, each fed by the one before it, until one fails`() async {
    // Given
    let log = Record<String>()
    let results = results
    let job = { (name: String) in
      Job<Int, Int>.callback { number, handoff in
        log.append("\(name) begins with \(number)")
        DispatchQueue.global().async {
          log.append("\(name) ends")
          handoff.succeed(number + 1)
        }
      }
    }

    // When
    Waterfall(0).then(job("a")).then(job("b")).then { _ -> Int in throw Failure() }.then(job("c")).run {
      results.append($0)
    }

    // Then
    #expect(await results.values(count: 1).first?.failure as? Failure == Failure())
    #expect(log.values == ["a begins with 0", "a ends", "b begins with 1", "b ends"])
  }

  @Test func `Row 24: An empty chain ends with the value it began with, and the end has a type`() async throws {
    #expect(try await Waterfall("begin").value() == "begin")
    #expect(try await Waterfall("begin").then(jobs: []).value() == "begin")
    let typed: Waterfall<Double> = Waterfall(1).map { Double($0) / 2 }
    #expect(try await typed.value() == 0.5)
  }

  @Test func `Row 25: A description can be run again, and a run that has ended stays ended`() async throws {
    // Given
    let attempts = Tally()
    let chain = Waterfall { attempts.add() }
    let results = results
    let run = chain.run { results.append($0) }
    #expect(try await results.values(count: 1).first?.get() == 1)

    // When it is resumed and started after its end, as a screen that appears again does
    run.resume()
    run.start()
    run.resume()

    // Then
    #expect(try await chain.value() == 2)
    #expect(results.values.count == 1 && attempts.count == 2)
  }

  @Test func `Row 26: Resuming does not run the job in flight again`() async throws {
    let bodies = Tally()
    let handoffs = Record<Handoff<Int>>()
    let results = results
    let run = Waterfall(1).then { (_: Int, handoff: Handoff<Int>) in
      bodies.add()
      handoffs.append(handoff)
    }.run { results.append($0) }
    let handoff = try #require(await handoffs.values(count: 1).first)
    for _ in 0..<3 {
      run.suspend()
      run.resume()
      run.resume()
    }
    handoff.succeed(5)
    #expect(try await results.values(count: 1).first?.get() == 5)
    #expect(bodies.count == 1)
  }

  @Test func `Row 27: A cancel has the same end wherever it comes`() async throws {
    // Given runs that are cancelled before, in and between their jobs
    let (entered, left) = (Tally(), Tally())
    let results = results
    let unstarted = Waterfall(1).makeRun { results.append($0) }
    let waiting = Waterfall("wait") { () async -> Int in
      entered.add()
      await Tally().reaches(1)
      return 1
    }.run { results.append($0) }
    let between = Record<WaterfallRun<Int>>()
    let paused = Waterfall { () -> Int in
      between.values.first?.suspend()
      left.add()
      return 1
    }.map { $0 }.makeRun { results.append($0) }
    between.append(paused)
    paused.start()
    await entered.reaches()
    await left.reaches()

    // When
    for run in [unstarted, waiting, paused] { run.cancel() }

    // Then each has its one callback, and stays cancelled
    let ended = await results.values(count: 3)
    #expect(ended.allSatisfy { $0.failure is CancellationError })
    for run in [unstarted, waiting, paused] { run.resume() }
    #expect(results.values.count == 3)
    #expect([unstarted, waiting, paused].allSatisfy { $0.isCancelled && !$0.isRunning })
  }

  @Test func `Row 29: A synchronous step is a job that anybody can make, and its throw is the failure`() async throws {
    let step = Job<Int, Int>("step") { number in
      guard number > 0 else { throw Failure() }
      return number * 2
    }
    #expect(try await Waterfall(2).then(step).value() == 4)
    await #expect(throws: Failure.self) { try await Waterfall(0).then(step).value() }
  }

  @Test func `Row 30: Leaving the screen and coming back works, by cancel and by suspend`() async throws {
    // Given
    let chain = Waterfall(1).map { $0 + 1 }
    let results = results

    // When a screen suspends its run, another cancels it and runs the description again
    let suspended = chain.makeRun { results.append($0) }
    suspended.start()
    suspended.suspend()
    suspended.resume()
    #expect(try await results.values(count: 1).first?.get() == 2)
    let cancelled = chain.makeRun { results.append($0) }
    cancelled.cancel()
    #expect(await results.values(count: 2).last?.failure is CancellationError)
    chain.run { results.append($0) }

    // Then
    #expect(try await results.values(count: 3).last?.get() == 2)
  }
}
