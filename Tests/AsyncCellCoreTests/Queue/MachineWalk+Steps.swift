import AsyncCellCore

extension MachineWalk {
  mutating func step() {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<14: enqueue()
    case 14..<34: serveSlot()
    case 34..<64: moveBody()
    case 64..<70: cancel()
    case 70..<78: reprioritize()
    case 78..<84: suspendOrResume()
    case 84..<88: elapse()
    case 88..<92: release()
    case 92..<95: setLimit()
    case 95..<97: lateEvent()
    case 97..<98:
      isSuspended.toggle()
      machine.setSuspended(isSuspended)
    default:
      if hasBudget { machine.setHeldCostLimit(Int.random(in: 0..<100, using: &random)) }
    }
    carryOut()
    check()
  }

  /// Brings everything to its end: nothing may be left.
  mutating func drain() {
    isSuspended = false
    machine.setSuspended(false)
    for lane in limits.indices {
      limits[lane] = max(1, limits[lane])
      machine.setLimit(limits[lane], ofLane: lane)
    }
    carryOut()
    for id in ids { setSuspended(false, id) }
    var steps = 0
    while !chains.isEmpty || !bodies.isEmpty || slots.contains(where: { $0 > 0 }) {
      steps += 1
      guard steps < 50_000 else { return fail("INV-28: \(chains.count) chains never end") }
      serveSlot()
      moveBody()
      elapse()
      release()
      carryOut()
    }
    check()
    if machine.heldCost != 0 { fail("INV-26: \(machine.heldCost) bytes are held at the end") }
  }

  mutating func enqueue() {
    guard chains.count < 12 else { return }
    sequence += 1
    let lanes = (0..<Int.random(in: 1...4, using: &random)).map { _ in Int.random(in: 0..<limits.count, using: &random)
    }
    var chain = Chain(lanes: lanes, priority: randomPriority())
    chain.isSuspended = chance(10)
    let id = machine.enqueue(
      sequence, lane: lanes[0], next: next(of: chain), order: order(chain.priority), isSuspended: chain.isSuspended)
    chains[id] = chain
  }

  mutating func serveSlot() {
    guard let lane = pick(limits.indices.filter { slots[$0] > 0 }) else { return }
    slots[lane] -= 1
    // The app has cancelled the operations of its queue.
    if chance(5) { return machine.slotEnded(inLane: lane, releasing: false) }
    ask(lane, releasing: false)
  }

  mutating func ask(_ lane: Int, releasing: Bool) {
    guard let admission = machine.next(inLane: lane, releasing: releasing) else { return }
    bodies.append(Body(lane: lane, id: admission.entry, attempt: admission.attempt))
    chains[admission.entry]?.attempt = admission.attempt
    if hasBudget, let job = admission.start?.job ?? (admission.isLive ? nil : 0) { chains[admission.entry]?.job = job }
    checkAdmission(admission, lane: lane)
    chains[admission.entry]?.isLive = false
  }

  /// A body does what it can: ends, gives way, fails, parks, or is left behind by its operation.
  mutating func moveBody() {
    guard let index = bodies.indices.randomElement(using: &random) else { return }
    let body = bodies[index]
    guard let id = body.id, var chain = chains[id] else { return leave(index) }
    if body.isToCancel {
      if machine.settled(id, attempt: body.attempt, as: .cancelled) { fail("INV-17: a cancelled run was wanted") }
      forget(id)
      // Its body may go on for a while.
      if chance(50) { bodies[index].id = nil } else { leave(index) }
      return
    }
    if body.isToPark, chance(50) {
      chains[id]?.isLive = true
      machine.parked(id, attempt: body.attempt)
      return leave(index)
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: settle(id, body, as: .failed)
    case 1:
      let cost = Int.random(in: 0..<30, using: &random)
      let start = TestStart(job: chain.job, failures: 1)
      if machine.failedToBeRetried(
        id, attempt: body.attempt, start: start, lane: chain.lanes[chain.job], next: next(of: chain), cost: cost)
      {
        timers[id] = body.attempt
      }
    case 2 where !body.isToPark: return
    default:
      guard chain.job + 1 < chain.lanes.count else {
        settle(id, body, as: .completed)
        break
      }
      chain.job += 1
      let lane = chain.lanes[chain.job]
      let yielded = machine.statistics.yielded
      let better = chains.contains {
        machine.phase(of: $0.key) == .waiting && $0.value.priority.rank < chain.priority.rank
      }
      chains[id] = chain
      if machine.mayProceed(id, attempt: body.attempt, to: lane) {
        if lane != body.lane { fail("a chain went on in a lane that it was not admitted to") }
        return
      }
      if machine.statistics.yielded > yielded, !better { fail("a chain gave way to nothing better") }
      machine.yielded(
        id, attempt: body.attempt, start: TestStart(job: chain.job), lane: lane, next: next(of: chain),
        cost: Int.random(in: 0..<40, using: &random))
    }
    leave(index)
  }

  mutating func leave(_ index: Int) {
    let lane = bodies.remove(at: index).lane
    if chance(10) { machine.slotEnded(inLane: lane, releasing: true) } else { ask(lane, releasing: true) }
  }

  mutating func settle(_ id: ID, _ body: Body, as end: TestMachine.End) {
    if machine.settled(id, attempt: body.attempt, as: end) {
      ended.insert(id)
    } else {
      fail("an outcome was not wanted")
    }
  }

  mutating func release() {
    guard let id = ended.sorted(by: { $0.index < $1.index }).first else { return }
    machine.release(id)
    forget(id)
  }

  mutating func cancel() {
    guard let id = pick(ids), chains[id]?.isCancelled == false else { return }
    machine.cancel(id)
    chains[id]?.isCancelled = true
    carryOut()
    if machine.phase(of: id) == nil { forget(id) }
  }

  mutating func reprioritize() {
    guard let id = pick(ids) else { return }
    sequence += 1
    let priority = randomPriority()
    chains[id]?.priority = priority
    machine.setOrder(order(priority), of: id)
  }

  mutating func suspendOrResume() {
    guard let id = pick(ids), let chain = chains[id] else { return }
    setSuspended(!chain.isSuspended, id)
  }

  mutating func setSuspended(_ isSuspended: Bool, _ id: ID) {
    chains[id]?.isSuspended = isSuspended
    if isSuspended { machine.suspend(id) } else { machine.resume(id) }
    carryOut()
  }

  mutating func elapse() {
    guard let (id, attempt) = timers.min(by: { $0.key.index < $1.key.index }) else { return }
    timers[id] = nil
    machine.backoffElapsed(id, attempt: attempt)
  }

  mutating func setLimit() {
    let lane = Int.random(in: 0..<limits.count, using: &random)
    limits[lane] = pick([-1, 0, 1, 2, 4]) ?? 4
    machine.setLimit(limits[lane], ofLane: lane)
  }

  /// What comes too late finds nothing changed.
  mutating func lateEvent() {
    guard let (id, attempt) = pick(past) else { return }
    let statistics = machine.statistics
    machine.cancel(id)
    machine.suspend(id)
    machine.parked(id, attempt: attempt)
    machine.backoffElapsed(id, attempt: attempt)
    machine.yielded(id, attempt: attempt, start: TestStart(job: 0), lane: 0, next: nil, cost: 9)
    if machine.settled(id, attempt: attempt, as: .failed) { fail("a late outcome was wanted") }
    machine.release(id)
    if machine.statistics != statistics || !machine.effects.isEmpty { fail("a late event did something") }
  }
}
