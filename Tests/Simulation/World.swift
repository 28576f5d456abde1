import AsyncCellCore
import AsyncCellTesting

/// Lists, a queue, a cache and jobs in virtual time, on one thread, with a check after each step.
@MainActor
final class World {
  let configuration: Configuration
  let engine = VirtualEngine()
  let jobs = SimJobs()
  let queue: KeyedOperationQueue
  let cache: ResultCache
  var lists: [CellCoordinator] = []
  var cells: [[SimCell]] = []
  var model: Model
  /// Of the default lane, as it was set last.
  var limit: Int { didSet { queue.maxConcurrentOperationCount = limit } }
  var requests: [(key: Int, request: KeyedRequest)] = []
  /// The main actor's queue is being worked off: only then may states come by themselves.
  var isDelivering = false
  /// What cells stood for that have died on screen.
  var ghosts: Set<Int> = []
  /// Log-ins.
  var epoch = 0
  private(set) var violation: Violation?
  private(set) var checks = 0

  init(_ configuration: Configuration) {
    self.configuration = configuration
    limit = configuration.limit
    queue = engine.makeQueue(limit: configuration.limit)
    queue.retryPolicy = RetryPolicy(
      maxNumberOfFailures: configuration.maxNumberOfFailures, backoff: .constant(1), shouldRetry: { _ in true })
    cache = engine.makeCache(countLimit: configuration.cacheCount)
    model = Model(configuration)
    for list in 0..<configuration.lists {
      let coordinator = CellCoordinator(operations: queue, cache: cache)
      coordinator.offscreenPolicy = configuration.policy
      coordinator.offscreenGrace = configuration.hasGrace ? 1 : 0
      coordinator.deliveryTiming = configuration.timing
      lists.append(coordinator)
      cells.append((0..<configuration.cells).map { _ in SimCell(self, hasOwnID: hasOwnIDs(list)) })
    }
    jobs.onStart = { [unowned self] key, stage in
      MainActor.assumeIsolated { self.jobDidStart(key, stage) }
    }
  }

  func hasOwnIDs(_ list: Int) -> Bool { !(configuration.usesListIdentity && list == 0) }

  var allCells: [SimCell] { cells.flatMap(\.self) }

  func work(_ key: Int) -> Waterfall<SimValue> {
    jobs.work(key: key, epoch: epoch, stages: configuration.stages)
  }

  func violated(_ sentence: String) {
    if violation == nil { violation = Violation(sentence) }
  }

  // MARK: Steps

  func step(_ action: Action) {
    perform(action)
    if !configuration.ignoresCancel { jobs.sweep() }
    check()
  }

  func runThread() { _ = engine.runNextThread() }

  func runMain() {
    isDelivering = true
    defer { isDelivering = false }
    _ = engine.main.runNext()
  }

  func settle() {
    repeat {
      engine.runThreads()
      if !configuration.ignoresCancel { jobs.sweep() }
      runMain()
    } while engine.main.pendingCount > 0 || engine.hasThreadWork
  }

  func advance(_ duration: Duration) {
    engine.clock.advance(by: duration)
    settle()
  }

  // MARK: Checks

  private func jobDidStart(_ key: Int, _ stage: Int) {
    let lane = stage % 2 == 0 ? Lane.default : .processing
    let limit = lane == .default ? limit : queue[lane].maxConcurrentOperationCount
    let running = jobs.running(in: lane)
    if limit >= 0, running >= limit { violated("INV-07: \(running + 1) jobs run at once, not \(limit)") }
    if stage == 0 { checkStart(key) }
  }

  private func checkStart(_ key: Int) {
    let wish = Model.wish(for: key, in: self)
    if wish == .nobody { violated("INV-14: work began that nobody wants") }
    if wish == .suspended { violated("INV-27: suspended work began") }
    // Kept, or within its grace, it has the place that it had on screen.
    guard !configuration.hasGrace, configuration.policy != .keep else { return }
    // A cell that dies without a word is missed only later.
    guard !ghosts.contains(key) else { return }
    if wish != .onScreen, let other = Model.startableOnScreen(in: self), other != key {
      violated("INV-09: \(key) began before \(other), which is on screen")
    }
  }

  private func check() {
    checks += 1
    if let fault = queue.engine.fault { violated(fault) }
    for list in lists { if let fault = list.fault { violated(fault) } }
    if cache.count > cache.countLimit { violated("INV-19: \(cache.count) values are kept") }
    Model.check(self)
  }
}
