import AsyncCellCore
import Testing

private struct Failure: Error {}

extension WaterfallMachine {
  fileprivate static func of(
    _ jobs: Int = 2, retry: RetryPolicy? = nil, owner: Owner = .itself
  ) -> WaterfallMachine {
    var chain = Waterfall(0).then(jobs: (0..<jobs).map { Job("job \($0)") { $0 + 1 } })
    if let retry { chain = chain.retry(retry) }
    return WaterfallMachine(chain.erased, owner: owner)
  }

  /// Everything by which an event could have left a trace.
  fileprivate var trace: String {
    "\(phase) \(isSuspended) \(drive) \(token) \(inFlight ?? 0) \(hasPending) \(checkpoint.jobIndex)"
  }
}

extension WaterfallMachine.Command {
  fileprivate var name: String { "\(self)".prefix { $0 != "(" }.description }
}

@Suite(.timeLimit(.minutes(5)))
struct WaterfallMachineTests {
  private let value = StepResult.value(Box(1))

  @Test func `A chain is driven job by job to its end`() {
    var machine = WaterfallMachine.of(2)
    #expect(machine.phase == .idle)
    let entered = machine.enter()
    #expect(entered?.command.name == "perform")
    let ask = machine.returned(value, drive: machine.drive)
    let second = machine.proceed(drive: machine.drive)
    let end = machine.returned(value, drive: machine.drive)
    #expect([ask.name, second.name, end.name] == ["ask", "perform", "end"])
    #expect(machine.phase == .ended)
  }

  @Test func `An empty chain ends where it begins`() {
    var machine = WaterfallMachine.of(0)
    let entered = machine.enter()
    #expect(entered?.command.name == "end")
  }

  // MARK: Late and doubled events

  private enum Event: CaseIterable {
    case enter, returned, detached, complete, expire, proceed, moveOn, yield, failed, delayElapsed, suspend, resume,
      cancel
  }

  /// Sends an event that names an old drive and an old token; true if the machine answered with anything to do.
  private func sendLate(_ event: Event, to machine: inout WaterfallMachine, drive: UInt64, token: UInt64) -> Bool {
    switch event {
    case .enter: machine.enter() != nil
    case .returned: machine.returned(value, drive: drive).name != "leave"
    case .detached: machine.detached(drive: drive).name != "leave"
    case .complete: machine.complete(token, with: value, isStopped: false)
    case .expire: machine.expire(token, with: Failure())
    case .proceed: machine.proceed(drive: drive).name != "leave"
    case .moveOn: machine.moveOn(drive: drive)
    case .yield: machine.yield(drive: drive).name != "leave"
    case .failed:
      machine.failed(Failure(), policy: nil, isJobPolicy: false, isRetryable: true, drive: drive).name != "leave"
    case .delayElapsed: machine.delayElapsed()
    case .suspend: machine.suspend()
    case .resume: machine.resume()
    case .cancel: machine.cancel()
    }
  }

  @Test func `Once ended, every event gets the answer nothing`() {
    for event in Event.allCases {
      var machine = WaterfallMachine.of()
      _ = machine.enter()
      let (drive, token) = (machine.drive, machine.token)
      _ = machine.cancel()
      let before = machine.trace
      let answered = sendLate(event, to: &machine, drive: drive, token: token)
      #expect(!answered && machine.trace == before, "\(event)")
    }
  }

  @Test func `After a time-out, what the old body says gets the answer nothing`() {
    for event in [Event.returned, .detached, .complete, .expire, .proceed, .moveOn, .yield, .failed, .delayElapsed] {
      // Given a body that was overtaken by its time-out while a thread was inside it
      var machine = WaterfallMachine.of()
      _ = machine.enter()
      let (drive, token) = (machine.drive, machine.token)
      let expired = machine.expire(token, with: Failure())
      let before = machine.trace

      // When
      let answered = sendLate(event, to: &machine, drive: drive, token: token)

      // Then
      #expect(expired && !answered && machine.trace == before, "\(event)")
    }
  }

  @Test func `In the middle of a job, only its own events are heard`() {
    for event in [Event.enter, .complete, .expire, .delayElapsed, .resume] {
      var machine = WaterfallMachine.of()
      _ = machine.enter()
      let before = machine.trace
      let answered = sendLate(event, to: &machine, drive: machine.drive &- 1, token: machine.token &- 1)
      #expect(!answered && machine.trace == before, "\(event)")
    }
  }

  @Test func `A job hands over once`() {
    var machine = WaterfallMachine.of()
    _ = machine.enter()
    let left = machine.detached(drive: machine.drive)
    let first = machine.complete(machine.token, with: value, isStopped: false)
    let second = machine.complete(machine.token, with: .failure(Failure()), isStopped: false)
    let late = machine.expire(machine.token, with: Failure())
    let entered = machine.enter()
    #expect(left.name == "leave")
    #expect(first && !second && !late)
    #expect(entered?.command.name == "ask")
  }

  @Test func `What was handed over before a throw counts, but not that the hand-off was dropped`() {
    for (earlier, expected) in [(value, "ask"), (.dropped(Failure()), "consult")] {
      var machine = WaterfallMachine.of()
      _ = machine.enter()
      _ = machine.complete(machine.token, with: earlier, isStopped: false)
      let command = machine.returned(.failure(Failure()), drive: machine.drive)
      #expect(command.name == expected)
    }
  }

  @Test func `A second thread that comes while a retry waits does not shorten the delay`() {
    // Given
    var machine = WaterfallMachine.of()
    _ = machine.enter()
    _ = machine.returned(.failure(Failure()), drive: machine.drive)
    let waits = machine.failed(
      Failure(), policy: RetryPolicy(), isJobPolicy: false, isRetryable: true, drive: machine.drive)

    // When
    let early = machine.enter()

    // Then
    #expect(waits.name == "backOff" && machine.phase == .backingOff)
    #expect(early == nil)
    let due = machine.delayElapsed()
    let again = machine.delayElapsed()
    #expect(due && !again)
    let entered = machine.enter()
    #expect(entered?.command.name == "perform")
  }

  // MARK: Suspended

  @Test func `A run of its own waits where it is, one of a queue gives its checkpoint back`() {
    for (owner, expected) in [(WaterfallMachine.Owner.itself, "leave"), (.queue, "end")] {
      var machine = WaterfallMachine.of(owner: owner)
      _ = machine.enter()
      _ = machine.suspend()
      let command = machine.returned(value, drive: machine.drive)
      #expect(command.name == expected)
      if case .end(.yielded(let checkpoint)) = command {
        #expect(checkpoint.jobIndex == 1 && checkpoint.jobName == "job 1")
      }
    }
  }

  @Test func `A delay that ends while the run is suspended waits for the resume`() {
    var machine = WaterfallMachine.of()
    _ = machine.enter()
    _ = machine.returned(.failure(Failure()), drive: machine.drive)
    _ = machine.failed(Failure(), policy: RetryPolicy(), isJobPolicy: false, isRetryable: true, drive: machine.drive)
    _ = machine.suspend()
    let elapsed = machine.delayElapsed()
    let entered = machine.enter()
    let resumed = machine.resume()
    #expect(!elapsed && entered == nil && resumed)
  }

  @Test func `A failure of a suspended run waits for the resume`() {
    var machine = WaterfallMachine.of()
    _ = machine.enter()
    _ = machine.suspend()
    let held = machine.returned(.failure(Failure()), drive: machine.drive)
    let late = machine.complete(machine.token, with: value, isStopped: false)
    let resumed = machine.resume()
    let entered = machine.enter()
    #expect(held.name == "leave" && !late && resumed)
    #expect(entered?.command.name == "consult")
  }

  @Test func `A checkpoint goes on at its job with its input`() {
    // Given a run that gives way after its first job
    var machine = WaterfallMachine.of(3, owner: .queue)
    _ = machine.enter()
    _ = machine.returned(.value(Box(41)), drive: machine.drive)
    guard case .end(.yielded(let checkpoint)) = machine.yield(drive: machine.drive) else {
      Issue.record("It did not yield.")
      return
    }

    // When
    var next = WaterfallMachine(Waterfall(0).erased, from: checkpoint, owner: .queue)
    guard case .perform(let step, let input, _)? = next.enter()?.command else {
      Issue.record("It did not go on.")
      return
    }

    // Then
    #expect(step.name == "job 1")
    #expect(input.unboxed(as: Int.self) == 41)
    #expect("\(checkpoint)" == "Checkpoint(job: job 1)")
  }
}
