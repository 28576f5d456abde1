import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

/// Random lives of lists in cells: whatever hides the outer list hides those that its cells show, and nothing else does.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListRandomNestedTests {
  static let policies: [OffscreenPolicy] = [.keep, .demote, .suspend, .cancel]

  @Test(arguments: Effort.seeds(0..<400))
  func `Lists on screen are as their outer list is, and complete with it`(seed: UInt64) {
    var dice = SplitMix(seed: seed)
    let outer = CellStage(limit: 3)
    let inner = (0..<3).map { _ in CellStage(outer.engine, sharing: outer.list.operations, outer.list.cache) }
    for stage in inner { stage.list.offscreenPolicy = Self.policies[dice.below(4)] }
    let cells = (0..<3).map { _ in PostCell() }
    var isDisplayed = [false, false, false]
    var own = inner.map { _ in false }
    let cards = inner.enumerated().map { index, stage in (0..<2).map { stage.shown("l\(index)c\($0)") } }

    for step in 0..<120 {
      let (at, list, verb) = (dice.below(3), dice.below(3), dice.below(13))
      switch verb {
      case 0, 1:
        cells[at].lists = inner.filter { _ in dice.below(2) == 0 }.map(\.list)
        outer.list.prepare(cells[at], item: .item(list))
      case 2, 3:
        outer.list.willDisplay(cells[at], item: .item(list))
        isDisplayed[at] = true
      case 4, 5:
        outer.list.didEndDisplaying(cells[at])
        isDisplayed[at] = false
      case 6: outer.list.suspend()
      case 7: outer.list.resume()
      case 8: outer.list.screenDidDisappear(Self.policies[dice.below(4)])
      case 9: outer.list.screenWillAppear()
      case 10:
        own[list].toggle()
        if own[list] { inner[list].list.suspend() } else { inner[list].list.resume() }
      case 11: dice.below(3) == 0 ? outer.list.cancel() : outer.engine.settle()
      default:
        outer.settle()
        for stage in inner {
          if let name = stage.desk.wanted.randomElement(using: &dice) { stage.desk.succeed(name) }
        }
        outer.settle()
      }
      for stage in inner { _ = stage.desk.sweep() }
      for (index, stage) in inner.enumerated() {
        let isShown = zip(cells, isDisplayed).contains { cell, isDisplayed in
          isDisplayed && cell.lists.contains { $0 === stage.list }
        }
        let isRight = !isShown || stage.list.isSuspended == (own[index] || outer.list.isSuspended)
        #expect(isRight, "seed \(seed), step \(step), verb \(verb), list \(index): \(stage.list.isSuspended)")
        if !isRight { return }
      }
    }

    // Everything is shown again, in one cell.
    outer.list.screenWillAppear()
    outer.list.resume()
    for stage in inner { stage.list.resume() }
    cells[0].lists = inner.map(\.list)
    outer.list.willDisplay(cells[0], item: .item(0))
    for _ in 0..<6 {
      outer.settle()
      for stage in inner {
        _ = stage.desk.sweep()
        stage.desk.succeedAll()
      }
      outer.settle()
    }
    for (index, cards) in cards.enumerated() {
      #expect(cards.map(\.states.last) == ["L\(index)C0", "L\(index)C1"], "seed \(seed)")
    }
    #expect(outer.list.operations.runCount == 0, "seed \(seed)")
  }
}
