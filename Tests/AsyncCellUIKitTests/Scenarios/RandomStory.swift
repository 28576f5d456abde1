import AsyncCellTesting
import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

/// Whatever may happen to a list, in any order; after each rest the screen must be right.
@MainActor
final class RandomStory {
  private let stage: ScenarioStage
  private var random: SplitMix
  private var isHidden = false
  private var isInBackground = false
  private var isOffWindow = false
  private var removed: Set<String> = []
  private var complaints: [String] = []
  /// What has happened, for the report of a failure.
  private(set) var steps: [String] = []

  init(_ stage: ScenarioStage, seed: UInt64) {
    self.stage = stage
    random = SplitMix(seed: seed)
  }

  func tell(rests: Int) -> [String] {
    for _ in 0..<rests {
      for _ in 0..<Int.random(in: 3...9, using: &random) { step() }
      rest()
      guard complaints.isEmpty else { return complaints + ["after " + steps.suffix(12).joined(separator: ", ")] }
    }
    return []
  }

  private func pick(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }

  private func step() {
    switch pick(17) {
    case 0:
      change("insert") { items in
        let new = (0...pick(3)).map { _ in stage.newItem() }
        items.insert(contentsOf: new, at: pick(min(items.count, 12) + 1))
      }
    case 1:
      change("delete") { items in
        for _ in 0...pick(3) where !items.isEmpty { items.remove(at: pick(min(items.count, 12))) }
      }
    case 2:
      change("move") { items in
        guard items.count > 1 else { return }
        items.insert(items.remove(at: pick(min(items.count, 10))), at: pick(min(items.count, 14)))
      }
    case 3:
      change("several") { items in
        for _ in 0..<2 where items.count > 3 {
          items.remove(at: pick(8))
          items.insert(stage.newItem(), at: pick(8))
          items.swapAt(pick(items.count - 1), pick(min(items.count, 9)))
        }
      }
    case 4: replace("reload", isReload: true)
    case 5: replace("reconfigure", isReload: false)
    case 6:
      steps.append("reloadData")
      var items = stage.model.items
      items.swapAt(0, pick(items.count))
      if Bool.random(using: &random), items.count > 30 { items.removeLast(5) }
      update(to: items, byReloadData: true)
    case 7, 8: scroll()
    case 9: prefetch()
    case 10:
      steps.append("memory warning")
      stage.driver.memoryWarning()
    case 11: finish(some: true)
    case 12: finish(some: false)
    case 13: screen()
    case 14: background()
    case 15: window()
    default:
      steps.append("time")
      stage.engine.advance(by: .seconds(pick(20)))
    }
    if pick(3) > 0 { stage.frames(pick(4)) }
  }

  // MARK: Updates

  private func change(_ what: String, _ body: (inout [Item]) -> Void) {
    steps.append(what)
    var items = stage.model.items
    body(&items)
    update(to: items)
  }

  private func replace(_ what: String, isReload: Bool) {
    var items = stage.model.items
    let indexes = Set((0...pick(3)).map { _ in pick(min(items.count, 14)) }).filter { $0 < items.count }.sorted()
    steps.append("\(what) \(indexes)")
    if Bool.random(using: &random) { for index in indexes { items[index] = items[index].next() } }
    let ids = indexes.map { items[$0].id }
    if isReload { update(to: items, reloaded: ids) } else { update(to: items, reconfigured: ids) }
  }

  private func update(to items: [Item], reloaded: [Int] = [], reconfigured: [Int] = [], byReloadData: Bool = false) {
    let gone = Set(stage.model.items.map(\.id)).subtracting(items.map(\.id))
    removed.formUnion(stage.model.items.filter { gone.contains($0.id) }.compactMap(\.name))
    stage.update(
      to: items, reloaded: reloaded, reconfigured: reconfigured, animated: Bool.random(using: &random),
      byReloadData: byReloadData)
    stage.settle()
    complaints += stage.orphans().map { "\($0), after \(steps.last ?? "")" }
    for name in removed where stage.cells?.coordinator.status(forKey: name, producing: String.self) == .inProgress {
      complaints.append("\(name) is in progress and has gone, after \(steps.last ?? "")")
    }
  }

  // MARK: The rest of the world

  private func scroll() {
    let distance = CGFloat(Int.random(in: -400...500, using: &random))
    steps.append("scroll \(distance)")
    switch pick(6) {
    case 0: stage.driver.flick(stage.list, velocity: distance * 12)
    case 1: stage.list.setContentOffset(CGPoint(x: 0, y: max(0, min(2_000, distance * 5))), animated: true)
    case 2 where stage.model.items.count > 20: stage.jump(CGFloat(pick(1_200)), frames: 1)
    case 3: stage.driver.scrollToTop(stage.list)
    case 4: stage.driver.touch(stage.list)
    default: stage.driver.drag(stage.list, by: distance, frames: 1 + pick(4))
    }
  }

  private func prefetch() {
    let first = pick(30)
    steps.append("prefetch \(first)")
    let wanted = paths(first..<(first + pick(8)))
    if pick(3) > 0 {
      stage.driver.prefetch(stage.list, wanted)
    } else {
      stage.driver.cancelPrefetch(stage.list, wanted)
    }
  }

  private func finish(some isSuccess: Bool) {
    for name in stage.desk.wanted where Bool.random(using: &random) {
      steps.append("\(isSuccess ? "succeed" : "fail") \(name)")
      if isSuccess { stage.desk.succeed(name) } else { stage.desk.fail(name) }
    }
    if Bool.random(using: &random) { stage.settle() } else { stage.engine.runThreads() }
  }

  private func screen() {
    isHidden.toggle()
    steps.append(isHidden ? "leave" : "return")
    stage.loader.screen(isShown: !isHidden)
  }

  private func background() {
    isInBackground.toggle()
    steps.append(isInBackground ? "background" : "foreground")
    if isInBackground { stage.driver.enterBackground() } else { stage.driver.enterForeground() }
  }

  private func window() {
    isOffWindow.toggle()
    steps.append(isOffWindow ? "out of the window" : "into the window")
    stage.driver.show(isOffWindow ? UIViewController() : stage.controller)
  }

  /// Everything comes back and ends well.
  private func rest() {
    if isInBackground { background() }
    if isOffWindow { window() }
    if isHidden { screen() }
    stage.completeAll()
    for _ in 0..<5 {
      let failures = stage.visible.compactMap(\.cell.board.failure)
      guard !failures.isEmpty else { break }
      for failure in failures { failure.retry() }
      stage.completeAll()
    }
    complaints += stage.complaints()
    steps.append("rest")
  }
}

/// Numbers that are the same for the same seed.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
