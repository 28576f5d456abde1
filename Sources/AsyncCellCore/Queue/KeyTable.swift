/// A small number that stands for a key.
package struct KeyToken: Hashable, Sendable {
  package let index: UInt32
}

/// The one table of all keys in use, on the main actor.
///
/// A key's `==` and `hash` are the app's code. They run here and nowhere else: never under a lock, never on a thread of
/// the engine's. A key is kept for as long as something refers to its token. Keys are told apart by equality, never by
/// hash, and by a *domain*: the type of the value, and the list when the identity is the list's own.
@MainActor
package final class KeyTable {
  package static let shared = KeyTable()

  package struct Domain: Hashable {
    private let valueType: ObjectIdentifier
    private let list: ObjectIdentifier?

    package init<Value>(_ type: Value.Type, list: ObjectIdentifier? = nil) {
      valueType = ObjectIdentifier(type)
      self.list = list
    }
  }

  private struct Row {
    var key: AnyHashable?
    var hash: UInt32
    var domain: UInt32
    var references: UInt32
    /// The next row of the same bucket.
    var next: UInt32
  }

  private static let none = UInt32.max

  private var rows: ContiguousArray<Row> = []
  private var free: ContiguousArray<UInt32> = []
  /// The first row of each bucket, chosen by the last bits of the hash; a power of two of them.
  private var buckets: ContiguousArray<UInt32> = []
  private var domains: [Domain: UInt32] = [:]
  private var lastDomain: (domain: Domain, number: UInt32)?
  /// Grows with each key that comes or goes.
  private var changes = 0

  package init() {}

  /// Keys in use.
  package var count: Int { rows.count - free.count }

  /// The token of a key, with one reference more.
  ///
  /// - Complexity: O(1) expected; O(n) in the number of keys with the same hash.
  package func retain(_ key: AnyHashable, in domain: Domain) -> KeyToken {
    let hash = Self.hash(of: key)
    if let index = find(key, domain, hash) {
      rows[Int(index)].references += 1
      return KeyToken(index: index)
    }
    // The key's own code has run for the last time: nothing below can be interrupted by it.
    changes += 1
    let number = number(of: domain)
    if count >= buckets.count { grow() }
    let bucket = bucket(of: hash)
    let row = Row(key: key, hash: hash, domain: number, references: 1, next: buckets[bucket])
    let index: UInt32
    if let reused = free.popLast() {
      index = reused
      rows[Int(index)] = row
    } else {
      index = UInt32(rows.count)
      rows.appendTightly(row)
    }
    buckets[bucket] = index
    return KeyToken(index: index)
  }

  /// The token of a key that is in use, without another reference.
  package func find(_ key: AnyHashable, in domain: Domain) -> KeyToken? {
    find(key, domain, Self.hash(of: key)).map(KeyToken.init)
  }

  /// The tokens of a key, whatever the type of the value.
  ///
  /// - Complexity: O(1) expected in the number of keys, O(n) in the number of value types.
  func tokens(of key: AnyHashable) -> [KeyToken] {
    let hash = Self.hash(of: key)
    return domains.keys.compactMap { find(key, $0, hash).map(KeyToken.init) }
  }

  /// The token of a key with the same type of value as another, with one reference more.
  func retain(_ key: AnyHashable, inDomainOf other: KeyToken) -> KeyToken {
    let number = rows[Int(other.index)].domain
    guard let domain = domains.first(where: { $0.value == number })?.key else {
      preconditionFailure("A key's domain lives as long as the key.")
    }
    return retain(key, in: domain)
  }

  package func retain(_ token: KeyToken) {
    rows[Int(token.index)].references += 1
  }

  package func release(_ token: KeyToken) {
    let index = Int(token.index)
    assert(rows[index].references > 0, "A key was released more often than it was retained.")
    rows[index].references -= 1
    guard rows[index].references == 0 else { return }
    changes += 1
    unlink(token.index)
    let key = rows[index].key
    rows[index].key = nil
    free.append(token.index)
    shrinkIfEmpty()
    // Only now may the key's own deinitialiser run.
    _ = consume key
  }

  private func number(of domain: Domain) -> UInt32 {
    if let number = knownNumber(of: domain) { return number }
    let number = UInt32(domains.count)
    domains[domain] = number
    return number
  }

  private func knownNumber(of domain: Domain) -> UInt32? {
    if let lastDomain, lastDomain.domain == domain { return lastDomain.number }
    guard let number = domains[domain] else { return nil }
    lastDomain = (domain, number)
    return number
  }

  private static func hash(of key: AnyHashable) -> UInt32 {
    UInt32(truncatingIfNeeded: key.hashValue)
  }

  private func bucket(of hash: UInt32) -> Int { Int(hash) & (buckets.count - 1) }

  private func find(_ key: AnyHashable, _ domain: Domain, _ hash: UInt32) -> UInt32? {
    // A key whose `==` uses the queue may change the table meanwhile: then look again, but not for ever.
    for _ in 0..<8 {
      let seen = changes
      guard let number = knownNumber(of: domain) else { return nil }
      let found = search(key, number, hash)
      if seen == changes { return found }
    }
    return nil
  }

  private func search(_ key: AnyHashable, _ domain: UInt32, _ hash: UInt32) -> UInt32? {
    let seen = changes
    var index = buckets.isEmpty ? Self.none : buckets[bucket(of: hash)]
    while index != Self.none {
      let next = rows[Int(index)].next
      if rows[Int(index)].hash == hash, rows[Int(index)].domain == domain {
        if let candidate = rows[Int(index)].key, candidate == key { return index }
        // The rest of the chain may be another by now.
        guard seen == changes else { return nil }
      }
      index = next
    }
    return nil
  }

  private func unlink(_ index: UInt32) {
    let bucket = bucket(of: rows[Int(index)].hash)
    let next = rows[Int(index)].next
    guard buckets[bucket] != index else {
      buckets[bucket] = next
      return
    }
    var previous = buckets[bucket]
    while rows[Int(previous)].next != index { previous = rows[Int(previous)].next }
    rows[Int(previous)].next = next
  }

  /// Doubles the buckets, by the hashes that are known.
  private func grow() {
    buckets = ContiguousArray(repeating: Self.none, count: max(16, 2 * buckets.count))
    for index in rows.indices where rows[index].key != nil {
      let bucket = bucket(of: rows[index].hash)
      rows[index].next = buckets[bucket]
      buckets[bucket] = UInt32(index)
    }
  }

  /// Gives the memory of a table that once was large back when its last key has gone.
  private func shrinkIfEmpty() {
    guard free.count == rows.count else { return }
    if rows.count > 4096 {
      rows = []
      free = []
      buckets = []
    }
    if domains.count > 64 {
      domains = [:]
      lastDomain = nil
    }
  }
}
