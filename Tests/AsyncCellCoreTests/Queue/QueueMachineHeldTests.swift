import AsyncCellCore
import AsyncCellTesting
import Testing

/// The budget of values held between two jobs.
@Suite(.timeLimit(.minutes(5)))
struct QueueMachineHeldTests {
  /// Chains that have done their first job and hold something on their way to the second lane, which is paused.
  private func machine(limit: Int, _ holders: [(CellPriority, cost: Int)]) -> (TestMachine, [TestMachine.EntryID]) {
    var machine = TestMachine()
    let (lane, next) = (machine.addLane(limit: 8), machine.addLane(limit: 0))
    machine.setHeldCostLimit(limit)
    let ids = holders.enumerated().map { machine.enqueue($0.offset, $0.element.0, lane: lane, next: next) }
    machine.setLimit(8, ofLane: next)
    for _ in ids { _ = machine.next(inLane: lane, releasing: false) }
    machine.setLimit(0, ofLane: next)
    for (id, holder) in zip(ids, holders) {
      machine.yielded(id, attempt: 1, start: TestStart(job: 1, failures: 2), lane: next, next: nil, cost: holder.cost)
      machine.slotEnded(inLane: lane, releasing: true)
    }
    _ = machine.takeEffects()
    return (machine, ids)
  }

  @Test func `INV-26: over the budget the least wanted begins again, its failures still counted`() {
    // Given
    var (machine, ids) = machine(limit: 100, [(.visible, 40), (.offscreen, 40), (.prepared, 20)])
    #expect(machine.heldCost == 100 && machine.statistics.restarted == 0)

    // When
    machine.setHeldCostLimit(99)

    // Then
    #expect(machine.heldCost == 60)
    #expect(machine.statistics.restarted == 1)
    machine.setHeldCostLimit(200)
    let admission = machine.next(inLane: 0, releasing: false)
    #expect(admission?.entry == ids[1])
    #expect(admission?.start == TestStart(job: 0, failures: 2))
    #expect(machine.fault == nil)
  }

  @Test func `What is suspended is wanted less than anything that goes on`() {
    // Given
    var (machine, ids) = machine(limit: 100, [(.visible, 50), (.offscreen, 50)])
    machine.suspend(ids[0])

    // When
    machine.setHeldCostLimit(60)

    // Then
    machine.resume(ids[0])
    machine.setLimit(8, ofLane: 1)
    #expect(machine.next(inLane: 1, releasing: false)?.entry == ids[1])
    #expect(machine.next(inLane: 0, releasing: false)?.start == TestStart(job: 0, failures: 2))
  }

  @Test func `The most wanted keeps what it holds, however much it is`() {
    // Given, when
    let (machine, _) = machine(limit: 10, [(.visible, 1_000), (.prefetch(), 5), (.offscreen, 0)])

    // Then
    #expect(machine.heldCost == 1_000)
    #expect(machine.statistics.restarted == 1)
    #expect(machine.fault == nil)
  }

  @Test func `INV-19: an absurd or negative cost neither overflows nor counts`() {
    let (machine, _) = machine(limit: .max, (0..<8).map { _ in (.visible, .max) } + [(.visible, -5)])
    #expect(machine.heldCost == 8 << 40)
    #expect(machine.fault == nil)
  }

  @Test func `INV-28: what had to let go waits until it could keep its value, and does not start over and over`() {
    // Given
    var (machine, ids) = machine(limit: 100, [(.visible, 80), (.visible, 60)])
    #expect(machine.statistics.restarted == 1)

    #expect(machine.takeSlots().isEmpty)

    // When
    machine.setLimit(8, ofLane: 1)

    // Then
    #expect(machine.next(inLane: 1, releasing: false)?.entry == ids[0])
    #expect(machine.takeSlots() == [1, 0])
    #expect(machine.next(inLane: 0, releasing: false)?.entry == ids[1])
  }

  @Test(arguments: ["cancel", "suspend", "lower", "budget"])
  func `INV-29: it starts as soon as the more wanted one is out of its way`(how: String) {
    // Given
    var (machine, ids) = machine(limit: 100, [(.visible, 80), (.visible, 60)])

    // When
    switch how {
    case "cancel": machine.cancel(ids[0])
    case "suspend": machine.suspend(ids[0])
    case "lower": machine.setOrder(CellPriority.offscreen.order(sequence: 5), of: ids[0])
    default: machine.setHeldCostLimit(140)
    }

    // Then
    #expect(machine.takeSlots() == [0])
    #expect(machine.fault == nil)
  }

  @Test func `INV-16: a chain restarted while it backs off is still tried again, and counts on`() {
    // Given
    var machine = TestMachine()
    _ = machine.addLane(limit: 2)
    machine.setHeldCostLimit(10)
    let ids = [machine.enqueue(1), machine.enqueue(2, .offscreen)]
    for id in ids {
      _ = machine.next(inLane: 0, releasing: false)
      let start = TestStart(job: 3, failures: 1)
      #expect(machine.failedToBeRetried(id, attempt: 1, start: start, lane: 0, next: nil, cost: 9) == true)
      machine.slotEnded(inLane: 0, releasing: true)
    }

    // When
    for id in ids { machine.backoffElapsed(id, attempt: 1) }

    // Then
    #expect(machine.statistics.restarted == 1)
    #expect(machine.next(inLane: 0, releasing: false)?.start == TestStart(job: 3, failures: 1))
    #expect(machine.next(inLane: 0, releasing: false)?.start == TestStart(job: 0, failures: 1))
  }
}
