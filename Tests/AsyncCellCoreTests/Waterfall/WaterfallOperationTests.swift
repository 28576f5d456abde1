import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

private struct Failure: Error, Equatable {}

@Suite(.timeLimit(.minutes(5)))
struct WaterfallOperationTests {
  @Test func `It runs in any operation queue, under dependencies`() async throws {
    // Given
    let log = Record<String>()
    let before = BlockOperation { log.append("before") }
    let chain = Waterfall("jobs") { () async -> Int in
      log.append("job")
      return 42
    }.map { $0 + 1 }
    let operation = chain.operation
    let after = BlockOperation { log.append("after") }
    operation.addDependency(before)
    after.addDependency(operation)

    // When
    OperationQueue().add([after, operation, before])

    // Then
    #expect(await log.values(count: 3) == ["before", "job", "after"])
    #expect(try operation.result?.get() == 43)
  }

  @Test func `INV-07: As many chains run at once as the queue allows`() async {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 2
    let (running, peak) = (Locked(0), Locked(0))
    let ended = Tally()
    let operations = (0..<50).map { _ in
      Waterfall("enter") { () async -> Void in
        let now = running.withLock { count in
          count += 1
          return count
        }
        peak.withLock { $0 = max($0, now) }
      }.then("leave") { (_: Void) async in running.withLock { $0 -= 1 } }.operation
    }
    for operation in operations { operation.completionBlock = { ended.add() } }
    queue.add(operations)
    await ended.reaches(50)
    #expect(peak.withLock { $0 } <= 2)
  }

  @Test func `Each access makes a new operation`() {
    let chain = Waterfall(1)
    #expect(chain.operation !== chain.operation)
  }

  @Test func `It follows the chain's retry policy`() async throws {
    let attempts = Tally()
    let operation = Waterfall { () -> Int in
      if attempts.add() < 3 { throw Failure() }
      return 1
    }.retry(RetryPolicy(backoff: .immediate) { _ in true }).operation
    let completed = operation.countCompletions()
    OperationQueue().addOperation(operation)
    await completed.reaches()
    #expect(try operation.result?.get() == 1)
    #expect(attempts.count == 3)
  }

  @Test func `A failure ends it`() async {
    let operation = Waterfall { () -> Int in throw Failure() }.operation
    let completed = operation.countCompletions()
    OperationQueue().addOperation(operation)
    await completed.reaches()
    #expect(throws: Failure.self) { try operation.result?.get() }
  }

  @Test func `Cancelled, it ends once as cancelled, and its job is cancelled`() async {
    let (entered, cancelled) = (Tally(), Tally())
    let operation = Waterfall("wait") { () async -> Int in
      entered.add()
      await Tally().reaches(1)
      cancelled.add()
      return 1
    }.operation
    let completed = operation.countCompletions()
    OperationQueue().addOperation(operation)
    await entered.reaches()
    operation.cancel()
    await completed.reaches()
    await cancelled.reaches()
    #expect(throws: CancellationError.self) { try operation.result?.get() }
    #expect(completed.count == 1)
  }

  @Test func `Finished by hand, it ends with that, and its chain is cancelled`() async {
    for isSuspended in [false, true] {
      let (entered, cancelled) = (Tally(), Tally())
      let operation = Waterfall("wait") { () async -> Int in
        entered.add()
        await Tally().reaches(1)
        cancelled.add()
        return 1
      }.operation
      let completed = operation.countCompletions()
      OperationQueue().addOperation(operation)
      await entered.reaches()
      if isSuspended { operation.suspend() }
      operation.finish(with: .success(7))
      operation.resume()
      await completed.reaches()
      await cancelled.reaches()
      #expect((try? operation.result?.get()) == 7)
      #expect("\(operation.outcome)".hasPrefix("success"))
    }
  }

  @Test func `Suspended, it stops at a job boundary and goes on when it is resumed`() async throws {
    let (entered, go, left, second) = (Tally(), Tally(), Tally(), Tally())
    let operation = Waterfall("wait") { () async -> Int in
      entered.add()
      await go.reaches()
      defer { left.add() }
      return 1
    }.map { second.add($0) }.operation
    let completed = operation.countCompletions()
    OperationQueue().addOperation(operation)
    await entered.reaches()
    operation.suspend()
    go.add()
    await left.reaches()
    #expect(!operation.isFinished && second.count == 0)
    operation.resume()
    await completed.reaches()
    #expect(try operation.result?.get() == 1)
  }

  @Test func `Suspended and resumed as it starts, it is not left suspended`() async {
    for _ in 0..<500 {
      let operation = Waterfall(1).map { $0 + 1 }.operation
      let completed = operation.countCompletions()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { operation.start() }
        group.addTask {
          operation.suspend()
          operation.resume()
        }
      }
      await completed.reaches()
      #expect((try? operation.result?.get()) == 2)
    }
  }

  @Test func `Its priority reaches the control of the job in flight, and of the next one`() async throws {
    // Given
    let controls = [SpyControl(), SpyControl()]
    let handoffs = Record<Handoff<Int>>()
    let job = { (number: Int) in
      Job<Int, Int>.callback { _, handoff in
        handoffs.append(handoff)
        return controls[number]
      }
    }
    let operation = Waterfall(0).then(job(0)).then(job(1)).operation
    let order = { (priority: CellPriority) in priority.order(sequence: 1) }
    operation.setPriority(ofOrder: order(.prefetch()))
    OperationQueue().addOperation(operation)
    let first = try #require(await handoffs.values(count: 1).first)
    await eventually { controls[0].verbs == [.resume] }

    // When
    operation.setPriority(ofOrder: order(.visible))
    first.succeed(1)
    await eventually { controls[1].verbs == [.resume] }
    operation.cancel()

    // Then
    #expect(controls[0].all == [.priority(0.25), .resume, .priority(1)])
    #expect(controls[1].all == [.priority(1), .resume, .cancel])
  }

  @Test func `Jobs of a lane over an app's queue run in it, also when its operations are cancelled`() async throws {
    // Given a queue that rests, with a run waiting in it
    let own = OperationQueue()
    own.name = "own"
    own.isSuspended = true
    let lane = Lane("own", over: own)
    let names = Record<String?>()
    let results = Record<Int>()
    let note: @Sendable () -> Void = { names.append(OperationQueue.current?.name) }
    Waterfall("own", on: lane) { () -> Int in
      note()
      return 1
    }.then("default", on: .default) { number in
      note()
      return number
    }.run { results.append((try? $0.get()) ?? -1) }
    await eventually { own.operationCount == 1 }

    // When
    own.cancelAllOperations()
    own.isSuspended = false

    // Then the run goes on
    #expect(await results.values(count: 1) == [1])
    #expect(names.values.first == "own")
    #expect(names.values.last != "own")
  }
}
