import AsyncCellCore
import AsyncCellTesting

/// What must hold, said as naively as possible: it looks at the cells and at the jobs, and remembers next to nothing.
@MainActor
struct Model {
  /// How much a key is wanted, by what its cells stand for.
  enum Wish: Equatable { case nobody, suspended, somebody, onScreen }

  private(set) var prefetches: [[Int: Int]]
  /// What the app has done to each list, to say when nothing may start.
  var isSuspended: [Bool]
  var isScreenHidden: [OffscreenPolicy?]
  var isInBackground: [Bool]
  var hasOverrides = false

  init(_ configuration: Configuration) {
    prefetches = Array(repeating: [:], count: configuration.lists)
    isSuspended = Array(repeating: false, count: configuration.lists)
    isScreenHidden = Array(repeating: nil, count: configuration.lists)
    isInBackground = Array(repeating: false, count: configuration.lists)
  }

  func standsStill(_ list: Int) -> Bool {
    isSuspended[list] || isScreenHidden[list] == .suspend || isInBackground[list]
  }

  /// Whether anything keeps the list from going on with what was stopped.
  func isHidden(_ list: Int) -> Bool {
    standsStill(list) || isScreenHidden[list] == .cancel || isScreenHidden[list] == .demote
  }

  func isDemoted(_ list: Int) -> Bool { isScreenHidden[list] == .demote }

  /// How much a key is wanted at most: work that has left the screen may be kept, demoted, by policy.
  static func wish(for key: Int, in world: World) -> Wish {
    var best = Wish.nobody
    var isKnown = world.requests.contains { $0.key == key && $0.request.isPending }
    if isKnown { best = .onScreen }
    for (index, cells) in world.cells.enumerated() {
      let stands = world.model.standsStill(index)
      for cell in cells where cell.isActive && cell.item == key {
        isKnown = true
        if stands {
          if best == .nobody { best = .suspended }
        } else if cell.isDisplayed, !world.model.isDemoted(index) {
          best = .onScreen
        } else if best != .onScreen {
          best = .somebody
        }
      }
    }
    guard best != .onScreen else { return best }
    // Prefetched, or left the screen and kept by the list's policy: at most wanted, unless every list stands still.
    let mayLinger = world.lists.indices.contains { !world.model.standsStill($0) }
    if best == .nobody || best == .suspended, mayLinger, !isKnown || best == .suspended { return .somebody }
    return best == .nobody ? (mayLinger ? .somebody : .suspended) : best
  }

  /// A key that is on screen, waits for its first start and could have it now.
  static func startableOnScreen(in world: World) -> Int? {
    guard !world.queue.isSuspended else { return nil }
    for (index, cells) in world.cells.enumerated() where !world.model.standsStill(index) {
      guard !world.model.isDemoted(index), !world.model.hasOverrides else { continue }
      guard !world.lists[index].hasUndeliveredStates else { continue }
      for cell in cells where cell.isDisplayed && cell.isActive && cell.hasWork && !cell.isFenced {
        guard cell.shown == .progress, cell.hasOwnID, !cell.isStopped else { continue }
        if world.queue.isWaitingToBegin(forKey: cell.item, producing: SimValue.self) { return cell.item }
      }
    }
    return nil
  }

  static func check(_ world: World) {
    checkRuns(world)
    checkMemory(world)
    guard world.engine.main.pendingCount == 0, !world.engine.hasThreadWork else { return }
    checkCells(world)
  }

  /// One run for each key, as urgent as its most urgent cell.
  private static func checkRuns(_ world: World) {
    var seen: Set<Int> = []
    for index in world.jobs.wanted {
      let job = world.jobs.inFlight[index]
      // An identity of a list's own has a run apart.
      guard !world.configuration.usesListIdentity else { continue }
      if !seen.insert(job.key).inserted { world.violated("INV-11: two runs of \(job.key) at once") }
    }
    guard !world.model.hasOverrides else { return }
    for (index, cells) in world.cells.enumerated() {
      guard !world.model.standsStill(index), !world.model.isDemoted(index) else { continue }
      guard !world.lists[index].hasUndeliveredStates else { continue }
      for cell in cells where cell.isDisplayed && cell.isActive && cell.hasOwnID {
        guard let priority = world.queue.priority(forKey: cell.item, producing: SimValue.self) else { continue }
        if cell.shown == .progress, !cell.isFenced, !cell.isStopped, priority != .visible {
          world.violated("INV-10: \(cell.item) is on screen and its run is \(priority)")
        }
      }
    }
  }

  private static func checkMemory(_ world: World) {
    let bindings = world.cells.reduce(0) { $0 + $1.count }
    let bound = 8 * (bindings + world.queue.runCount + world.cache.count + world.jobs.inFlight.count) + 64
    if world.engine.keys.count > bound { world.violated("INV-26: \(world.engine.keys.count) keys are remembered") }
  }

  /// When all is at rest, each cell that waits waits for something.
  private static func checkCells(_ world: World) {
    for (index, cells) in world.cells.enumerated() {
      for cell in cells where cell.isActive && cell.isDisplayed && cell.hasWork && !cell.isFenced {
        if cell.shown == .nothing { world.violated("INV-28: a cell on screen shows nothing") }
        guard cell.shown == .progress, cell.hasOwnID, !cell.isStopped else { continue }
        let status = world.lists[index].status(forKey: cell.item, producing: SimValue.self)
        let isOnItsWay = world.lists[index].hasUndeliveredStates
        if status != .inProgress, !isOnItsWay {
          world.violated("INV-28: a cell of \(cell.item) waits for a run that is \(status)")
        }
      }
    }
  }
}
