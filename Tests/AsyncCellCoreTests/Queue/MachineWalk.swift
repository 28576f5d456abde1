import AsyncCellCore
import AsyncCellTesting

/// Chains run by a ``QueueMachine`` in a world of chance: slots that come late, bodies that outlive their operation,
/// timers, suspensions, cancellations, limits that change. Each step is checked against a model of its own.
struct MachineWalk {
  typealias ID = TestMachine.EntryID

  struct Chain {
    var lanes: [Int]
    var priority: CellPriority
    var isSuspended = false
    var isCancelled = false
    /// Its job in flight, or the next one.
    var job = 0
    /// The operation is suspended and waits to be resumed.
    var isLive = false
    var attempt: UInt32 = 0
  }

  /// A body in a slot. Its chain is nil once its operation has ended without it.
  struct Body {
    var lane: Int
    var id: ID?
    var attempt: UInt32
    var isToPark = false
    var isToCancel = false
  }

  var machine = TestMachine()
  var random: SeededGenerator
  var chains: [ID: Chain] = [:]
  var bodies: [Body] = []
  var slots: [Int]
  var timers: [ID: UInt32] = [:]
  var ended: Set<ID> = []
  var past: [(id: ID, attempt: UInt32)] = []
  var limits: [Int]
  var isSuspended = false
  var sequence = 0
  var faults: [String] = []
  var starts = 0
  /// Which entries are out of favour for what they hold is the machine's business: the model then looks away.
  let hasBudget: Bool
  /// Looks into the machine after each step, which takes its time, rather than after every eighth.
  let isThorough: Bool
  var steps = 0

  init(seed: UInt64, lanes: Int = 3, hasBudget: Bool) {
    random = SeededGenerator(seed: seed)
    self.hasBudget = hasBudget
    isThorough = seed.isMultiple(of: 5)
    limits = []
    slots = Array(repeating: 0, count: lanes)
    for lane in 0..<lanes {
      let limit = [-1, 0, 1, 4][Int.random(in: 0..<4, using: &random)]
      limits.append(limit)
      precondition(machine.addLane(limit: limit) == lane)
    }
    if hasBudget { machine.setHeldCostLimit(50) }
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func pick<Element>(_ items: [Element]) -> Element? { items.randomElement(using: &random) }

  // The order of a dictionary is not that of another process.
  var ids: [ID] { chains.keys.sorted { ($0.index, $0.generation) < ($1.index, $1.generation) } }

  mutating func randomPriority() -> CellPriority {
    let distance = Int.random(in: 0..<5, using: &random)
    return pick([.visible, .landing, .prepared, .prefetch(distance: distance), .offscreen(distance: distance)])
      ?? .visible
  }

  func next(of chain: Chain) -> Int? { chain.lanes[chain.job...].first { $0 != chain.lanes[chain.job] } }

  func order(_ priority: CellPriority) -> UInt64 { priority.order(sequence: UInt64(sequence)) }

  // MARK: Effects

  mutating func carryOut() {
    for effect in machine.takeEffects() {
      switch effect {
      case .addSlot(let lane):
        slots[lane] += 1
      case .suspendOperation(let id):
        if let index = bodies.firstIndex(where: { $0.id == id }) { bodies[index].isToPark = true }
      case .cancelOperation(let id):
        if let index = bodies.firstIndex(where: { $0.id == id }) {
          bodies[index].isToCancel = true
        } else if let chain = chains[id] {
          // Suspended alive: it ends at once.
          if machine.settled(id, attempt: chain.attempt, as: .cancelled) { fail("INV-17: a cancelled run was wanted") }
          forget(id)
        }
      case .cancelTimer(let id):
        if timers.removeValue(forKey: id) == nil { fail("INV-32: a timer was cancelled that was not set") }
      case .setPriority(let id):
        if bodies.allSatisfy({ $0.id != id }) { fail("a priority was sent to an entry that does not run") }
      case .letGo:
        break
      }
    }
  }

  mutating func forget(_ id: ID) {
    if let chain = chains.removeValue(forKey: id) { past.append((id, chain.attempt)) }
    timers[id] = nil
    ended.remove(id)
    if past.count > 50 { past.removeFirst() }
  }

  mutating func fail(_ text: String) { faults.append(text) }

  // MARK: Checks

  mutating func check() {
    steps += 1
    if isThorough || steps.isMultiple(of: 8), let fault = machine.fault { fail(fault) }
    for lane in limits.indices {
      let figures = machine.figures(ofLane: lane)
      let occupied = bodies.count { $0.lane == lane }
      if figures.occupied != occupied { fail("INV-08: \(figures.occupied) occupied, \(occupied) bodies") }
      if figures.slots != occupied + slots[lane] {
        fail("INV-08: \(figures.slots) slots, \(occupied) + \(slots[lane])")
      }
    }
    if machine.count != chains.count { fail("INV-26: \(machine.count) entries for \(chains.count) chains") }
  }

  /// An entry was admitted: it is the best that may start, and nothing that must not start.
  mutating func checkAdmission(_ admission: TestMachine.Admission, lane: Int) {
    starts += 1
    let occupied = machine.figures(ofLane: lane).occupied
    if limits[lane] >= 0, occupied > limits[lane] { fail("INV-07: \(occupied) run, \(limits[lane]) may") }
    if isSuspended { fail("INV-27: something started in a suspended queue") }
    guard let chain = chains[admission.entry] else { return fail("INV-14: an entry that is gone was started") }
    if chain.isCancelled { fail("INV-14: a cancelled entry was started") }
    if chain.isSuspended { fail("INV-27: a suspended entry was started") }
    if admission.isLive != chain.isLive { fail("INV-15: live is \(admission.isLive), not \(chain.isLive)") }
    guard !hasBudget else { return }
    if chain.lanes[chain.job] != lane { fail("an entry was started in another lane than its own") }
    if !admission.isLive, (admission.start?.job ?? 0) != chain.job { fail("INV-20: job \(chain.job) was to come") }
    for (id, other) in chains where machine.phase(of: id) == .waiting && other.lanes[other.job] == lane {
      guard let order = machine.order(of: id), order < admission.order, other.priority.isOnScreen else { continue }
      fail("INV-09: \(chain.priority) started before \(other.priority)")
    }
    guard admission.attempt == 1, !admission.isLive, !chain.priority.isOnScreen, let next = next(of: chain),
      limits[next] >= 0
    else { return }
    let backlog = machine.figures(ofLane: next).backlog
    if backlog > 2 * limits[next] { fail("an entry off screen set out for a lane with \(backlog) waiting") }
  }
}
