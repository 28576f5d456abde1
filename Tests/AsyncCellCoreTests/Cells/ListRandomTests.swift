import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Random use of a list, checked after each step: whatever an app does, the invariants hold.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListRandomTests {
  /// A cell that checks what it is told.
  final class Watched: AsyncCell {
    let desk: Desk
    var item = 0
    var version = 0
    var hasOwnID: Bool
    /// Displayed, or prepared and not displayed since.
    var mayHear = false
    var isDisplayed = false
    var states = 0
    /// Ends since the last state in progress.
    var ends = 0
    var fraction = 0.0
    var attempt = 1
    var last = ""
    var breaches: [String] = []
    var onState: (() -> Void)?

    init(_ desk: Desk, hasOwnID: Bool) {
      self.desk = desk
      self.hasOwnID = hasOwnID
    }

    var key: String { hasOwnID ? "i\(item)v\(version)" : "plain\(item)" }
    var asyncOperationID: AnyHashable? { hasOwnID ? key : nil }

    func asyncOperation() -> Waterfall<String>? {
      item == 9 ? nil : desk.job(key).offscreen(item == 8 ? .cancel : .demote).cached(lifetime: item == 7 ? 3 : nil)
    }

    func asyncOperationDidChange(_ state: AsyncCellState<String>) {
      states += 1
      if !mayHear { breaches.append("INV-01: told \(state.short) while it stood for nothing") }
      switch state {
      case .inProgress(let progress):
        if progress.attempt != attempt { fraction = 0 }
        if let now = progress.fraction, now < fraction, last == "…" { breaches.append("INV-04: \(now)") }
        (fraction, attempt) = (progress.fraction ?? 0, progress.attempt)
        last = "…"
        ends = 0
        if let previous = progress.previous, !previous.hasPrefix(hasOwnID ? "I\(item)V" : "PLAIN\(item)") {
          breaches.append("INV-01: \(previous) shown as an earlier version of \(key)")
        }
      case .complete(let value):
        if value != key.uppercased() { breaches.append("INV-01: \(value) for \(key)") }
        last = value
        ends += 1
      case .failed(let failure):
        if FailureKind(of: failure.error) == .cancelled { breaches.append("INV-17: cancelled shown as failed") }
        last = "!"
        ends += 1
      }
      onState?()
    }
  }

  @Test(arguments: Effort.seeds(0..<300))
  func `Whatever is done to a list, its invariants hold`(seed: UInt64) {
    var dice = SplitMix(seed: seed)
    let engine = VirtualEngine()
    let queue = engine.makeQueue(limit: 1 + dice.below(4))
    queue.retryPolicy = RetryPolicy(maxNumberOfFailures: 2, backoff: .constant(1))
    let cache = engine.makeCache(countLimit: 1 + dice.below(12))
    let desk = Desk()
    var lists: [CellCoordinator] = (0..<2).map { _ in CellCoordinator(operations: queue, cache: cache) }
    let policies: [OffscreenPolicy] = [.keep, .demote, .suspend, .cancel]
    for list in lists {
      list.offscreenPolicy = policies[dice.below(4)]
      list.offscreenGrace = dice.below(2) == 0 ? 0 : 1
    }
    var cells = (0..<2).map { list in (0..<4).map { Watched(desk, hasOwnID: $0 + list != 3) } }
    func identity(_ cell: Watched) -> ItemIdentity { .item(cell.item) }

    for step in 0..<300 {
      let (at, row) = (dice.below(2), dice.below(4))
      let (list, cell) = (lists[at], cells[at][row])
      let verb = dice.below(34)
      // These may begin a new generation, whose progress begins anew.
      if verb < 25, verb >= 12 || verb < 9 { cells.joined().forEach { $0.fraction = 0 } }
      switch verb {
      case 0..<4:
        // Out of the pool, perhaps for another item.
        if cell.isDisplayed { list.didEndDisplaying(cell) }
        (cell.isDisplayed, cell.mayHear) = (false, true)
        cell.item = dice.below(10)
        cell.version = 0
        let before = cell.states
        list.prepare(cell, item: identity(cell))
        if cell.onState == nil, cell.states - before != (cell.item == 9 && cell.states == before ? 0 : 1) {
          cell.breaches.append("INV-05: \(cell.states - before) states while it was bound")
        }
      case 4..<9:
        (cell.isDisplayed, cell.mayHear) = (true, true)
        list.willDisplay(cell, item: identity(cell))
      case 9..<12:
        list.didEndDisplaying(cell)
        if cell.isDisplayed { (cell.isDisplayed, cell.mayHear) = (false, false) }
      case 12 where cell.isDisplayed:
        cell.version += 1
        list.prepare(cell, item: identity(cell))
      case 13: list.reset(keepingValues: dice.below(2) == 0)
      case 14: list.reset(cell, keepingValues: dice.below(2) == 0)
      case 15: list.cancel()
      case 16: list.suspend()
      case 17, 18: list.resume()
      case 19: list.memoryWarning()
      case 20:
        let item = dice.below(9)
        list.prefetch(desk.job("i\(item)v0"), forKey: "i\(item)v0", distance: dice.below(5), at: dice.below(3))
      case 21: list.cancelPrefetch(at: dice.below(3))
      case 22: list.store("I1V0", forKey: "i1v0")
      case 23: engine.advance(by: .milliseconds(700))
      case 24: queue.cancelAllOperations()
      case 25 where dice.below(5) == 0: cache.invalidate()
      case 26: engine.runThreads()
      case 27: _ = engine.main.runNext()
      case 28:
        let resets = dice.below(2) == 0
        cell.onState = { [weak cell, weak list] in
          guard resets, let cell, cell.ends > 0 else { return }
          cell.onState = nil
          list?.reset(cell)
        }
      case 29:
        list.unbind(cell)
        (cell.isDisplayed, cell.mayHear) = (false, false)
      case 30 where dice.below(3) == 0:
        // A cell dies, and another is made.
        cells[at][row] = Watched(desk, hasOwnID: cell.hasOwnID)
      default:
        engine.settle()
        guard let name = desk.wanted.randomElement(using: &dice) else { break }
        switch dice.below(4) {
        case 0: desk.fail(name, with: URLError(dice.below(2) == 0 ? .timedOut : .unsupportedURL))
        case 1: desk.report(Double(dice.below(100)) / 100, for: name)
        default: desk.succeed(name)
        }
        engine.settle()
      }
      _ = desk.sweep()
      let breaches = cells.joined().flatMap(\.breaches)
      #expect(breaches == [], "seed \(seed), step \(step)")
      #expect(cache.count <= cache.countLimit, "INV-19, seed \(seed), step \(step)")
      if !breaches.isEmpty { return }
    }

    // INV-28: whatever has happened, what is on screen completes once it may.
    for list in lists { list.resume() }
    for cell in cells.joined() { cell.onState = nil }
    for (list, cells) in zip(lists, cells) {
      for cell in cells where cell.isDisplayed { list.willDisplay(cell, item: identity(cell)) }
    }
    for _ in 0..<100 {
      engine.settle()
      _ = desk.sweep()
      desk.succeedAll()
      engine.advance(by: .seconds(2))
    }
    let unfinished = cells.joined().filter { $0.isDisplayed && $0.item != 9 && $0.last == "…" }.map(\.key)
    #expect(unfinished == [], "INV-28, seed \(seed)")
    #expect(cells.joined().flatMap(\.breaches) == [], "seed \(seed)")

    // INV-31, INV-32: and nothing of it stays.
    lists.forEach { $0.cancel() }
    cells = []
    lists = []
    for _ in 0..<10 {
      engine.settle()
      _ = desk.sweep()
    }
    cache.removeAll()
    engine.settle()
    #expect(queue.runCount == 0, "INV-32, seed \(seed)")
    #expect(engine.keys.count == 0, "INV-32, seed \(seed)")
    #expect(engine.clock.pendingTimers == 0, "INV-32, seed \(seed)")
  }
}

extension SplitMix: RandomNumberGenerator {}
