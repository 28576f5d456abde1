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
    var valueType: ObjectIdentifier
    var list: ObjectIdentifier?

    package init<Value>(_ type: Value.Type, list: ObjectIdentifier? = nil) {
      valueType = ObjectIdentifier(type)
      self.list = list
    }
  }

  private struct Row {
    var key: AnyHashable?
    var hash: Int
    var domain: UInt32
    var references: UInt32
    /// The next row with the same hash; rows are chained so that the index itself holds numbers alone.
    var next: UInt32
  }

  private static let none = UInt32.max

  private var rows: ContiguousArray<Row> = []
  private var free: ContiguousArray<UInt32> = []
  private var firstByHash: [Int: UInt32] = [:]
  private var domains: [Domain: UInt32] = [:]

  package init() {}

  /// Keys in use.
  package var count: Int { rows.count - free.count }

  /// The token of a key, with one reference more.
  ///
  /// - Complexity: O(1) expected; O(n) in the number of keys with the same hash.
  package func retain(_ key: AnyHashable, in domain: Domain) -> KeyToken {
    let number = number(of: domain)
    let hash = Self.hash(of: key, number)
    if let index = find(key, number, hash) {
      rows[Int(index)].references += 1
      return KeyToken(index: index)
    }
    // The key's own code has run for the last time: nothing below can be interrupted by it.
    let row = Row(key: key, hash: hash, domain: number, references: 1, next: firstByHash[hash] ?? Self.none)
    let index: UInt32
    if let reused = free.popLast() {
      index = reused
      rows[Int(index)] = row
    } else {
      index = UInt32(rows.count)
      rows.append(row)
    }
    firstByHash[hash] = index
    return KeyToken(index: index)
  }

  /// The token of a key that is in use, without another reference.
  package func find(_ key: AnyHashable, in domain: Domain) -> KeyToken? {
    guard let number = domains[domain] else { return nil }
    return find(key, number, Self.hash(of: key, number)).map(KeyToken.init)
  }

  package func retain(_ token: KeyToken) {
    rows[Int(token.index)].references += 1
  }

  package func release(_ token: KeyToken) {
    let index = Int(token.index)
    assert(rows[index].references > 0, "A key was released more often than it was retained.")
    rows[index].references -= 1
    guard rows[index].references == 0 else { return }
    unlink(token.index)
    let key = rows[index].key
    rows[index].key = nil
    free.append(token.index)
    shrinkIfEmpty()
    // Only now may the key's own deinitialiser run.
    _ = consume key
  }

  private func number(of domain: Domain) -> UInt32 {
    if let number = domains[domain] { return number }
    let number = UInt32(domains.count)
    domains[domain] = number
    return number
  }

  private static func hash(of key: AnyHashable, _ domain: UInt32) -> Int {
    var hasher = Hasher()
    hasher.combine(domain)
    hasher.combine(key)
    return hasher.finalize()
  }

  private func find(_ key: AnyHashable, _ domain: UInt32, _ hash: Int) -> UInt32? {
    var index = firstByHash[hash] ?? Self.none
    while index != Self.none {
      let row = rows[Int(index)]
      if row.domain == domain, let candidate = row.key, candidate == key { return index }
      index = row.next
    }
    return nil
  }

  private func unlink(_ index: UInt32) {
    let hash = rows[Int(index)].hash
    let next = rows[Int(index)].next
    guard let first = firstByHash[hash], first != index else {
      firstByHash[hash] = next == Self.none ? nil : next
      return
    }
    var previous = first
    while rows[Int(previous)].next != index { previous = rows[Int(previous)].next }
    rows[Int(previous)].next = next
  }

  /// Gives the memory of a table that once was large back when its last key has gone.
  private func shrinkIfEmpty() {
    guard free.count == rows.count, rows.count > 4096 else { return }
    rows = []
    free = []
    firstByHash = [:]
  }
}
