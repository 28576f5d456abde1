/// The list among the subscribers of its runs, and the references it holds in the key table.
///
/// It outlives its coordinator by one hop, to give everything back on the main actor.
@MainActor
final class ListInterest: QueueSubscriber {
  weak var coordinator: CellCoordinator?
  private let operations: KeyedOperationQueue
  private let keys: KeyTable
  private var retained: [KeyToken: Int] = [:]
  private var subscribed: Set<KeyToken> = []

  init(_ operations: KeyedOperationQueue, _ keys: KeyTable) {
    self.operations = operations
    self.keys = keys
  }

  func retain(_ token: KeyToken) {
    keys.retain(token)
    retained[token, default: 0] += 1
  }

  func release(_ token: KeyToken) {
    guard let count = retained[token] else { return }
    retained[token] = count == 1 ? nil : count - 1
    keys.release(token)
  }

  func subscribe(
    to token: KeyToken, priority: CellPriority, isSuspended: Bool, work: () -> WorkDeclaration?
  ) -> Bool {
    guard operations.subscribe(self, to: token, priority: priority, isSuspended: isSuspended, work: work) else {
      return false
    }
    subscribed.insert(token)
    return true
  }

  func unsubscribe(from token: KeyToken) {
    if subscribed.remove(token) != nil { operations.unsubscribe(self, from: token) }
  }

  /// Has the run of a key go on under another; see ``RunTable/move(_:to:for:)``.
  func moveRun(from old: KeyToken, to new: KeyToken) -> Bool {
    guard subscribed.contains(old), operations.runs.move(old, to: new, for: self) else { return false }
    subscribed.remove(old)
    subscribed.insert(new)
    return true
  }

  func isSubscribed(to token: KeyToken) -> Bool { subscribed.contains(token) }

  /// Whether the key has a run that knows of the list. A run that was cancelled for everybody does not, before anybody
  /// has been told.
  func hasRun(_ token: KeyToken) -> Bool {
    operations.runs.entry(of: token).map { operations.runs.subscription(of: $0, self) != nil } ?? false
  }

  func leaveEverything() {
    for token in subscribed { operations.unsubscribe(self, from: token) }
    subscribed = []
    for (token, count) in retained { for _ in 0..<count { keys.release(token) } }
    retained = [:]
  }

  func runDidEnd(_ token: KeyToken, _ how: QueueEngine.Settled) {
    // It is another run of the same key that has ended; the list has a newer one already.
    guard !hasRun(token) else { return }
    subscribed.remove(token)
    coordinator?.runDidEnd(token, how)
  }

  func runDidReport(_ token: KeyToken, _ progress: WorkProgress) {
    coordinator?.runDidReport(token, progress)
  }

  func flush() {
    coordinator?.flush()
  }
}

extension QueueEngine {
  /// The work of an entry, whoever has declared it.
  func declaration(of id: Machine.EntryID) -> WorkDeclaration? {
    read { $0.machine.isCurrent(id) ? $0.machine.entries[Int(id.index)].work : nil }
  }
}
