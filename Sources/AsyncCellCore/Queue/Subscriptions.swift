/// How much one subscriber wants a run.
struct Subscription {
  let subscriber: any QueueSubscriber
  var priority: CellPriority
  var isSuspended: Bool
}

/// The subscribers of one run, in the order of subscription. Nearly every run has one; the others cost an array.
struct Subscriptions {
  private var first: Subscription?
  private var others: [Subscription] = []

  init(_ first: Subscription? = nil) {
    self.first = first
  }

  var isEmpty: Bool { first == nil }
  var count: Int { first == nil ? 0 : 1 + others.count }

  /// The priority that the most urgent wants, of those who want the run to go on. Nil: none does.
  var mostUrgent: CellPriority? {
    var best = first.flatMap { $0.isSuspended ? nil : $0.priority }
    for other in others where !other.isSuspended {
      best = best.map { min($0, other.priority) } ?? other.priority
    }
    return best
  }

  func of(_ subscriber: any QueueSubscriber) -> Subscription? {
    if let first, first.subscriber === subscriber { return first }
    return others.first { $0.subscriber === subscriber }
  }

  func forEach(_ body: (any QueueSubscriber) -> Void) {
    if let first { body(first.subscriber) }
    for other in others { body(other.subscriber) }
  }

  /// Adds, changes or removes (nil) the subscription of one subscriber.
  mutating func set(_ subscriber: any QueueSubscriber, to subscription: Subscription?) {
    if first?.subscriber === subscriber {
      first = subscription ?? (others.isEmpty ? nil : others.removeFirst())
    } else if let index = others.firstIndex(where: { $0.subscriber === subscriber }) {
      if let subscription {
        others[index] = subscription
      } else {
        others.remove(at: index)
      }
    } else if let subscription {
      if first == nil { first = subscription } else { others.append(subscription) }
    }
  }

  /// Changes the subscription of one subscriber, if it has one.
  mutating func change(_ subscriber: any QueueSubscriber, _ body: (inout Subscription) -> Void) {
    if first?.subscriber === subscriber {
      if var changed = first {
        body(&changed)
        first = changed
      }
    } else if let index = others.firstIndex(where: { $0.subscriber === subscriber }) {
      body(&others[index])
    }
  }
}
