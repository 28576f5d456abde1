import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

/// Runs a body in a thread whose stack is too small for 100,000 frames of anything.
private func withSmallStack(_ body: @escaping @Sendable () -> Void) async {
  let left = Tally()
  let thread = Thread {
    body()
    left.add()
  }
  thread.stackSize = 512 << 10
  thread.start()
  await left.reaches()
}

/// n, counted down one sub-chain at a time, each in the last place of the one before it.
@Sendable private func countdown(_ number: Int) -> Waterfall<Int> {
  number == 0 ? Waterfall(0) : Waterfall(number - 1).then(.waterfall("again") { countdown($0) })
}

@Suite(.timeLimit(.minutes(5)))
struct LongChainTests {
  private let length = 100_000

  @Test func `A job is added to the end of what is there, which is shared and not copied`() {
    // Given
    let trunk = Waterfall(0).map { $0 + 1 }.map { $0 + 1 }

    // When
    let (left, right) = (trunk.map { $0 + 10 }, trunk.map { "\($0)" })

    // Then each addition made one node, whatever the length, so that n of them make n
    #expect(left.erased.node?.previous === trunk.erased.node)
    #expect(right.erased.node?.previous === trunk.erased.node)
    #expect(trunk.count == 2 && left.count == 3 && right.count == 3)
  }

  @Test func `Branches of one chain run by themselves`() async throws {
    let trunk = Waterfall(0).map { $0 + 1 }
    let (left, right) = (trunk.map { $0 + 10 }, trunk.map { "\($0)" })
    #expect(try await left.value() == 11)
    #expect(try await right.value() == "1")
    #expect(try await trunk.value() == 1)
  }

  @Test func `Row 28: 100,000 synchronous jobs are built, run and released in a small stack`() async {
    // Given
    let length = length
    let results = Record<Int>()
    await withSmallStack {
      // When built, and run by an operation started by hand, which stays in this thread
      var chain = Waterfall(0)
      for _ in 0..<length { chain = chain.map { $0 + 1 } }
      let operation = chain.operation
      operation.start()
      results.append((try? operation.result?.get()) ?? -1)
      // Then it is released here
    }
    #expect(results.values == [length])
  }

  @Test func `A chain of 100,000 that was never run is released in a small stack, and so is half of one`() async {
    let length = length
    await withSmallStack {
      var (chain, half) = (Waterfall(0), Waterfall(0))
      for job in 0..<length {
        chain = chain.map { $0 + 1 }
        if job == length / 2 { half = chain }
      }
      chain = Waterfall(0)
      half = half.map { $0 + 1 }
      half = Waterfall(0)
    }
  }

  @Test func `20,000 jobs handed over from other threads are run one after another`() async throws {
    let length = 20_000
    let job = Job<Int, Int>.callback { number, handoff in
      DispatchQueue.global().async { handoff.succeed(number + 1) }
    }
    #expect(try await Waterfall(0).then(jobs: Array(repeating: job, count: length)).value() == length)
  }

  @Test func `A stage that returns itself 100,000 times needs no more stack than one`() async {
    let length = length
    let results = Record<Int>()
    await withSmallStack {
      let operation = countdown(length).operation
      operation.start()
      results.append((try? operation.result?.get()) ?? -1)
    }
    #expect(results.values == [0])
  }

  @Test func `Nor does it keep what it has come from`() {
    // Given a machine that is driven by hand
    var machine = WaterfallMachine(countdown(1_000).erased)
    var command = machine.enter()?.command
    var (deepest, stages) = (0, 0)

    // When
    while let next = command {
      switch next {
      case .perform(let step, let input, _):
        stages += 1
        guard case .chain(let body) = step.body, let chain = try? body(input) else { return }
        command = machine.returned(.chain(chain), drive: machine.drive)
        deepest = max(deepest, machine.checkpoint.frames.count)
      case .ask: command = machine.proceed(drive: machine.drive)
      default: command = nil
      }
    }

    // Then
    #expect(stages == 1_000 && machine.phase == .ended)
    #expect(deepest == 1)
  }
}
