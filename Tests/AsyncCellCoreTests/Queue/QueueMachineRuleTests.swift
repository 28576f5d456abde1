import AsyncCellCore
import AsyncCellTesting
import Testing

/// Limits, order, giving way, and the backlog of the next lane.
@Suite(.timeLimit(.minutes(5)))
struct QueueMachineRuleTests {
  // MARK: Limits

  @Test(arguments: [(-1, 9), (0, 0), (1, 1), (4, 4), (20, 9)])
  func `INV-07: as many slots are asked for as the limit and the work allow`(limit: Int, slots: Int) {
    // Given
    var machine = TestMachine()
    let lane = machine.addLane(limit: limit)

    // When
    for work in 0..<9 { _ = machine.enqueue(work) }

    // Then
    #expect(machine.takeSlots().count == slots)
    for _ in 0..<slots { #expect(machine.next(inLane: lane, releasing: false) != nil) }
    #expect(machine.takeSlots().isEmpty)
    #expect(machine.figures(ofLane: lane).waiting == 9 - slots)
  }

  @Test func `INV-29: a limit raised at run time brings slots, a lowered one sends them away`() {
    // Given
    var machine = TestMachine()
    let lane = machine.addLane(limit: 0)
    for work in 0..<6 { _ = machine.enqueue(work) }
    #expect(machine.takeSlots().isEmpty)

    // When, then
    machine.setLimit(3, ofLane: lane)
    #expect(machine.takeSlots().count == 3)
    for _ in 0..<3 { #expect(machine.next(inLane: lane, releasing: false) != nil) }
    machine.setLimit(1, ofLane: lane)
    #expect(machine.next(inLane: lane, releasing: true) == nil)
    #expect(machine.next(inLane: lane, releasing: true) == nil)
    #expect(machine.next(inLane: lane, releasing: true) != nil)
    #expect(machine.figures(ofLane: lane).slots == 1)
    machine.setLimit(-1, ofLane: lane)
    #expect(machine.takeSlots().count == 2)
  }

  @Test func `INV-07: a lowered limit is obeyed at the next job boundary`() {
    // Given
    var machine = TestMachine()
    let lane = machine.addLane(limit: 2)
    let ids = [machine.enqueue(1), machine.enqueue(2)]
    for _ in ids { _ = machine.next(inLane: lane, releasing: false) }

    // When
    machine.setLimit(1, ofLane: lane)

    // Then
    #expect(machine.mayProceed(ids[1], attempt: 1, to: lane) == false)
    machine.yielded(ids[1], attempt: 1, start: TestStart(job: 1), lane: lane, next: nil, cost: 0)
    #expect(machine.next(inLane: lane, releasing: true) == nil)
    #expect(machine.mayProceed(ids[0], attempt: 1, to: lane) == true)
    #expect(machine.statistics.yielded == 0)
  }

  @Test func `INV-27: in a suspended machine nothing starts, and what was on its way ends`() {
    // Given
    var machine = TestMachine()
    let lane = machine.addLane(limit: 2)
    let id = machine.enqueue(1)
    #expect(machine.takeSlots().count == 1)

    // When
    machine.setSuspended(true)

    // Then
    #expect(machine.next(inLane: lane, releasing: false) == nil)
    machine.setLimit(8, ofLane: lane)
    #expect(machine.takeSlots().isEmpty)
    machine.setSuspended(false)
    #expect(machine.takeSlots().count == 1)
    #expect(machine.next(inLane: lane, releasing: false)?.entry == id)
  }

  // MARK: Order

  @Test func `INV-09 30: the classes start in their order, each in its own`() {
    // Given
    var machine = TestMachine()
    let lane = machine.addLane(limit: 1)
    let priorities: [(CellPriority, Int)] = [
      (.offscreen(distance: 2), 9), (.offscreen(distance: 1), 8), (.offscreen(distance: 1), 7),
      (.prefetch(distance: 4), 6), (.prefetch(distance: 1), 4), (.prefetch(distance: 1), 5), (.prepared, 3),
      (.landing, 2), (.visible, 0), (.visible, 1),
    ]
    for (sequence, (priority, place)) in priorities.enumerated() {
      _ = machine.enqueue(place, lane: lane, next: nil, order: priority.order(sequence: UInt64(sequence)))
    }

    // When
    var works: [Int] = []
    while let admission = machine.next(inLane: lane, releasing: !works.isEmpty) { works.append(admission.work) }

    // Then
    #expect(works == Array(0..<10))
  }

  // MARK: Giving way

  @Test(arguments: CellPriority.Rank.allCases, CellPriority.Rank.allCases)
  func `A chain gives way only to a strictly better class`(mine: CellPriority.Rank, other: CellPriority.Rank) {
    // Given
    func priority(_ rank: CellPriority.Rank, near: Bool) -> CellPriority {
      switch rank {
      case .visible: .visible
      case .landing: .landing
      case .prepared: .prepared
      case .prefetch: .prefetch(distance: near ? 0 : 9)
      case .offscreen: .offscreen(distance: near ? 0 : 9)
      }
    }
    var machine = TestMachine()
    let lane = machine.addLane(limit: 1)
    let id = machine.enqueue(2, priority(mine, near: false))
    _ = machine.next(inLane: lane, releasing: false)
    _ = machine.enqueue(1, priority(other, near: true))

    // When
    let mayProceed = machine.mayProceed(id, attempt: 1, to: lane)

    // Then
    #expect(mayProceed == (mine <= other))
    #expect(machine.statistics.yielded == (mayProceed ? 0 : 1))
  }

  @Test func `No more chains give way than there is better work`() {
    // Given
    var machine = TestMachine()
    let lane = machine.addLane(limit: 4)
    let ids = (0..<4).map { machine.enqueue($0, .offscreen) }
    for _ in ids { _ = machine.next(inLane: lane, releasing: false) }

    // When
    _ = machine.enqueue(10)
    _ = machine.enqueue(11)
    let answers = ids.map { machine.mayProceed($0, attempt: 1, to: lane) }

    // Then
    #expect(answers == [false, false, true, true])
    #expect(machine.statistics.yielded == 2)
    machine.yielded(ids[0], attempt: 1, start: TestStart(job: 1), lane: lane, next: nil, cost: 0)
    #expect(machine.next(inLane: lane, releasing: true)?.work == 10)
    machine.yielded(ids[1], attempt: 1, start: TestStart(job: 1), lane: lane, next: nil, cost: 0)
    #expect(machine.next(inLane: lane, releasing: true)?.work == 11)
    #expect(machine.mayProceed(ids[2], attempt: 1, to: lane) == true)
  }

  @Test func `A chain does not give way while a slot is free or on its way`() {
    // Given
    var machine = TestMachine()
    let lane = machine.addLane(limit: 2)
    let id = machine.enqueue(1, .offscreen)
    _ = machine.next(inLane: lane, releasing: false)

    // When
    _ = machine.enqueue(2)

    // Then
    #expect(machine.mayProceed(id, attempt: 1, to: lane) == true)
  }

  @Test func `A chain that changes lanes waits there, without having given way`() {
    // Given
    var machine = TestMachine()
    let (lane, other) = (machine.addLane(limit: 1), machine.addLane(limit: 1))
    let id = machine.enqueue(1, next: other)
    _ = machine.next(inLane: lane, releasing: false)
    _ = machine.takeEffects()

    // When
    #expect(machine.mayProceed(id, attempt: 1, to: other) == false)
    machine.yielded(id, attempt: 1, start: TestStart(job: 1), lane: other, next: nil, cost: 0)

    // Then
    #expect(machine.takeSlots() == [other])
    #expect(machine.statistics.yielded == 0)
    #expect(machine.next(inLane: other, releasing: false)?.start == TestStart(job: 1))
  }

  // MARK: The next lane's backlog

  @Test func `Off screen nothing sets out for a lane with too long a backlog, on screen it does`() {
    // Given
    var machine = TestMachine()
    let (lane, next) = (machine.addLane(limit: 8), machine.addLane(limit: 2))
    for work in 0..<7 { _ = machine.enqueue(work, lane: next) }
    _ = machine.takeEffects()

    // When
    let hidden = machine.enqueue(10, .prefetch(), lane: lane, next: next)

    // Then
    #expect(machine.takeSlots().isEmpty)
    let shown = machine.enqueue(11, .landing, lane: lane, next: next)
    #expect(machine.takeSlots() == [lane])
    #expect(machine.next(inLane: lane, releasing: false)?.entry == shown)
    // Three leave the backlog: four is twice the limit, and no more than that.
    #expect(machine.next(inLane: next, releasing: false) != nil)
    #expect(machine.next(inLane: next, releasing: false) != nil)
    #expect(machine.takeSlots().isEmpty)
    #expect(machine.next(inLane: next, releasing: true) != nil)
    #expect(machine.takeSlots() == [lane])
    #expect(machine.next(inLane: lane, releasing: false)?.entry == hidden)
  }

  @Test func `What is raised to the screen sets out all the same`() {
    // Given
    var machine = TestMachine()
    let (lane, next) = (machine.addLane(limit: 8), machine.addLane(limit: 0))
    _ = machine.enqueue(1, lane: next)
    let id = machine.enqueue(2, .offscreen, lane: lane, next: next)
    #expect(machine.takeSlots().isEmpty)

    // When
    machine.setOrder(CellPriority.visible.order(sequence: 3), of: id)

    // Then
    #expect(machine.takeSlots() == [lane])
  }

  @Test func `INV-28: lanes whose chains go on to each other do not wait for each other for ever`() {
    // Given
    var machine = TestMachine()
    let lanes = [machine.addLane(limit: 1), machine.addLane(limit: 1)]

    // When
    for work in 0..<10 { for lane in lanes { _ = machine.enqueue(work, .offscreen, lane: lane, next: 1 - lane) } }

    // Then
    #expect(machine.takeSlots().sorted() == lanes)
    for lane in lanes { #expect(machine.next(inLane: lane, releasing: false) != nil) }
  }

  @Test func `INV-28: nor do chains that have begun already`() {
    // Given
    var machine = TestMachine()
    let lanes = [machine.addLane(limit: 4), machine.addLane(limit: 4)]
    let ids = (0..<16).map { work in machine.enqueue(work, .offscreen, lane: work % 2) }
    for lane in lanes { machine.setLimit(8, ofLane: lane) }
    for _ in 0..<8 { for lane in lanes { _ = machine.next(inLane: lane, releasing: false) } }

    // When
    for lane in lanes { machine.setLimit(1, ofLane: lane) }
    for (work, id) in ids.enumerated() {
      machine.yielded(id, attempt: 1, start: TestStart(job: 1), lane: 1 - work % 2, next: work % 2, cost: 1)
    }

    // Then
    for lane in lanes {
      for _ in 0..<7 { #expect(machine.next(inLane: lane, releasing: true) == nil) }
      #expect(machine.next(inLane: lane, releasing: true) != nil)
    }
  }
}
