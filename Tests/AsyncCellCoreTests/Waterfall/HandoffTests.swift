import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

private struct Failure: Error, Equatable {}

@Suite(.timeLimit(.minutes(5)))
struct HandoffTests {
  @Test func `Eight threads hand over, one is heard and the others are told`() async throws {
    for _ in 0..<200 {
      // Given
      let (accepted, continued) = (Record<Int>(), Tally())
      let chain = Waterfall(0)
        .then { (_: Int, handoff: Handoff<Int>) in
          for thread in 1...8 {
            DispatchQueue.global().async { if handoff.succeed(thread) { accepted.append(thread) } }
          }
        }
        .then { number in
          continued.add()
          return number
        }

      // When
      let value = try await chain.value()

      // Then
      #expect(await accepted.values(count: 1) == [value])
      #expect(continued.count == 1)
    }
  }

  @Test func `A forgotten hand-off fails the job that forgot it`() async {
    await #expect(throws: JobError.handoffDropped(job: "forgetful")) {
      try await Waterfall(1).then("forgetful") { (_: Int, _: Handoff<Int>) in }.value()
    }
  }

  @Test func `A hand-off forgotten later, elsewhere, fails the job too`() async {
    await #expect(throws: JobError.handoffDropped(job: nil)) {
      try await Waterfall(1).then { (_: Int, handoff: Handoff<Int>) in
        DispatchQueue.global().async { _ = handoff.isWanted }
      }.value()
    }
  }

  @Test func `A throw before the hand-over is the job's error, not the hand-off it let go of`() async {
    await #expect(throws: Failure.self) {
      try await Waterfall(1).then { (_: Int, _: Handoff<Int>) in throw Failure() }.value()
    }
  }

  @Test func `A throw after the hand-over is not heard`() async throws {
    let value = try await Waterfall(1).then { (_: Int, handoff: Handoff<Int>) in
      handoff.succeed(2)
      throw Failure()
    }.value()
    #expect(value == 2)
  }

  @Test func `A control returned after the hand-over is neither started nor cancelled`() async throws {
    let control = SpyControl()
    let value = try await Waterfall(1).then { (_: Int, handoff: Handoff<Int>) -> (any OperationControl)? in
      handoff.succeed(2)
      return control
    }.value()
    #expect(value == 2)
    #expect(control.all.isEmpty)
  }

  @Test func `A control returned after the cancel is cancelled and never starts`() async {
    // Given a body that is still running when the run is cancelled
    let control = SpyControl()
    let (entered, returned, leave) = (Tally(), Tally(), DispatchSemaphore(value: 0))
    let kept = Record<Handoff<Int>>()
    let results = Record<Bool>()
    let run = Waterfall(1).then { (_: Int, handoff: Handoff<Int>) -> (any OperationControl)? in
      kept.append(handoff)
      entered.add()
      leave.wait()
      defer { returned.add() }
      return control
    }.run { result in results.append((try? result.get()) == nil) }
    await entered.reaches()

    // When
    run.cancel()
    #expect(await results.values(count: 1) == [true])
    leave.signal()

    // Then
    await eventually { !control.all.isEmpty }
    #expect(control.all == [.cancel])
    #expect(kept.values.allSatisfy { !$0.isWanted })
  }

  @Test func `A control returned is resumed at once and handed to nobody else`() async throws {
    let control = SpyControl()
    let gate = Record<Handoff<Int>>()
    let results = Record<Int>()
    Waterfall(1).then { (_: Int, handoff: Handoff<Int>) -> (any OperationControl)? in
      gate.append(handoff)
      return control
    }.run { results.append((try? $0.get()) ?? -1) }
    let handoff = try #require(await gate.values(count: 1).first)
    await eventually { !control.all.isEmpty }
    #expect(control.all == [.resume])
    #expect(handoff.isWanted)
    #expect(handoff.succeed(3))
    #expect(!handoff.isWanted && !handoff.succeed(4))
    #expect(await results.values(count: 1) == [3])
    #expect(control.all == [.resume])
  }

  @Test func `Progress is reported through the operation and never goes back`() async throws {
    // Given
    let operation = Waterfall(1).then { (_: Int, handoff: Handoff<Int>) in
      for fraction in [0.5, 0.25, .nan, 2] { handoff.report(fraction) }
      handoff.succeed(1)
      handoff.report(0.1)
    }.operation
    let completed = operation.countCompletions()
    let observer = SpyObserver()
    operation.observer = observer

    // When
    OperationQueue().addOperation(operation)
    await completed.reaches()

    // Then
    #expect(operation.fractionCompleted == 1)
    #expect(Set(observer.events.values.filter { $0.hasPrefix("report") }) == ["report 0.5", "report 1.0"])
  }
}
