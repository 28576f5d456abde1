package import AsyncCellCore

/// An engine without threads and without time: everything happens inside ``settle()``, in one order, on the caller.
@MainActor
package final class VirtualEngine {
  package let clock = ManualClock()
  package let main = VirtualMain()
  /// A table of its own, so that a test can count what is left in it.
  package let keys = KeyTable()
  private let work = WorkList()

  package init() {}

  package var environment: EngineEnvironment {
    let work = work
    return EngineEnvironment(clock: clock, main: main, random: { 0.5 }, makeThreads: { _ in VirtualThreads(work) })
  }

  package func makeQueue(limit: Int = 4) -> KeyedOperationQueue {
    let queue = KeyedOperationQueue(environment: environment, keys: keys)
    queue.maxConcurrentOperationCount = limit
    return queue
  }

  package func makeCache(totalCostLimit: Int = 64 << 20, countLimit: Int = 2_000) -> ResultCache {
    ResultCache(totalCostLimit: totalCostLimit, countLimit: countLimit, clock: clock, keys: keys, main: main)
  }

  /// Runs what the lanes' threads and the main actor have to do, until there is nothing.
  package func settle() {
    repeat { runThreads() } while main.runPending()
  }

  /// Runs the threads alone: results stay on their way to the main actor.
  package func runThreads() {
    while let body = work.next() { body() }
  }

  /// Runs one body of the threads. False: there was none.
  package func runNextThread() -> Bool {
    guard let body = work.next() else { return false }
    body()
    return true
  }

  /// Whether the threads have something to do.
  package var hasThreadWork: Bool { !work.isEmpty }

  /// Moves time on, and does what comes due.
  package func advance(by duration: Duration) {
    clock.advance(by: duration)
    settle()
  }
}

/// The main actor's queue, run by hand.
package final class VirtualMain: MainExecutor {
  private let pending = Locked<[@MainActor @Sendable () -> Void]>([])

  package func enqueue(_ body: @escaping @MainActor @Sendable () -> Void) {
    pending.withLock { $0.append(body) }
  }

  package var pendingCount: Int { pending.withLock { $0.count } }

  /// Runs what is queued, and what that queues. False: there was nothing.
  @MainActor
  package func runPending() -> Bool {
    var didRun = false
    while runNext() { didRun = true }
    return didRun
  }

  /// Runs the first of what is queued. False: there was nothing.
  @MainActor
  package func runNext() -> Bool {
    guard let body = pending.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
    body()
    return true
  }
}

private final class WorkList: Sendable {
  private let bodies = Locked<[@Sendable () -> Void]>([])

  func add(_ body: @escaping @Sendable () -> Void) {
    bodies.withLock { $0.append(body) }
  }

  var isEmpty: Bool { bodies.withLock { $0.isEmpty } }

  func next() -> (@Sendable () -> Void)? {
    bodies.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}

private final class VirtualThreads: LaneThreadPool {
  private let work: WorkList
  let servesOneBodyPerSlot = false

  init(_ work: WorkList) {
    self.work = work
  }

  func add(_ slot: AsyncOperation) {
    work.add { slot.start() }
  }

  func hop(_ body: @escaping @Sendable () -> Void) {
    work.add(body)
  }
}
