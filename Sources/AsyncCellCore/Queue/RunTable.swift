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
  typealias EntryID = QueueEngine.Machine.EntryID

  private struct Row {
    var token: KeyToken
    var generation: UInt32
    var subscriptions: Subscriptions
    var effective: CellPriority
    var isSuspended: Bool
  }

  private static let none = UInt32.max

  let keys: KeyTable
  private var rows: ContiguousArray<Row?> = []
  private var rowByToken: ContiguousArray<UInt32> = []
  private(set) var count = 0
  /// Runs that were cancelled for everybody, who have not been told yet; their keys are kept until then.
  private var cancelled: [KeyToken: [Subscriptions]] = [:]
  private var cancelledOrder: [KeyToken] = []

  init(keys: KeyTable) {
    self.keys = keys
  }

  /// The entry of a key's run, if it has one.
  func entry(of token: KeyToken) -> EntryID? {
    guard Int(token.index) < rowByToken.count else { return nil }
    let index = rowByToken[Int(token.index)]
    guard index != Self.none, let generation = rows[Int(index)]?.generation else { return nil }
    return EntryID(index: index, generation: generation)
  }

  func token(of entry: EntryID) -> KeyToken? {
    guard isCurrent(entry) else { return nil }
    return rows[Int(entry.index)]?.token
  }

  private func isCurrent(_ entry: EntryID) -> Bool {
    Int(entry.index) < rows.count && rows[Int(entry.index)]?.generation == entry.generation
  }

  func add(_ entry: EntryID, token: KeyToken, _ subscription: Subscription) {
    while rows.count <= Int(entry.index) { rows.appendTightly(nil) }
    while rowByToken.count <= Int(token.index) { rowByToken.appendTightly(Self.none) }
    keys.retain(token)
    rows[Int(entry.index)] = Row(
      token: token, generation: entry.generation, subscriptions: Subscriptions(subscription),
      effective: subscription.priority, isSuspended: subscription.isSuspended)
    rowByToken[Int(token.index)] = entry.index
    count += 1
  }

  /// Takes a run out and says who subscribed to it.
  @discardableResult
  func remove(_ entry: EntryID) -> Subscriptions {
    guard isCurrent(entry), let row = rows[Int(entry.index)] else { return Subscriptions() }
    rows[Int(entry.index)] = nil
    rowByToken[Int(row.token.index)] = Self.none
    count -= 1
    if count == 0, rows.count > 4096 {
      rows = []
      rowByToken = []
    }
    keys.release(row.token)
    return row.subscriptions
  }

  /// Gives a run that one subscriber alone wants another key. False: others want it, or the key has a run.
  func move(_ old: KeyToken, to new: KeyToken, for subscriber: any QueueSubscriber) -> Bool {
    guard entry(of: new) == nil, let entry = entry(of: old), let row = rows[Int(entry.index)],
      row.subscriptions.count == 1, row.subscriptions.of(subscriber) != nil
    else { return false }
    while rowByToken.count <= Int(new.index) { rowByToken.appendTightly(Self.none) }
    keys.retain(new)
    rows[Int(entry.index)]?.token = new
    rowByToken[Int(new.index)] = entry.index
    rowByToken[Int(old.index)] = Self.none
    keys.release(old)
    return true
  }

  func subscriptions(of entry: EntryID) -> Subscriptions {
    guard isCurrent(entry) else { return Subscriptions() }
    return rows[Int(entry.index)]?.subscriptions ?? Subscriptions()
  }

  /// What a change among the subscribers means for the run.
  enum Change: Equatable {
    case nothing
    case priority(CellPriority)
    case suspend
    case resume(CellPriority)
    /// The last subscriber has left.
    case cancel
  }

  /// Adds, changes or removes (nil) the subscription of one subscriber.
  func update(_ entry: EntryID, _ subscriber: any QueueSubscriber, to subscription: Subscription?) -> Change {
    guard isCurrent(entry) else { return .nothing }
    rows[Int(entry.index)]?.subscriptions.set(subscriber, to: subscription)
    return reconsider(entry)
  }

  /// Changes the subscription of one subscriber, if it has one.
  func change(
    _ entry: EntryID, _ subscriber: any QueueSubscriber, _ body: (inout Subscription) -> Void
  ) -> Change {
    guard isCurrent(entry) else { return .nothing }
    rows[Int(entry.index)]?.subscriptions.change(subscriber, body)
    return reconsider(entry)
  }

  /// The most urgent wish of those who want the run to go on counts.
  private func reconsider(_ entry: EntryID) -> Change {
    let index = Int(entry.index)
    guard let subscriptions = rows[index]?.subscriptions, let wasSuspended = rows[index]?.isSuspended else {
      return .nothing
    }
    guard !subscriptions.isEmpty else { return .cancel }
    guard let best = subscriptions.mostUrgent else {
      rows[index]?.isSuspended = true
      return wasSuspended ? .nothing : .suspend
    }
    let old = rows[index]?.effective
    rows[index]?.isSuspended = false
    rows[index]?.effective = best
    if wasSuspended { return .resume(best) }
    return best == old ? .nothing : .priority(best)
  }

  func subscription(of entry: EntryID, _ subscriber: any QueueSubscriber) -> Subscription? {
    guard isCurrent(entry) else { return nil }
    return rows[Int(entry.index)]?.subscriptions.of(subscriber)
  }

  func effectivePriority(of entry: EntryID) -> CellPriority? {
    isCurrent(entry) ? rows[Int(entry.index)]?.effective : nil
  }

  var allEntries: [EntryID] {
    rows.enumerated().compactMap { index, row in
      row.map { EntryID(index: UInt32(index), generation: $0.generation) }
    }
  }

  // MARK: Cancelled for everybody

  var hasCancelled: Bool { !cancelled.isEmpty }

  /// Takes a run out, whose subscribers are to be told later that it was cancelled.
  func cancelForAll(_ entry: EntryID) {
    guard let token = token(of: entry) else { return }
    keys.retain(token)
    if cancelled[token] == nil { cancelledOrder.append(token) } else { keys.release(token) }
    cancelled[token, default: []].append(remove(entry))
  }

  /// The subscriber wants to hear nothing more of runs of the key that were cancelled for everybody.
  func forgetCancelled(_ token: KeyToken, for subscriber: any QueueSubscriber) {
    guard !cancelled.isEmpty, var runs = cancelled[token] else { return }
    for index in runs.indices { runs[index].set(subscriber, to: nil) }
    cancelled[token] = runs
  }

  /// Everything that was cancelled for everybody since the last call. The caller releases the keys.
  func takeCancelled() -> [(KeyToken, [Subscriptions])] {
    defer {
      cancelled = [:]
      cancelledOrder = []
    }
    return cancelledOrder.compactMap { token in cancelled[token].map { (token, $0) } }
  }

  /// The queue is no more.
  func releaseKeys() {
    for (token, _) in takeCancelled() { keys.release(token) }
    let dropped = rows
    rows = []
    rowByToken = []
    count = 0
    for row in dropped { if let row { keys.release(row.token) } }
  }
}
