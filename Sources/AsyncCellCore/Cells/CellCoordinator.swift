public import Foundation

/// Knows which cell shows which item, now: runs what the cells declare and delivers every state to the right one.
///
/// The delegates of `AsyncCellUIKit` drive one; use it directly for a list that is neither a table nor a collection
/// view. Call ``prepare(_:item:)`` when a cell is configured, ``willDisplay(_:item:)`` and ``didEndDisplaying(_:)`` as
/// it comes and goes. All may be called in any order, with any cell, any number of times.
@MainActor
public final class CellCoordinator {
  /// What runs the work. One queue may serve several lists.
  public let operations: KeyedOperationQueue

  /// Where results are kept. One cache may serve several lists.
  public let cache: ResultCache

  /// What becomes of work whose cell has left the screen, unless the work says otherwise. By default it goes on, after
  /// everything on screen.
  public var offscreenPolicy = OffscreenPolicy.demote

  /// Seconds that an item may be off screen before ``offscreenPolicy`` is applied, for the user who scrolls back.
  public var offscreenGrace: TimeInterval = 0

  /// How long failures are remembered: by default permanent ones until they are retried or reset, transient ones for
  /// 30 seconds.
  public var failureLifetime = FailureLifetime.transient()

  /// How many items off screen may wait for a first start; beyond, those that left first are dropped until they are
  /// displayed again. Nil, the default: two screenfuls, counted in cells.
  public var offscreenBacklogLimit: Int?

  /// How many prefetched items may wait for a first start, 100 unless set; beyond, those asked for first are dropped.
  /// UIKit does not promise to take back a prefetch that it needs no more.
  public var prefetchBacklogLimit = 100

  /// Whether the list's work is suspended; see ``suspend()``.
  public internal(set) var isSuspended = false

  let clock: any EngineClock
  let main: any MainExecutor
  let keys: KeyTable
  let interest: ListInterest
  /// Tells the list's own keys from those of other lists, for good.
  let number: UInt64
  /// Marks the list's results in a shared cache.
  let mark: UInt64
  var claims: [ObjectIdentifier: Claim] = [:]
  var records: [KeyToken: KeyRecord] = [:]
  var failures: [KeyToken: StandingFailure] = [:]
  var failureOrder: [KeyToken] = []
  var outbox = Outbox()
  var isFlushScheduled = false
  /// Keys that have left the screen, in the order in which they left.
  var backlog: [KeyToken] = []
  /// Keys that were prefetched, in the order in which they were asked for.
  var prefetchBacklog: [KeyToken] = []
  /// The key that was prefetched for whom.
  var prefetched: [AnyHashable: KeyToken] = [:]
  /// Claims that are active, and the most that ever were: a screenful.
  var activeClaims = 0 { didSet { screenful = max(screenful, activeClaims) } }
  private(set) var screenful = 0
  /// Runs that others keep going although they were asked for before the cache was invalidated.
  var outdatedRuns: Set<QueueEngine.Machine.EntryID> = []
  /// How many claims there may be before those of dead cells are looked for.
  var sweepsAt = 32
  var positionCounts: [Int: Int] = [:]
  var positionEpoch = 0
  var usesPositions = false
  var hasWarnedOfPositions = false
  private var nextFailure: UInt64 = 0

  private static var lists: UInt64 = 0

  /// Makes a coordinator with a queue and a cache of its own, or with shared ones.
  public init(operations: KeyedOperationQueue? = nil, cache: ResultCache? = nil) {
    let operations = operations ?? KeyedOperationQueue()
    let environment = operations.engine.environment
    keys = operations.runs.keys
    self.operations = operations
    self.cache =
      cache ?? ResultCache(clock: environment.clock, keys: operations.runs.keys, main: environment.main)
    clock = environment.clock
    main = environment.main
    interest = ListInterest(operations, keys)
    number = Self.lists
    mark = 1 << (number % 63)
    Self.lists += 1
    interest.coordinator = self
    self.cache.addUser(
      interest,
      ResultCache.User(
        wasInvalidated: { [weak self] in self?.cacheWasInvalidated() },
        onScreen: { [weak self] in self?.records.values.lazy.filter(\.isOnScreen).map(\.token) ?? [] }))
  }

  deinit {
    let (interest, cache) = (interest, cache)
    main.enqueue {
      cache.removeUser(ObjectIdentifier(interest))
      interest.leaveEverything()
    }
  }

  // MARK: Records

  func record(of token: KeyToken) -> KeyRecord {
    if let record = records[token] { return record }
    let record = KeyRecord(token: token)
    interest.retain(token)
    records[token] = record
    return record
  }

  /// Lets go of a record that nothing refers to any more.
  func dropIfIdle(_ record: KeyRecord) {
    guard record.claims.isEmpty, !record.isSubscribed, record.prefetch == nil, records[record.token] === record else {
      return
    }
    record.graceTimer?.cancel()
    records[record.token] = nil
    interest.release(record.token)
  }

  // MARK: Failures

  func standingFailure(of token: KeyToken) -> StandingFailure? {
    guard let failure = failures[token] else { return nil }
    if failure.epoch == cache.epoch, failure.expiry.map({ $0 > clock.now }) ?? true { return failure }
    forgetFailure(of: token)
    return nil
  }

  func remember(_ error: any Error, jobName: String?, attempts: Int, of record: KeyRecord) -> StandingFailure {
    forgetFailure(of: record.token)
    nextFailure += 1
    let failure = StandingFailure(
      id: nextFailure, error: error, jobName: jobName, attempts: attempts,
      expiry: failureLifetime.expiry(of: error, now: clock.now), epoch: cache.epoch, work: record.work)
    interest.retain(record.token)
    failures[record.token] = failure
    failureOrder.append(record.token)
    forgetOldFailures()
    return failure
  }

  /// As many as results are remembered, then the oldest are forgotten; but not while a cell shows them, which may be
  /// asked to try again.
  private func forgetOldFailures() {
    var excess = failures.count - max(1, cache.countLimit)
    guard excess > 0 else { return }
    for token in failureOrder.dropLast() where excess > 0 && records[token]?.claims.isEmpty ?? true {
      forgetFailure(of: token)
      excess -= 1
    }
  }

  func forgetFailure(of token: KeyToken) {
    guard failures.removeValue(forKey: token) != nil else { return }
    if let index = failureOrder.firstIndex(of: token) { failureOrder.remove(at: index) }
    interest.release(token)
  }

  func publicFailure(_ failure: StandingFailure) -> AsyncCellFailure {
    let id = failure.id
    return AsyncCellFailure(error: failure.error, jobName: failure.jobName, attempts: failure.attempts) {
      [weak self] in
      self?.retry(failure: id)
    }
  }
}
