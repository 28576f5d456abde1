import AsyncCellCore
import AsyncCellTesting
import Testing

/// What each event does in each phase, and that late and doubled events do nothing.
@Suite(.timeLimit(.minutes(5)))
struct QueueMachineTests {
  enum Stage: CaseIterable { case waiting, running, parked, parkedAlive, waitingAlive, backingOff, dying, ended, gone }

  enum Event: CaseIterable {
    case cancel, suspend, resume, setOrder, release, yielded, parked, failed, elapsed, completed
  }

  /// A machine with one lane, and one entry in the given stage.
  private func machine(_ stage: Stage) -> (machine: TestMachine, id: TestMachine.EntryID, attempt: UInt32) {
    var machine = TestMachine()
    _ = machine.addLane(limit: 2)
    let id = machine.enqueue(1)
    var attempt: UInt32 = 0
    func admit() {
      if let admission = machine.next(inLane: 0, releasing: false) { attempt = admission.attempt }
    }
    switch stage {
    case .waiting:
      break
    case .running:
      admit()
    case .parked:
      machine.suspend(id)
    case .parkedAlive, .waitingAlive:
      admit()
      machine.suspend(id)
      machine.parked(id, attempt: attempt)
      if stage == .waitingAlive { machine.resume(id) }
    case .backingOff:
      admit()
      _ = machine.failedToBeRetried(id, attempt: attempt, start: TestStart(job: 1), lane: 0, next: nil, cost: 5)
    case .dying:
      admit()
      machine.cancel(id)
    case .ended, .gone:
      admit()
      _ = machine.settled(id, attempt: attempt, as: .completed)
      if stage == .gone { machine.release(id) }
    }
    _ = machine.takeEffects()
    return (machine, id, attempt)
  }

  private func apply(_ event: Event, to machine: inout TestMachine, _ id: TestMachine.EntryID, _ attempt: UInt32) {
    switch event {
    case .cancel: machine.cancel(id)
    case .suspend: machine.suspend(id)
    case .resume: machine.resume(id)
    case .setOrder: machine.setOrder(CellPriority.offscreen.order(sequence: 9), of: id)
    case .release: machine.release(id)
    case .yielded: machine.yielded(id, attempt: attempt, start: TestStart(job: 2), lane: 0, next: nil, cost: 7)
    case .parked: machine.parked(id, attempt: attempt)
    case .failed:
      _ = machine.failedToBeRetried(id, attempt: attempt, start: TestStart(job: 2), lane: 0, next: nil, cost: 7)
    case .elapsed: machine.backoffElapsed(id, attempt: attempt)
    case .completed: _ = machine.settled(id, attempt: attempt, as: .completed)
    }
  }

  /// The phase after an event; what is not listed leaves the phase as it was.
  private func expected(_ stage: Stage, _ event: Event) -> TestMachine.Phase? {
    let stays: TestMachine.Phase? =
      switch stage {
      case .waiting, .waitingAlive: .waiting
      case .running: .running
      case .parked, .parkedAlive: .parked
      case .backingOff: .backingOff
      case .dying: .dying
      case .ended: .ended
      case .gone: nil
      }
    switch (stage, event) {
    case (.waiting, .cancel), (.parked, .cancel), (.backingOff, .cancel), (.ended, .cancel), (.ended, .release):
      return nil
    case (.running, .cancel), (.parkedAlive, .cancel), (.waitingAlive, .cancel):
      return .dying
    case (.waiting, .suspend), (.waitingAlive, .suspend), (.backingOff, .suspend):
      return .parked
    case (.parked, .resume), (.parkedAlive, .resume):
      return .waiting
    case (.running, .yielded), (.running, .parked):
      return .waiting
    case (.running, .failed):
      return .backingOff
    case (.backingOff, .elapsed):
      return .waiting
    case (.running, .completed), (.parkedAlive, .completed), (.waitingAlive, .completed):
      return .ended
    case (.dying, .yielded), (.dying, .failed), (.dying, .completed):
      return nil
    default:
      return stays
    }
  }

  @Test(arguments: Stage.allCases, Event.allCases)
  func `INV-25: every event does one thing in every phase`(stage: Stage, event: Event) {
    // Given
    var (machine, id, attempt) = machine(stage)

    // When
    apply(event, to: &machine, id, attempt)

    // Then
    #expect(machine.phase(of: id) == expected(stage, event))
    #expect(machine.fault == nil)
  }

  @Test(arguments: Stage.allCases, Event.allCases)
  func `INV-25: an event comes twice as if it had come once`(stage: Stage, event: Event) {
    // Given
    var (machine, id, attempt) = machine(stage)
    apply(event, to: &machine, id, attempt)
    let phase = machine.phase(of: id)
    // Being resumed is one thing, and being suspended again another.
    guard !(stage == .running && event == .parked) || phase == .waiting else { return }
    let statistics = machine.statistics

    // When
    apply(event, to: &machine, id, attempt)

    // Then
    #expect(machine.phase(of: id) == phase)
    #expect(machine.statistics == statistics)
    #expect(machine.fault == nil)
  }

  @Test(arguments: Stage.allCases, Event.allCases)
  func `INV-25: what an older attempt says changes nothing`(stage: Stage, event: Event) {
    switch event {
    case .yielded, .parked, .failed, .elapsed, .completed: break
    case .cancel, .suspend, .resume, .setOrder, .release: return
    }
    // Given
    var (machine, id, attempt) = machine(stage)
    let (phase, statistics, cost) = (machine.phase(of: id), machine.statistics, machine.heldCost)

    // When
    apply(event, to: &machine, id, attempt &- 1)

    // Then
    #expect(machine.phase(of: id) == phase)
    #expect(machine.statistics == statistics)
    #expect(machine.heldCost == cost)
    #expect(machine.takeEffects().isEmpty)
  }

  @Test(arguments: Event.allCases)
  func `INV-13: an event for an entry that is gone does not touch the one in its place`(event: Event) {
    // Given
    var (machine, id, attempt) = machine(.gone)
    let other = machine.enqueue(2)
    let admission = machine.next(inLane: 0, releasing: true)
    #expect(other.index == id.index && other != id)
    let statistics = machine.statistics
    _ = machine.takeEffects()

    // When
    apply(event, to: &machine, id, max(attempt, admission?.attempt ?? 0))

    // Then
    #expect(machine.phase(of: other) == .running)
    #expect(machine.statistics == statistics)
    #expect(machine.takeEffects().isEmpty)
  }

  @Test func `A suspension that finds the entry running is sent once until it has stopped`() {
    // Given
    var (machine, id, attempt) = machine(.running)

    // When
    machine.suspend(id)
    machine.resume(id)
    machine.suspend(id)

    // Then
    #expect(machine.takeEffects().count == 1)
    machine.resume(id)
    machine.parked(id, attempt: attempt)
    #expect(machine.phase(of: id) == .waiting)
    let admission = machine.next(inLane: 0, releasing: true)
    #expect(admission?.isLive == true && admission?.attempt == attempt)
  }

  @Test func `INV-14: an entry suspended alive and resumed is cancelled with its operation`() {
    // Given
    var (machine, id, attempt) = machine(.waitingAlive)

    // When
    machine.cancel(id)

    // Then
    #expect(machine.phase(of: id) == .dying)
    #expect(machine.next(inLane: 0, releasing: true) == nil)
    let wasWanted = machine.settled(id, attempt: attempt, as: .cancelled)
    #expect(!wasWanted)
    #expect(machine.phase(of: id) == nil)
  }

  @Test func `INV-26: a table that was large is given back, and old names stay unknown`() {
    // Given
    var machine = TestMachine()
    _ = machine.addLane(limit: 0)
    let old = (0..<5_000).map { machine.enqueue($0) }

    // When
    machine.cancel(old)
    let new = (0..<5_000).map { machine.enqueue($0) }

    // Then
    #expect(Set(old).isDisjoint(with: new))
    #expect(old.allSatisfy { machine.phase(of: $0) == nil })
    #expect(machine.statistics.cancelled == 5_000)
    machine.cancelEverything()
    #expect(new.allSatisfy { machine.phase(of: $0) == nil })
    #expect(machine.fault == nil)
  }

  @Test func `INV-24: what is let go of leaves the machine as an effect`() {
    // Given
    var (machine, id, _) = machine(.backingOff)

    // When
    machine.cancel(id)

    // Then
    let remains = machine.takeEffects().compactMap { effect -> Int? in
      if case .letGo(1, let start) = effect { start?.job } else { nil }
    }
    #expect(remains == [1])
  }
}

extension Optional where Wrapped == TestMachine.Admission {
  static func == (left: Self, right: Self) -> Bool { left?.entry == right?.entry && left?.attempt == right?.attempt }
}
