extension CellCoordinator {
  /// The first invariant that the list's own books break, for tests and the simulator.
  ///
  /// - Complexity: O(n) in the number of claims and of keys that the list knows.
  package var fault: String? {
    var active = 0
    for (id, claim) in claims {
      if claim.id != id { return "INV-01: a claim is filed under another cell" }
      guard claim.isActive else { continue }
      active += 1
      guard let token = claim.token, let record = records[token] else { return "INV-01: an active claim has no key" }
      if !record.claims.contains(where: { $0 === claim }) { return "INV-12: a key does not know a cell that shows it" }
    }
    if active != activeClaims { return "INV-26: \(active) claims are active, not \(activeClaims)" }
    for (token, record) in records {
      if let fault = fault(of: record, token) { return fault }
    }
    for (position, token) in prefetched where records[token]?.prefetchers[position] == nil {
      return "INV-26: a prefetch is remembered that nobody wants"
    }
    return nil
  }

  /// Whether states wait for their frame, or for the end of a scroll.
  package var hasUndeliveredStates: Bool { !outbox.isEmpty }

  private func fault(of record: KeyRecord, _ token: KeyToken) -> String? {
    if record.token != token { return "INV-18: a key is filed under another" }
    for claim in record.claims where !claim.isActive || claim.token != token {
      return "INV-01: a key knows a cell that does not show it"
    }
    let isIdle = record.claims.isEmpty && !record.isSubscribed && record.prefetchers.isEmpty
    if isIdle { return "INV-26: a key is remembered that nobody shows or wants" }
    if record.isSubscribed, !interest.isSubscribed(to: token) { return "INV-28: a run is waited for that nobody told" }
    return nil
  }
}
