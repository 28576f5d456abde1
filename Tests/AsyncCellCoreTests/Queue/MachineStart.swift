import AsyncCellCore

/// Where the work of a machine test begins: at which job, after how many failures.
struct TestStart: QueueStart, Equatable {
  var job: Int
  var failures = 0

  func fromTheBeginning() -> TestStart { TestStart(job: 0, failures: failures) }
}

typealias TestMachine = QueueMachine<Int, TestStart>

extension QueueMachine {
  /// What the machine has asked for since the last call.
  mutating func takeEffects() -> ContiguousArray<Effect> {
    defer { effects = [] }
    return effects
  }

  /// The slots asked for since the last call, by lane.
  mutating func takeSlots() -> [Int] {
    takeEffects().compactMap { if case .addSlot(let lane) = $0 { lane } else { nil } }
  }
}

extension QueueMachine where Work == Int {
  /// Enqueues with the order that a queue would give it.
  mutating func enqueue(_ work: Int, _ priority: CellPriority = .visible, lane: Int = 0, next: Int? = nil) -> EntryID {
    enqueue(work, lane: lane, next: next, order: priority.order(sequence: UInt64(work)))
  }
}
