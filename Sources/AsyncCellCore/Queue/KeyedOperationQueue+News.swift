/// What the queue tells its subscribers, once in each hop to the main actor.
extension KeyedOperationQueue {
  /// Tells everybody what has happened since the last hop: first all of it, the most urgent first, then the app.
  func drain() {
    let news = engine.takeNews()
    var audience = Audience()
    for (token, runsOfKey) in runs.takeCancelled() {
      for subscriptions in runsOfKey {
        subscriptions.forEach { subscriber in
          subscriber.runDidEnd(token, .cancelled)
          audience.add(subscriber)
        }
      }
      runs.keys.release(token)
    }
    for entry in mostUrgentFirst(news.progress.keys.sorted { $0.index < $1.index }, \.self) {
      guard let token = runs.token(of: entry), let progress = news.progress[entry] else { continue }
      runs.subscriptions(of: entry).forEach { subscriber in
        subscriber.runDidReport(token, progress)
        audience.add(subscriber)
      }
    }
    for (entry, how) in mostUrgentFirst(news.settled, \.entry) {
      guard let token = runs.token(of: entry) else { continue }
      runs.keys.retain(token)
      runs.remove(entry).forEach { subscriber in
        subscriber.runDidEnd(token, how)
        audience.add(subscriber)
      }
      runs.keys.release(token)
    }
    engine.release(news.settled.lazy.map(\.entry))
    for subscriber in audience.members { subscriber.flush() }
  }

  /// Sorted by rank; the order within a rank stays.
  private func mostUrgentFirst<Item>(
    _ items: [Item], _ entry: (Item) -> QueueEngine.Machine.EntryID
  ) -> [Item] {
    guard items.count > 1 else { return items }
    let ranks = items.map { runs.effectivePriority(of: entry($0))?.rank ?? .offscreen }
    guard ranks.contains(where: { $0 != ranks[0] }) else { return items }
    return CellPriority.Rank.allCases.flatMap { rank in
      zip(items, ranks).lazy.filter { $0.1 == rank }.map(\.0)
    }
  }
}

/// Those who have been told something, each once, in the order in which they were told first.
@MainActor
private struct Audience {
  private(set) var members: [any QueueSubscriber] = []
  private var known: Set<ObjectIdentifier> = []

  mutating func add(_ subscriber: any QueueSubscriber) {
    if members.last === subscriber { return }
    if known.insert(ObjectIdentifier(subscriber)).inserted { members.append(subscriber) }
  }
}
