public import Foundation

/// Results kept in memory, the least recently used out first.
///
/// Never over its limits after any call; a result that alone is over the limit is not stored. A cache may be shared by
/// several lists. Not `NSCache`: that one forgets as it likes, and off Darwin throws away the newest.
///
/// ``invalidate()`` is for a log-out: everything stored is gone at once, and what runs are still bringing is kept out.
@MainActor
public final class ResultCache {
  /// Bytes that all results together may cost, 64 MiB unless set.
  public var totalCostLimit: Int {
    didSet {
      totalCostLimit = max(0, totalCostLimit)
      storage.trim(to: effectiveCostLimit, count: countLimit)
    }
  }

  /// How many results may be stored, 2,000 unless set.
  public var countLimit: Int {
    didSet {
      countLimit = max(0, countLimit)
      storage.trim(to: effectiveCostLimit, count: countLimit)
    }
  }

  /// Bytes of the limit that are taken by values waiting between two jobs.
  var reservedCost = 0 {
    didSet { if reservedCost > oldValue { storage.trim(to: effectiveCostLimit, count: countLimit) } }
  }

  /// The number of results stored.
  public var count: Int { storage.count }

  /// What the results stored cost together, in bytes.
  public var totalCost: Int { storage.totalCost }

  /// Times a cell that was bound found its result here.
  public internal(set) var hitCount = 0

  /// Changes with each ``invalidate()``; a result belongs to the epoch in which its run was asked for.
  package private(set) var epoch: UInt64 = 0

  private var storage: CacheStorage
  private let clock: any EngineClock
  package let keys: KeyTable
  private let main: any MainExecutor
  private var users: [ObjectIdentifier: User] = [:]

  /// A list that uses the cache.
  struct User {
    let wasInvalidated: () -> Void
    /// The keys that its cells on screen show.
    let onScreen: () -> [KeyToken]
  }

  /// Makes a cache.
  public convenience init(totalCostLimit: Int = 64 << 20, countLimit: Int = 2_000) {
    self.init(totalCostLimit: totalCostLimit, countLimit: countLimit, clock: DispatchClock())
  }

  package init(
    totalCostLimit: Int = 64 << 20, countLimit: Int = 2_000, clock: any EngineClock, keys: KeyTable = .shared,
    main: any MainExecutor = MainQueueExecutor()
  ) {
    self.totalCostLimit = max(0, totalCostLimit)
    self.countLimit = max(0, countLimit)
    self.clock = clock
    self.keys = keys
    self.main = main
    storage = CacheStorage(keys: keys)
  }

  deinit {
    let storage = storage
    main.enqueue { storage.removeAll(where: { _ in true }) }
  }

  // MARK: By key

  /// The value of a key, if it is stored and has not expired. Counts as a use.
  public func value<Value: Sendable>(_ type: Value.Type = Value.self, forKey key: AnyHashable) -> Value? {
    keys.find(key, in: KeyTable.Domain(type)).flatMap { self.value(of: $0)?.unboxed(as: type) }
  }

  /// Stores a value under a key.
  ///
  /// - Parameters:
  ///   - cost: bytes; below zero counts as zero. By default what ``MemoryCosting`` or Foundation knows of the value.
  ///   - lifetime: seconds until it expires; nil: it does not.
  public func store<Value: Sendable>(
    _ value: Value, forKey key: AnyHashable, cost: Int? = nil, lifetime: TimeInterval? = nil
  ) {
    let token = keys.retain(key, in: KeyTable.Domain(Value.self))
    defer { keys.release(token) }
    store(
      Box(value), of: token, cost: cost ?? estimatedCost(of: value), lifetime: lifetime.map(Duration.interval), owner: 0
    )
  }

  /// Drops the value of a key.
  public func removeValue<Value: Sendable>(_ type: Value.Type, forKey key: AnyHashable) {
    if let token = keys.find(key, in: KeyTable.Domain(type)) { remove(token) }
  }

  /// Drops every value.
  public func removeAll() {
    storage.removeAll(where: { _ in true })
  }

  /// Drops every value, at once, and keeps out what runs asked for before are still bringing.
  ///
  /// The lists that use the cache cancel their work and forget failures and half-finished work as well. What is let go
  /// of is released with the next hop of the main actor.
  ///
  /// - Complexity: O(1), but for the lists' work.
  public func invalidate() {
    epoch += 1
    let old = storage
    storage = CacheStorage(keys: keys)
    main.enqueue { old.removeAll(where: { _ in true }) }
    for user in Array(users.values) { user.wasInvalidated() }
  }

  // MARK: By token

  package func value(of token: KeyToken, owner: UInt64 = 0) -> ValueBox? {
    storage.use(token, now: clock.now, owner: owner)
  }

  func expiry(of token: KeyToken) -> Duration? {
    storage.expiry(of: token)
  }

  package func store(_ box: ValueBox, of token: KeyToken, cost: Int, lifetime: Duration?, owner: UInt64) {
    let cost = max(0, cost)
    guard cost <= effectiveCostLimit, countLimit > 0 else { return remove(token) }
    storage.remove(token)
    storage.trim(to: effectiveCostLimit - cost, count: countLimit - 1)
    storage.insert(box, token, cost: cost, expiry: lifetime.map { clock.now + $0 }, owner: owner)
  }

  package func remove(_ token: KeyToken) {
    storage.remove(token)
  }

  func isUsed(_ token: KeyToken, by owner: UInt64) -> Bool {
    storage.owners(of: token) & owner != 0
  }

  /// Has the value of a key be found under another, unless that one has a value.
  func move(_ old: KeyToken, to new: KeyToken) {
    storage.move(old, to: new)
  }

  /// Drops what a list has stored or used, and perhaps what another list with the same mark has.
  func removeAll(ownedBy owner: UInt64) {
    storage.removeAll { $0.owners & owner != 0 }
  }

  /// Drops everything but what is on screen in one of the lists that use the cache.
  func removeOffscreen() {
    let kept = Set(users.values.flatMap { $0.onScreen() })
    storage.removeAll { !kept.contains($0.token) }
  }

  func addUser(_ object: AnyObject, _ user: User) {
    users[ObjectIdentifier(object)] = user
  }

  func removeUser(_ object: ObjectIdentifier) {
    users[object] = nil
  }

  private var effectiveCostLimit: Int { max(0, totalCostLimit - max(0, reservedCost)) }
}
