import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

/// Random life of a list with a screen: it scrolls, changes, gets new ids, is hidden and shown.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListRandomUpdateTests {
  /// A row of a list that shows rows of 20 points in 100; its cells are bound as UIKit would.
  @MainActor
  final class Life {
    let stage: ListStage
    var dice: SplitMix
    let hasOwnIDs: Bool
    var next = 0
    /// The rows' cells on screen, by the item that each was configured for.
    var cells: [(cell: Probe, name: String)] = []
    var pool: [Probe] = []
    var breaches: [String] = []
    var isScreenHidden = false

    init(seed: UInt64) {
      dice = SplitMix(seed: seed)
      hasOwnIDs = dice.below(2) == 0
      stage = ListStage([[]], limit: 1 + dice.below(4))
      let list = stage.list
      list.offscreenPolicy = [.keep, .demote, .suspend, .cancel][dice.below(4)]
      list.offscreenGrace = dice.below(2) == 0 ? 0 : 1
      list.deliveryTiming = [.immediately, .eachFrame, .whenScrollingStops][dice.below(3)]
      list.deliveryBudget = dice.below(2) == 0 ? 0 : 1
      list.remeasuring = [.never, .keepingFirst, .keepingLast][dice.below(3)]
      stage.preparePrefetching()
      stage.update([(0..<30).map { _ in newName() }])
      layOut()
    }

    func newName() -> String {
      next += 1
      return "i\(next).0"
    }

    /// The part of a name, or of a value, that stays when the id is replaced.
    static func stem(_ name: String) -> String { String(name.lowercased().prefix { $0 != "." }) }

    var names: [String] {
      get { stage.viewport.sections[0] }
      set { stage.viewport.sections[0] = newValue }
    }

    func cell(for name: String) -> Probe {
      let cell = pool.popLast() ?? Probe(stage.desk, name)
      cell.hasOwnID = hasOwnIDs
      cell.name = name
      cell.states = []
      cell.onState = { [weak self, weak cell] state in
        guard let self, let cell else { return }
        if let value = state.value, Self.stem(value) != Self.stem(cell.name ?? "") {
          self.breaches.append("INV-01: \(value) for \(cell.name ?? "")")
        }
      }
      return cell
    }

    /// Cells leave and come as the offset says.
    func layOut() {
      let visible = stage.viewport.indexPaths(atOffset: stage.viewport.offset).map { names[$0[1]] }
      for entry in cells where !visible.contains(entry.name) {
        stage.end(entry.cell)
        pool.append(entry.cell)
      }
      cells.removeAll { entry in !visible.contains(entry.name) }
      for name in visible where !cells.contains(where: { $0.name == name }) {
        let cell = cell(for: name)
        cells.append((cell, name))
        stage.viewport.cells.append((cell, name))
        if let path = stage.viewport.path(of: name) { stage.list.prepare(cell, item: .item(name), at: path) }
        stage.show(cell, name)
      }
    }

    func clamp() {
      stage.viewport.offset = max(0, min(stage.viewport.offset, Double(names.count) * 20 - 100))
    }

    func updateItems() {
      for _ in 0..<(1 + dice.below(4)) {
        switch dice.below(3) {
        case 0: names.insert(newName(), at: dice.below(names.count + 1))
        case 1 where names.count > 8: names.remove(at: dice.below(names.count))
        default: names.insert(names.remove(at: dice.below(names.count)), at: dice.below(names.count))
        }
      }
      clamp()
      stage.list.listDidUpdate()
      layOut()
    }

    func replaceID() {
      let index = dice.below(2) == 0 ? dice.below(names.count) : names.firstIndex { $0 == cells.first?.name } ?? 0
      let (old, new) = (names[index], names[index] + ".\(next)")
      next += 1
      names[index] = new
      stage.viewport.cells = stage.viewport.cells.map { $0.name == old ? ($0.cell, new) : $0 }
      stage.list.replaceID(old, with: new)
      guard let shown = cells.firstIndex(where: { $0.name == old }) else { return }
      cells[shown].name = new
      if dice.below(3) > 0 { configure(shown) }
    }

    func configure(_ index: Int) {
      let (cell, name) = cells[index]
      cell.name = name
      stage.list.prepare(cell, item: .item(name), at: stage.viewport.path(of: name))
    }

    func step() {
      let list = stage.list
      switch dice.below(24) {
      case 0..<6:
        stage.viewport.isDriven = dice.below(2) == 0
        stage.viewport.offset += Double(dice.below(400) - 200)
        clamp()
        list.didScroll()
        layOut()
        if dice.below(2) == 0 { stage.frames() }
      case 6: list.willLand(at: Double(dice.below(600)))
      case 7: list.willBeginDragging()
      case 8: list.didStopScrolling()
      case 9, 10: updateItems()
      case 11, 12: replaceID()
      case 13:
        isScreenHidden.toggle()
        if isScreenHidden {
          list.screenDidDisappear(
            [.keep, .demote, .suspend, .cancel][dice.below(4)], after: Double(dice.below(2)))
        } else {
          list.screenWillAppear()
        }
      case 14: dice.below(2) == 0 ? list.didEnterBackground() : list.willEnterForeground()
      case 15: dice.below(2) == 0 ? list.suspend() : list.resume()
      case 16: dice.below(3) == 0 ? list.cancel() : list.memoryWarning()
      case 17: list.prefetch(at: (0..<3).map { _ in stage.path(dice.below(names.count)) })
      case 18: list.cancelPrefetch(at: [stage.path(dice.below(names.count))])
      case 19:
        let paths = [stage.path(dice.below(names.count))]
        dice.below(2) == 0 ? list.raisePriority(at: paths) : list.lowerPriority(at: paths)
      case 20: stage.stage.engine.advance(by: .milliseconds(700))
      case 21: if dice.below(2) == 0, !cells.isEmpty { configure(dice.below(cells.count)) }
      default:
        stage.stage.settle()
        guard let name = stage.desk.wanted.randomElement(using: &dice) else { return }
        dice.below(5) == 0 ? stage.desk.report(0.5, for: name) : stage.desk.succeed(name)
        stage.stage.settle()
      }
    }

    func finish() {
      let list = stage.list
      // Else what is off screen waits for ever.
      list.offscreenPolicy = .demote
      list.screenWillAppear()
      list.willEnterForeground()
      list.resume()
      list.didStopScrolling()
      for index in cells.indices { configure(index) }
      for _ in 0..<80 {
        stage.stage.settle()
        _ = stage.desk.sweep()
        stage.desk.succeedAll()
        stage.frames(2)
        stage.stage.engine.advance(by: .seconds(2))
      }
    }
  }

  @Test(arguments: Effort.seeds(0..<400))
  func `Whatever happens to a list on a screen, it completes, and comes to rest`(seed: UInt64) {
    var life: Life? = Life(seed: seed)
    for step in 0..<200 {
      life?.step()
      _ = life?.stage.desk.sweep()
      let breaches = life?.breaches ?? []
      #expect(breaches == [], "seed \(seed), step \(step)")
      if !breaches.isEmpty { return }
    }
    life?.finish()
    let unfinished = (life?.cells ?? []).filter { Life.stem($0.cell.states.last ?? "") != Life.stem($0.name) }
    #expect(unfinished.map { "\($0.name): \($0.cell.states)" } == [], "INV-28, seed \(seed)")
    #expect(life?.breaches == [], "seed \(seed)")
    let engine = life?.stage.stage.engine
    #expect(engine?.clock.pendingTimers == 0, "INV-32, seed \(seed)")
    #expect(life?.stage.list.operations.runCount == 0, "INV-32, seed \(seed)")
    life?.stage.list.reset()
    life?.stage.list.cancel()
    life = nil
    engine?.settle()
    #expect(engine?.keys.count == 0, "INV-31, seed \(seed)")
    #expect(engine?.clock.pendingTimers == 0, "INV-31, seed \(seed)")
  }
}
