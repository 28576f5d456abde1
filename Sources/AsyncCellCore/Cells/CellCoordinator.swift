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

  /// How long a prefetched item waits for its first start, in seconds, 30 unless set; then it is dropped. 0 and
  /// infinity set no limit.
  public var prefetchLifetime: TimeInterval = 30

  /// When states reach cells on screen; by default with the next turn of the main actor.
  public var deliveryTiming = DeliveryTiming.immediately {
    didSet { if deliveryTiming != oldValue { scheduleFlush() } }
  }

  /// Seconds of the main actor that one delivery of states may take, 0.004 unless set. What is left over waits for the
  /// next frame, what is on screen first; one state is delivered at least.
  public var deliveryBudget: TimeInterval = 0.004

  /// Whether cells are measured again when a late state has come; never, unless set. Needs a ``viewport``.
  public var remeasuring = Remeasuring.never

  /// Whether what flies past, and would be gone before its result, is left alone until the list slows down. On unless
  /// set; without a ``viewport`` nothing is known of that.
  public var skipsWhatFliesPast = true

  /// What becomes of the work when the app goes to the background; suspended unless set.
  public var backgroundPolicy = OffscreenPolicy.suspend

  /// The view that shows the list.
  public weak var viewport: (any ListViewport)?

  /// Gives the priority of an item a say of the app's own: called with where the item is, whether it is on screen, and
  /// the priority that it would have. Called with each ranking, so it must be quick, for items whose place is known.
  /// The delegates of `AsyncCellUIKit` use it: override theirs instead.
  public var priorityOfItem: ((IndexPath, _ isVisible: Bool, CellPriority) -> CellPriority)? {
    didSet { rankEverything() }
  }

  /// Whether the list's work stands still: see ``suspend()``, ``hide(by:_:after:)`` and ``didEnterBackground()``.
  public var isSuspended: Bool { presence.isSuspended }

  let clock: any EngineClock
  let main: any MainExecutor
  let keys: KeyTable
  let interest: ListInterest
  /// Tells the list's own keys from those of other lists, for good.
  let number: UInt64
  /// Marks the list's results in a shared cache.
  let mark: UInt64
  var claims: [ClaimID: Claim] = [:]
  /// Of cells with parts, or with lists in them.
  var groups: [ObjectIdentifier: CellGroup] = [:]
  var presence = ListPresence()
  var hideTimers: [ListPresence.Reason: any EngineTimer] = [:]
  var scroll = ScrollMachine()
  var shape = ListShape()
  let frames: FrameDriver
  var isDeliveryDue = false
  /// This frame's budget for deliveries is spent.
  var waitsForFrame = false
  var isMeasuringScheduled = false
  /// Cells whose heights may have changed.
  var unmeasured: [AnyObject] = []
  /// Items where the list will land, wanted ahead.
  var landing: [IndexPath] = []
  /// Makes the work of an item before any cell exists.
  var makeWork: ((IndexPath, CellPriority) -> Void)?
  var prefetchTimer: (any EngineTimer)?
  /// Prefetches that are dropped if they wait too long.
  var agingPrefetches = 0
  var pages: PageRequests?
  /// The highest number that a part of a cell has had.
  var maximumPart = 0
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
    frames = FrameDriver(TimerFrames(clock: environment.clock, main: environment.main))
    interest = ListInterest(operations, keys)
    number = Self.lists
    mark = 1 << (number % 63)
    Self.lists += 1
    interest.coordinator = self
    self.cache.addUser(
      interest,
      ResultCache.User(
        wasInvalidated: { [weak self] in self?.cacheWasInvalidated() },
        onScreen: { [weak self] in self?.records.values.lazy.filter(\.isDisplayed).map(\.token) ?? [] }))
  }

  deinit {
    let (interest, cache, frames) = (interest, cache, frames)
    prefetchTimer?.cancel()
    for timer in hideTimers.values { timer.cancel() }
    main.enqueue {
      frames.stop()
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
