/// Somebody who wants the outcome of runs: a list, or a single request.
@MainActor
package protocol QueueSubscriber: AnyObject {
  /// A run it subscribes to has ended. Only bookkeeping: the app's code is called in ``flush()``.
  func runDidEnd(_ token: KeyToken, _ how: QueueEngine.Settled)

  /// A run it subscribes to has told how far it is.
  func runDidReport(_ token: KeyToken, _ progress: WorkProgress)

  /// Everything that has come in one hop has been told: deliver it.
  func flush()
}

/// The runs of one queue, seen from the main actor: which key, who subscribes, and how urgent that makes it.
@MainActor
final class RunTable {
  struct Subscription {
    let subscriber: any QueueSubscriber
    var priority: CellPriority
    var isSuspended: Bool
  }

  private struct Row {
    var token: KeyToken
    var generation: UInt32
    // Nearly every run has one subscriber; the others cost an array.
    var first: Subscription?
    var others: [Subscription] = []
    var effective = CellPriority.offscreen
    var isSuspended = false
  }

  private static let none = UInt32.max

  let keys: KeyTable
  private var rows: ContiguousArray<Row?> = []
  private var rowByToken: ContiguousArray<UInt32> = []
  private(set) var count = 0

  init(keys: KeyTable) {
    self.keys = keys
  }

  /// The entry of a key's run, if it has one.
  func entry(of token: KeyToken) -> QueueEngine.Machine.EntryID? {
    guard Int(token.index) < rowByToken.count, rowByToken[Int(token.index)] != Self.none,
      let row = rows[Int(rowByToken[Int(token.index)])]
    else { return nil }
    return QueueEngine.Machine.EntryID(index: rowByToken[Int(token.index)], generation: row.generation)
  }

  func token(of entry: QueueEngine.Machine.EntryID) -> KeyToken? {
    guard Int(entry.index) < rows.count, let row = rows[Int(entry.index)], row.generation == entry.generation else {
      return nil
    }
    return row.token
  }

  func add(_ entry: QueueEngine.Machine.EntryID, token: KeyToken, _ subscription: Subscription) {
    while rows.count <= Int(entry.index) { rows.append(nil) }
    while rowByToken.count <= Int(token.index) { rowByToken.append(Self.none) }
    keys.retain(token)
    rows[Int(entry.index)] = Row(
      token: token, generation: entry.generation, first: subscription, effective: subscription.priority,
      isSuspended: subscription.isSuspended)
    rowByToken[Int(token.index)] = entry.index
    count += 1
  }

  /// Takes a run out and says who subscribed to it, in the order of subscription.
  func remove(_ entry: QueueEngine.Machine.EntryID) -> [Subscription] {
    guard let token = token(of: entry), let row = rows[Int(entry.index)] else { return [] }
    rows[Int(entry.index)] = nil
    rowByToken[Int(token.index)] = Self.none
    count -= 1
    if count == 0, rows.count > 4096 {
      rows = []
      rowByToken = []
    }
    keys.release(token)
    return (row.first.map { [$0] } ?? []) + row.others
  }

  func subscribers(of entry: QueueEngine.Machine.EntryID) -> [Subscription] {
    guard token(of: entry) != nil, let row = rows[Int(entry.index)] else { return [] }
    return (row.first.map { [$0] } ?? []) + row.others
  }

  /// What a change among the subscribers means for the run.
  enum Change: Equatable {
    case nothing
    case priority(CellPriority)
    case suspend
    /// With the priority it goes on with.
    case resume(CellPriority)
    /// The last subscriber has left.
    case cancel
  }

  /// Adds, changes or removes (nil) the subscription of one subscriber.
  func update(
    _ entry: QueueEngine.Machine.EntryID, _ subscriber: any QueueSubscriber, to subscription: Subscription?
  ) -> Change {
    guard token(of: entry) != nil, var row = rows[Int(entry.index)] else { return .nothing }
    if row.first?.subscriber === subscriber {
      row.first = subscription
      if subscription == nil, !row.others.isEmpty { row.first = row.others.removeFirst() }
    } else if let index = row.others.firstIndex(where: { $0.subscriber === subscriber }) {
      if let subscription {
        row.others[index] = subscription
      } else {
        row.others.remove(at: index)
      }
    } else if let subscription {
      row.others.append(subscription)
    }
    let change = Self.reconsider(&row)
    rows[Int(entry.index)] = row
    return change
  }

  /// The most urgent wish of those who want the run to go on counts.
  private static func reconsider(_ row: inout Row) -> Change {
    guard let first = row.first else { return .cancel }
    var best: CellPriority? = first.isSuspended ? nil : first.priority
    for other in row.others where !other.isSuspended {
      best = best.map { min($0, other.priority) } ?? other.priority
    }
    guard let best else {
      defer { row.isSuspended = true }
      return row.isSuspended ? .nothing : .suspend
    }
    defer {
      row.isSuspended = false
      row.effective = best
    }
    if row.isSuspended { return .resume(best) }
    return best == row.effective ? .nothing : .priority(best)
  }

  func subscription(of entry: QueueEngine.Machine.EntryID, _ subscriber: any QueueSubscriber) -> Subscription? {
    guard token(of: entry) != nil, let row = rows[Int(entry.index)] else { return nil }
    if let first = row.first, first.subscriber === subscriber { return first }
    return row.others.first { $0.subscriber === subscriber }
  }

  func effectivePriority(of entry: QueueEngine.Machine.EntryID) -> CellPriority? {
    guard token(of: entry) != nil else { return nil }
    return rows[Int(entry.index)]?.effective
  }

  var allEntries: [QueueEngine.Machine.EntryID] {
    rows.enumerated().compactMap { index, row in
      row.map { QueueEngine.Machine.EntryID(index: UInt32(index), generation: $0.generation) }
    }
  }

  /// The queue is no more.
  func releaseKeys() {
    for row in rows { if let row { keys.release(row.token) } }
    rows = []
    rowByToken = []
    count = 0
  }
}
