import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

private struct Failure: Error, Equatable {}

@Suite(.timeLimit(.minutes(5)))
struct JobFormTests {
  @Test func `Each form of job hands its value to the next`() async throws {
    let value = try await Waterfall(1)
      .then("sync") { $0 + 1 }
      .then("async") { (number: Int) async in
        await Task.yield()
        return number * 10
      }
      .then("callback") { (number: Int, handoff: Handoff<String>) in
        DispatchQueue.global().async { handoff.succeed("\(number)") }
      }
      .then("with control") { (text: String, handoff: Handoff<String>) -> (any OperationControl)? in
        SpyControl { if $0 == .resume { handoff.succeed(text + "!") } }
      }
      .then("chain") { text in Waterfall(text).then { $0 + "?" } }
      .then("async chain") { (text: String) async in
        await Task.yield()
        return Waterfall(text).then { $0 + "." }
      }
      .map { $0.count }
      .value()
    #expect(value == "20!?.".count)
  }

  @Test func `A chain may begin with any form`() async throws {
    #expect(try await Waterfall(7).value() == 7)
    #expect(try await Waterfall { 7 }.value() == 7)
    #expect(try await Waterfall("async") { () async in 7 }.value() == 7)
  }

  @Test func `A closure that returns a chain is never a Waterfall<Waterfall<T>>`() async throws {
    // Given closures of each form and no annotation of the chain's type
    let started = Waterfall { Waterfall(1) }
    let startedLater = Waterfall("async") { () async in Waterfall(2) }
    let sync = Waterfall(3).then { number in Waterfall(number + 1) }
    let later = Waterfall(5).then { (number: Int) async throws in
      await Task { number + 1 }.value == 6 ? Waterfall(6) : Waterfall(0)
    }
    let multiline = Waterfall(7).then("many lines") { number in
      let next = number + 1
      if next > 8 { throw Failure() }
      return Waterfall(next).then { $0 + 1 }
    }

    // Then each is a chain of numbers
    let chains: [Waterfall<Int>] = [started, startedLater, sync, later, multiline]
    var values: [Int] = []
    for chain in chains { values.append(try await chain.value()) }
    #expect(values == [1, 2, 4, 6, 9])
  }

  @Test func `Overloads are told apart by the closure alone`() async throws {
    // Given
    let tupled = Waterfall((2, 3)).then { pair in pair.0 * pair.1 }
    let tasks = Waterfall(1).then { (_: Int, handoff: Handoff<Int>) in _ = handoff.succeed(4) }
    let held = Waterfall(1).then { (_: Int, handoff: Handoff<Int>) in SpyControl { _ in handoff.succeed(5) } }
    let existential = Waterfall(1).then { (_: Int, handoff: Handoff<Int>) -> (any OperationControl)? in
      SpyControl { _ in handoff.succeed(6) }
    }
    let several = Waterfall(1).then { (number: Int, handoff: Handoff<Int>) in
      for _ in 0..<7 { handoff.succeed(number + 6) }
      if number > 1 { return }
      handoff.succeed(8)
    }
    let severalHeld = Waterfall(1).then { (number: Int, handoff: Handoff<Int>) in
      let control = SpyControl { _ in handoff.succeed(number + 7) }
      return control
    }
    let void = Waterfall(1).then { _ in }
    let optional = Waterfall(1).then { $0 > 1 ? $0 : nil }

    // Then
    let results: (Waterfall<Int>, Waterfall<Int>, Waterfall<Int>) = (tupled, tasks, held)
    #expect(try await results.0.value() == 6)
    #expect(try await results.1.value() == 4)
    #expect(try await results.2.value() == 5)
    #expect(try await existential.value() == 6)
    #expect(try await several.value() == 7)
    #expect(try await severalHeld.value() == 8)
    let _: Waterfall<Void> = void
    try await void.value()
    #expect(try await optional.value() == Int?.none)
  }

  @Test func `Nil is a value like any other`() async throws {
    let value = try await Waterfall(Int?.none)
      .then { $0.map { $0 + 1 } }
      .then { (number: Int?, handoff: Handoff<Int?>) in _ = handoff.succeed(number) }
      .then { (number: Int?) async in number }
      .value()
    #expect(value == nil)
  }

  @Test func `An array of jobs runs in order; an empty one changes nothing`() async throws {
    let jobs = (1...5).map { number in Job<[Int], [Int]>("job \(number)") { $0 + [number] } }
    #expect(try await Waterfall([]).then(jobs: jobs).value() == [1, 2, 3, 4, 5])
    #expect(try await Waterfall([0]).then(jobs: []).value() == [0])
    #expect(Waterfall([]).then(jobs: jobs).count == 5)
  }

  @Test func `A job is a description that many chains may use`() async throws {
    let double = Job<Int, Int>("double") { $0 * 2 }
    #expect(try await Waterfall(1).then(double).then(double).value() == 4)
    #expect(try await Waterfall(5).then(double.named("other")).value() == 10)
  }

  @Test func `INV-20: The first error skips the rest, whatever form throws it`() async {
    let skipped = Tally()
    let chains: [Waterfall<Int>] = [
      Waterfall(1).then { _ in throw Failure() },
      Waterfall(1).then { (_: Int) async throws -> Int in throw Failure() },
      Waterfall(1).then { (_: Int, _: Handoff<Int>) in throw Failure() },
      Waterfall(1).then { (_: Int, handoff: Handoff<Int>) in _ = handoff.fail(Failure()) },
      Waterfall(1).then { _ -> Waterfall<Int> in throw Failure() },
      Waterfall(1).then { (_: Int) async throws -> Waterfall<Int> in throw Failure() },
      Waterfall(1).then { _ in Waterfall(2).then { _ -> Int in throw Failure() } },
    ]
    for chain in chains {
      await #expect(throws: Failure.self) {
        try await chain.then { number in
          skipped.add()
          return number
        }.value()
      }
    }
    #expect(skipped.count == 0)
  }

  @Test func `One description run a hundred times at once gives each run its own result`() async throws {
    // Given a chain whose jobs take all forms
    let order = Tally()
    let chain = Waterfall { order.add() }
      .then { (number: Int, handoff: Handoff<Int>) in DispatchQueue.global().async { handoff.succeed(number) } }
      .then { (number: Int) async in
        await Task.yield()
        return number
      }
      .then { number in Waterfall(number).then { $0 * 2 } }

    // When
    let values = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { try await chain.value() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }

    // Then
    #expect(values.sorted() == (1...100).map { $0 * 2 })
  }

  @Test func `Errors that mean cancelled take one form`() async {
    let chains: [Waterfall<Int>] = [
      Waterfall(1).then { _ in throw URLError(.cancelled) },
      Waterfall(1).then { (_: Int) async throws -> Int in throw URLError(.cancelled) },
      Waterfall(1).then { (_: Int, handoff: Handoff<Int>) in _ = handoff.fail(URLError(.cancelled)) },
      Waterfall(1).then { (_: Int, _: Handoff<Int>) in throw URLError(.cancelled) },
      Waterfall(1).then { _ in throw CancellationError() },
    ]
    // Retried they are not: cancelled is no failure (INV-17).
    for chain in chains {
      await #expect(throws: CancellationError.self) {
        try await chain.retry(RetryPolicy(backoff: .immediate) { _ in true }).value()
      }
    }
  }
}

/// Which threads jobs run on.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct JobThreadTests {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private var isOnMain: @Sendable () -> Bool {
    let mark = Self.mark
    return { DispatchQueue.getSpecific(key: mark) ?? false }
  }

  private func chain() -> Waterfall<[Bool]> {
    let isOnMain = isOnMain
    return Waterfall([isOnMain()])
      .then { $0 + [isOnMain()] }
      .then { (seen: [Bool]) async in seen + [isOnMain()] }
      .then { (seen: [Bool], handoff: Handoff<[Bool]>) in _ = handoff.succeed(seen + [isOnMain()]) }
      .then { seen in Waterfall(seen).then { $0 + [isOnMain()] } }
  }

  private let expected = [true, false, false, false, false]

  @Test func `Jobs awaited from the main actor do not run on it`() async throws {
    #expect(try await chain().value() == expected)
  }

  @Test func `Jobs of a run started on the main actor do not run on it, nor does its callback`() async {
    let isOnMain = isOnMain
    let seen = Record<[Bool]>()
    chain().run { seen.append(((try? $0.get()) ?? []) + [isOnMain()]) }
    #expect(await seen.values(count: 1) == [expected + [false]])
  }

  @Test func `Jobs of an operation started by hand on the main actor do not run on it`() async throws {
    let operation = chain().operation
    let completed = operation.countCompletions()
    operation.start()
    await completed.reaches()
    #expect(try operation.result?.get() == expected)
  }

  @Test func `Jobs of an operation in the main queue do not run on the main actor`() async throws {
    let operation = chain().operation
    let completed = operation.countCompletions()
    OperationQueue.main.addOperation(operation)
    await completed.reaches()
    #expect(try operation.result?.get() == expected)
  }
}
