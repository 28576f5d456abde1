import Foundation

/// Runs declared work at most once for each key, the most urgent first, so many at a time as its lanes allow.
///
/// Whoever asks for a key that has a run already shares that run; the run is as urgent as the most urgent of them wants
/// it, and it is cancelled when the last of them leaves. What waits is a small entry in a heap: asking, changing a
/// priority and cancelling are O(log n). The operation is made only when there is a slot for it.
///
/// One queue may serve several lists. A job must not wait for another run of its own queue: with every slot taken by
/// jobs that wait, none can end. Return a ``Waterfall`` from the job instead.
@MainActor
public final class KeyedOperationQueue {
  package let engine: QueueEngine
  let runs: RunTable
  private var sequence: UInt64 = 0
  private var coalesced = 0

  /// Makes a queue.
  ///
  /// - Parameter maxConcurrentOperationCount: how many jobs run at once in the default lane; see the property.
  public convenience init(maxConcurrentOperationCount: Int = 4) {
    self.init(environment: EngineEnvironment())
    self.maxConcurrentOperationCount = maxConcurrentOperationCount
  }

  package init(environment: EngineEnvironment, keys: KeyTable = .shared) {
    engine = QueueEngine(environment)
    runs = RunTable(keys: keys)
    engine.onNews { [weak self] in self?.drain() }
  }

  deinit {
    engine.shutDown()
    let runs = runs
    engine.environment.main.enqueue { runs.releaseKeys() }
  }

  // MARK: Limits

  /// How many jobs run at once in the default lane: 4 unless set. 0 starts none, -1 sets no limit.
  ///
  /// A lower limit ends nothing: what runs goes on to its next job boundary.
  public var maxConcurrentOperationCount: Int {
    get { self[.default].maxConcurrentOperationCount }
    set { self[.default].maxConcurrentOperationCount = newValue }
  }

  /// The settings and the state of one lane.
  public subscript(lane: Lane) -> LaneControl {
    LaneControl(lane: lane, engine: engine)
  }

  /// All lanes that have been used, in the order of first use.
  public var lanes: [LaneControl] {
    engine.lanes.map { LaneControl(lane: $0, engine: engine) }
  }

  /// Whether new work waits. What runs goes on, as in an `OperationQueue`.
  public var isSuspended: Bool {
    get { engine.isSuspended }
    set { engine.setSuspended(newValue) }
  }

  /// When and how often failed work is tried again, unless it brings a policy of its own.
  public var retryPolicy: RetryPolicy {
    get { engine.retryPolicy }
    set { engine.setRetryPolicy(newValue) }
  }

  /// Bytes that values waiting between two jobs may take together, 64 MiB unless set.
  ///
  /// Over it, the least urgent chains drop what they hold and begin again.
  public var heldCostLimit: Int {
    get { engine.heldCostLimit }
    set { engine.setHeldCostLimit(newValue) }
  }

  /// What the queue has done since it was made.
  public var statistics: QueueStatistics {
    var statistics = engine.statistics
    statistics.coalesced = coalesced
    return statistics
  }

  /// Runs that wait, run, are suspended, or wait to be tried again.
  public var runCount: Int { runs.count }

  // MARK: Requests

  /// Asks for the value of a key: joins its run, or starts one with the given work.
  ///
  /// - Parameters:
  ///   - source: the work, used if the key has no run. Two sources with one key must produce the same value.
  ///   - key: tells runs apart, together with the type of the value.
  ///   - priority: how urgent it is to this request.
  ///   - completion: called exactly once, on the main actor and never from within this call, unless the request is
  ///     cancelled: with the value, with the error of the job that failed, or with `CancellationError` when the run was
  ///     cancelled for everybody.
  /// - Returns: the request, to change its priority or cancel it. It need not be kept.
  /// - Complexity: O(log n) in the number of runs that wait.
  @discardableResult
  public func enqueue<Source: CellOperationSource>(
    _ source: Source, forKey key: AnyHashable, priority: CellPriority = .visible,
    completion: @escaping @MainActor (Result<Source.Value, any Error>) -> Void = { _ in }
  ) -> KeyedRequest {
    let token = runs.keys.retain(key, in: KeyTable.Domain(Source.Value.self))
    defer { runs.keys.release(token) }
    let subscriber = RequestSubscriber { how in
      switch how {
      case .value(let box, _):
        completion(box.unboxed(as: Source.Value.self).map { .success($0) } ?? .failure(InputMismatch()))
      case .failure(let error, _, _):
        completion(.failure(error))
      case .cancelled:
        completion(.failure(CancellationError()))
      }
    }
    subscribe(subscriber, to: token, priority: priority) { source.work.declaration }
    return KeyedRequest(subscriber, token: token, queue: self)
  }

  /// Cancels the run of a key for everybody who asked for it.
  public func cancelOperation<Value: Sendable>(forKey key: AnyHashable, producing type: Value.Type) {
    guard let entry = entry(forKey: key, producing: type) else { return }
    cancelForAll([entry])
  }

  /// Cancels every run, for everybody. Nothing starts in between.
  public func cancelAllOperations() {
    cancelForAll(runs.allEntries)
  }

  /// Suspends the run of a key for everybody: its job in flight where that is possible, else after it.
  public func suspendOperation<Value: Sendable>(forKey key: AnyHashable, producing type: Value.Type) {
    setSuspended(true, forKey: key, producing: type)
  }

  /// Lets the run of a key go on from where it was suspended.
  public func resumeOperation<Value: Sendable>(forKey key: AnyHashable, producing type: Value.Type) {
    setSuspended(false, forKey: key, producing: type)
  }

  /// Suspends every run, for everybody. Unlike ``isSuspended``, it stops what runs as well, and what is asked for later
  /// is not concerned.
  public func suspendAllOperations() {
    for entry in runs.allEntries { setSuspended(true, entry) }
  }

  /// Lets every run go on from where it was suspended.
  public func resumeAllOperations() {
    for entry in runs.allEntries { setSuspended(false, entry) }
  }

  /// How urgent the run of a key is, if it has one: the most urgent that anybody wants.
  public func priority<Value: Sendable>(forKey key: AnyHashable, producing type: Value.Type) -> CellPriority? {
    entry(forKey: key, producing: type).flatMap { runs.effectivePriority(of: $0) }
  }

  /// The operation that runs a key's work just now, if one does.
  ///
  /// Cancelling it cancels the run for everybody. To suspend a run, ask the queue: only then is its place given back.
  public func operation<Value: Sendable>(forKey key: AnyHashable, producing type: Value.Type) -> AsyncOperation? {
    entry(forKey: key, producing: type).flatMap { engine.operation(of: $0) }
  }

  private func entry<Value>(
    forKey key: AnyHashable, producing type: Value.Type
  ) -> QueueEngine.Machine.EntryID? {
    runs.keys.find(key, in: KeyTable.Domain(type)).flatMap { runs.entry(of: $0) }
  }

  private func setSuspended<Value>(_ isSuspended: Bool, forKey key: AnyHashable, producing type: Value.Type) {
    if let entry = entry(forKey: key, producing: type) { setSuspended(isSuspended, entry) }
  }

  private func setSuspended(_ isSuspended: Bool, _ entry: QueueEngine.Machine.EntryID) {
    runs.subscriptions(of: entry).forEach { subscriber in
      carryOut(runs.change(entry, subscriber) { $0.isSuspended = isSuspended }, entry)
    }
  }

  private func cancelForAll(_ entries: [QueueEngine.Machine.EntryID]) {
    guard !entries.isEmpty else { return }
    if !runs.hasCancelled { engine.environment.main.enqueue { [weak self] in self?.drain() } }
    for entry in entries { runs.cancelForAll(entry) }
    engine.cancel(entries)
  }

  // MARK: Subscribers

  /// Makes `subscriber` one of those who want the key's run; asks for the work only when there is no run.
  ///
  /// - Returns: false when there was no run and no work.
  @discardableResult
  package func subscribe(
    _ subscriber: any QueueSubscriber, to token: KeyToken, priority: CellPriority, isSuspended: Bool = false,
    work: () -> WorkDeclaration?
  ) -> Bool {
    let subscription = Subscription(subscriber: subscriber, priority: priority, isSuspended: isSuspended)
    runs.forgetCancelled(token, for: subscriber)
    if join(token, subscription) { return true }
    guard let work = work() else { return false }
    // The app's code may have asked for the same key while it declared the work.
    if join(token, subscription) { return true }
    let entry = engine.enqueue(work, order: order(of: priority), isSuspended: isSuspended)
    runs.add(entry, token: token, subscription)
    return true
  }

  /// False: there is no run to join, or it is being cancelled.
  private func join(_ token: KeyToken, _ subscription: Subscription) -> Bool {
    guard let entry = runs.entry(of: token) else { return false }
    if engine.isBeingCancelled(entry) {
      cancelForAll([entry])
      return false
    }
    coalesced += 1
    carryOut(runs.update(entry, subscription.subscriber, to: subscription), entry)
    return true
  }

  package func setPriority(_ priority: CellPriority, of token: KeyToken, for subscriber: any QueueSubscriber) {
    guard let entry = runs.entry(of: token) else { return }
    carryOut(runs.change(entry, subscriber) { $0.priority = priority }, entry)
  }

  package func setSuspended(_ isSuspended: Bool, of token: KeyToken, for subscriber: any QueueSubscriber) {
    guard let entry = runs.entry(of: token) else { return }
    carryOut(runs.change(entry, subscriber) { $0.isSuspended = isSuspended }, entry)
  }

  /// The subscriber wants the run no more. When nobody does, the run is cancelled.
  package func unsubscribe(_ subscriber: any QueueSubscriber, from token: KeyToken) {
    runs.forgetCancelled(token, for: subscriber)
    guard let entry = runs.entry(of: token) else { return }
    carryOut(runs.update(entry, subscriber, to: nil), entry)
  }

  /// Whether a key's run waits for its first start, for the simulator.
  package func isWaitingToBegin<Value>(forKey key: AnyHashable, producing type: Value.Type) -> Bool {
    guard let entry = entry(forKey: key, producing: type) else { return false }
    return engine.isWaiting(entry) && !engine.hasStarted(entry)
  }

  /// Whether the run has been admitted to a slot at least once.
  package func hasStarted(_ token: KeyToken) -> Bool {
    runs.entry(of: token).map { engine.hasStarted($0) } ?? false
  }

  /// Whether the key's run has been cancelled, by its own job perhaps, and nobody has been told yet.
  func isBeingCancelled(_ token: KeyToken) -> Bool {
    runs.entry(of: token).map { engine.isBeingCancelled($0) } ?? false
  }

  /// Seconds that the key's run would take if it were started now, by what the latest runs have taken.
  func expectedDuration(of token: KeyToken) -> Double {
    runs.entry(of: token).map { engine.expectedDuration(of: $0) } ?? 0
  }

  private func carryOut(_ change: RunTable.Change, _ entry: QueueEngine.Machine.EntryID) {
    switch change {
    case .nothing:
      break
    case .priority(let priority):
      engine.setOrder(order(of: priority), of: entry)
    case .suspend:
      engine.suspend(entry)
    case .resume(let priority):
      engine.resume(entry, order: order(of: priority))
    case .cancel:
      // Kept until the engine has let go of the entry, for a subscriber may be the app's.
      let subscriptions = runs.remove(entry)
      engine.cancel(entry)
      _ = consume subscriptions
    }
  }

  private func order(of priority: CellPriority) -> UInt64 {
    sequence += 1
    return priority.order(sequence: sequence)
  }
}
