import AsyncCellCore
import Testing

/// Every state in which an operation can be, with what brings it there.
private enum Situation: String, CaseIterable {
  case idle, idleSuspended, idleCancelled, idleFinished
  case waiting, begun, returned, suspended, parked, cancelling
  case finishing, finished

  var machine: OperationMachine {
    var machine = OperationMachine()
    switch self {
    case .idle: break
    case .idleSuspended: _ = machine.suspend()
    case .idleCancelled: _ = machine.cancel()
    case .idleFinished: _ = machine.finish()
    case .waiting:
      _ = machine.suspend()
      _ = machine.start(isCancelled: false)
    case .begun: _ = machine.start(isCancelled: false)
    case .returned:
      _ = machine.start(isCancelled: false)
      machine.bodyEnded()
    case .suspended:
      _ = machine.start(isCancelled: false)
      _ = machine.suspend()
      machine.drain()
    case .parked:
      _ = machine.start(isCancelled: false)
      machine.bodyEnded()
      _ = machine.suspend()
      machine.drain()
      _ = machine.release()
    case .cancelling:
      _ = machine.start(isCancelled: false)
      _ = machine.cancel()
    case .finishing:
      _ = machine.start(isCancelled: false)
      _ = machine.finish()
    case .finished:
      _ = machine.start(isCancelled: false)
      _ = machine.finish()
      machine.settled()
    }
    return machine
  }
}

extension OperationMachine {
  fileprivate mutating func drain() {
    guard beginDraining() else { return }
    while nextHook() != nil {}
  }

  fileprivate mutating func answer(to event: String) -> String? {
    switch event {
    case "start": "\(start(isCancelled: false))"
    case "startCancelled": "\(start(isCancelled: true))"
    case "finish": "\(finish())"
    case "suspend": "\(suspend())"
    case "resume": "\(resume())"
    case "cancel": "\(cancel())"
    case "beginMain": "\(beginMain())"
    default: nil
    }
  }
}

@Suite(.timeLimit(.minutes(5)))
struct OperationMachineTests {
  // Situation, then for each event the answer and the phase after it.
  private static let table = """
    -             start                 startCancelled     finish           suspend           resume             cancel           beginMain
    idle          runMain/running       settle/finishing   false/idle       nothing/idle      nothing/idle       false/idle       false/idle
    idleSuspended waitForResume/running settle/finishing   false/idle       nothing/idle      nothing/idle       false/idle       false/idle
    idleCancelled settle/finishing      settle/finishing   false/idle       nothing/idle      nothing/idle       false/idle       false/idle
    idleFinished  settle/finishing      settle/finishing   false/idle       nothing/idle      nothing/idle       false/idle       false/idle
    waiting       ignore/running        ignore/running     true/finishing   nothing/running   runMain/running    true/finishing   false/running
    begun         ignore/running        ignore/running     true/finishing   notify/running    nothing/running    false/running    false/running
    returned      ignore/running        ignore/running     true/finishing   notify/running    nothing/running    false/running    false/running
    suspended     ignore/running        ignore/running     true/finishing   nothing/running   notify/running     false/running    false/running
    parked        ignore/running        ignore/running     true/finishing   nothing/running   notify/running     false/running    false/running
    cancelling    ignore/running        ignore/running     true/finishing   nothing/running   nothing/running    false/running    false/running
    finishing     ignore/finishing      ignore/finishing   false/finishing  nothing/finishing nothing/finishing  false/finishing  false/finishing
    finished      ignore/finished       ignore/finished    false/finished   nothing/finished  nothing/finished   false/finished   false/finished
    """

  @Test func `Each event in each phase has its answer`() throws {
    let rows = Self.table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let events = try #require(rows.first).dropFirst()
    #expect(rows.count == Situation.allCases.count + 1)
    for row in rows.dropFirst() {
      let situation = try #require(Situation(rawValue: row[0]))
      for (event, expected) in zip(events, row.dropFirst()) {
        var machine = situation.machine

        let answer = machine.answer(to: event)

        #expect("\(answer ?? "no such event")/\(machine.phase)" == expected, "\(situation), \(event)")
      }
    }
  }

  @Test func `The flags that Foundation asks for follow the phase`() {
    let executing = Set(Situation.allCases.filter(\.machine.isExecuting))
    #expect(executing == [.waiting, .begun, .returned, .suspended, .parked, .cancelling, .finishing])
    #expect(Situation.allCases.filter(\.machine.isFinished) == [.finished])
    #expect(Situation.allCases.filter(\.machine.isRunning) == [.begun, .returned, .cancelling])
    #expect(Situation.allCases.filter(\.machine.isSuspended) == [.idleSuspended, .waiting, .suspended, .parked])
    #expect(Situation.allCases.filter(\.machine.holdsBack) == [.suspended, .parked])
    // INV-21
    #expect(Situation.allCases.allSatisfy { !($0.machine.isExecuting && $0.machine.isFinished) })
  }

  @Test func `Hooks come in the order of the calls, one caller at a time`() {
    // Given
    var machine = Situation.begun.machine
    _ = machine.suspend()

    // When somebody is calling hooks
    let isFirst = machine.beginDraining()
    _ = machine.resume()
    _ = machine.cancel()

    // Then nobody else does, and none is lost
    let isSecond = machine.beginDraining()
    let hooks = (0..<4).map { _ in machine.nextHook() }
    let isThird = machine.beginDraining()
    #expect(isFirst && !isSecond && !isThird)
    #expect(hooks == [.suspended, .resumed, .cancelled, nil])
  }

  @Test func `A slot is given back once, and only when no body is left`() {
    // Given an operation with a body of its own and one outside
    var machine = Situation.begun.machine
    machine.bodyBegan()
    _ = machine.finish()
    machine.settled()
    machine.finishTold()

    // When they end one by one
    let answers = (0..<3).map { _ in
      let answer = machine.release()
      machine.bodyEnded()
      return answer
    }

    // Then
    let afterwards = machine.release()
    #expect(answers == [.none, .none, .ended])
    #expect(afterwards == .none)
  }

  @Test func `The end of the body is not told before the end of the operation`() {
    var machine = Situation.returned.machine
    _ = machine.finish()
    machine.settled()
    let early = machine.release()
    machine.finishTold()
    let due = machine.release()
    #expect(early == .none)
    #expect(due == .ended)
  }

  @Test func `A suspended operation parks when its body has returned, again after each resume`() {
    var machine = Situation.suspended.machine
    var answers = [machine.release()]
    machine.bodyEnded()
    answers += [machine.release(), machine.release()]
    _ = machine.resume()
    machine.drain()
    answers.append(machine.release())
    _ = machine.suspend()
    machine.drain()
    answers.append(machine.release())
    #expect(answers == [.none, .parked, .none, .none, .parked])
  }

  @Test func `An operation that was suspended before its start parks at once, and each time before it begins`() {
    var machine = Situation.waiting.machine
    let first = machine.release()
    let resumed = machine.resume()
    let second = machine.suspend()
    let isLate = machine.beginMain()
    _ = machine.resume()
    let begins = machine.beginMain()
    let beginsTwice = machine.beginMain()
    #expect(first == .parked && second == .parked)
    #expect(resumed == .runMain)
    #expect(!isLate && begins && !beginsTwice)
  }
}
