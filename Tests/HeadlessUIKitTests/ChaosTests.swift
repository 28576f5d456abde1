import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Schedules at random", .timeLimit(.minutes(5)))
struct ChaosTests {
  /// Scrolls about for a while.
  func wander(_ stage: Stage, seed: UInt64, steps: Int = 60, _ check: () -> Void = {}) {
    var random = SplitMix(state: seed)
    for _ in 0..<steps {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: stage.table.drag(by: CGFloat.random(in: -500...500, using: &random), frames: 3)
      case 1: stage.table.flick(velocity: CGFloat.random(in: -4_000...4_000, using: &random))
      case 2: stage.table.jump(to: CGFloat.random(in: 0...5_000, using: &random))
      default: stage.table.reloadRows(at: stage.table.indexPathsForVisibleRows?.suffix(1) ?? [], with: .fade)
      }
      stage.window.runFrames(Int.random(in: 1...6, using: &random))
      check()
    }
  }

  @Test("One seed gives one trace, another seed another")
  func determinism() {
    let traces = ([7, 7, 8] as [UInt64]).map { seed in
      let stage = Stage(.legalChaos(seed: seed))
      wander(stage, seed: 1)
      return stage.log.events
    }
    #expect(traces[0] == traces[1])
    #expect(traces[0] != traces[2])
  }

  @Test("What the contract promises holds for each seed", arguments: 1...10 as ClosedRange<UInt64>)
  func contract(seed: UInt64) {
    let stage = Stage(.legalChaos(seed: seed))
    var displayed: [ObjectIdentifier: IndexPath] = [:]
    stage.feed.onWillDisplay = { table, cell, path in
      #expect(displayed.updateValue(path, forKey: ObjectIdentifier(cell)) == nil, "seed \(seed)")
      #expect((cell as? FeedCell)?.item == path.row, "seed \(seed)")
    }
    stage.feed.onDidEnd = { _, cell, path in
      #expect(displayed.removeValue(forKey: ObjectIdentifier(cell)) == path, "seed \(seed)")
    }
    wander(stage, seed: seed) {
      let cells = stage.table.visibleCells
      #expect(cells.map { ($0 as? FeedCell)?.item } == stage.table.indexPathsForVisibleRows?.map(\.row))
      #expect(cells.allSatisfy { displayed[ObjectIdentifier($0)] != nil }, "seed \(seed)")
    }
    #expect(stage.log.violations.isEmpty, "seed \(seed)")
    stage.table.removeFromSuperview()
    stage.table.setNeedsLayout()
    stage.table.layoutIfNeeded()
    #expect(displayed.count == stage.table.visibleCells.count, "off-window no end is late, seed \(seed)")
  }

  @Test("Over some seeds everything that may happen does")
  func variety() {
    var seen: Set<String> = []
    for seed in 1...8 as ClosedRange<UInt64> {
      let stage = Stage(.legalChaos(seed: seed))
      var left: [IndexPath: Int] = [:]
      stage.feed.onDidEnd = { [window = stage.window] table, _, path in
        let delay = window.frameCount - (left[path] ?? window.frameCount)
        seen.insert(delay > 10 ? "held" : delay > 1 ? "late" : "prompt")
      }
      wander(stage, seed: seed) {
        let visible = Set(stage.table.indexPathsForVisibleRows ?? [])
        for row in (0..<100).map({ row($0) }) where visible.contains(row) { left[row] = stage.window.frameCount }
      }
      var prefetched: Set<IndexPath> = []
      for event in stage.log.events {
        switch event {
        case .prefetch(let paths):
          if paths != paths.sorted(), paths != paths.sorted(by: >) { seen.insert("unordered") }
          if !prefetched.isDisjoint(with: paths) { seen.insert("repeated") }
          if let first = paths.min(), let last = paths.max(), last.row - first.row >= paths.count {
            seen.insert("gaps")
          }
          prefetched.formUnion(paths)
        case .cancelPrefetch: seen.insert("cancelled")
        default: break
        }
      }
    }
    #expect(seen == ["held", "late", "prompt", "unordered", "repeated", "gaps", "cancelled"])
  }

  @Test("B3: no prefetch before the first scroll", arguments: 1...8 as ClosedRange<UInt64>)
  func idle(seed: UInt64) {
    let stage = Stage(.legalChaos(seed: seed))
    stage.window.runFrames(50)
    #expect(stage.feed.calls.isEmpty)
    #expect(stage.table.cachedIndexPaths.isEmpty)
  }

  @Test("B5: without prefetching there is none in chaos either", arguments: 1...8 as ClosedRange<UInt64>)
  func withoutPrefetching(seed: UInt64) {
    let stage = Stage(.legalChaos(seed: seed))
    stage.table.isPrefetchingEnabled = false
    wander(stage, seed: seed)
    #expect(stage.feed.calls.isEmpty && stage.table.cachedIndexPaths.isEmpty)
  }

  @Test("lookAhead prepares cells ahead and keeps none after their display")
  func lookAhead() {
    let stage = Stage(.lookAhead).settled()
    stage.table.drag(by: 50)
    #expect(stage.table.cachedIndexPaths == [row(6), row(7)])
    stage.log.clear()
    stage.table.jump(to: 300)
    stage.window.runFrame()
    #expect(stage.rowEvents.count(.cellFor(row(6))) == 0 && stage.rowEvents.count(.willDisplay(row(6))) == 1)
    stage.table.jump(to: 0)
    stage.window.runFrame()
    #expect(stage.rowEvents.count(.cellFor(row(0))) == 1, "it was not kept")
    #expect(HeadlessProfile.all.map(\.name) == ["noPrefetch", "lookAhead", "preparedCache"])
  }
}
