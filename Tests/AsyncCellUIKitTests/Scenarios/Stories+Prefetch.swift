import AsyncCellTesting
import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

extension Stories {
  /// S18
  static func firstScreen(_ stage: ScenarioStage) -> [String] {
    stage.completeAll()
    let count = stage.driver.prefetchCount(of: stage.list)
    return stage.complaints() + (count == 0 ? [] : ["\(count) prefetches"])
  }

  /// S19
  static func prefetchedThenBound(_ stage: ScenarioStage) -> [String] {
    stage.driver.prefetch(stage.list, paths([5]))
    stage.settle()
    let before = (stage.loader as? RightLoader)?.priority(5)
    stage.drag(100)
    let after = (stage.loader as? RightLoader)?.priority(5)
    stage.completeAll()
    var complaints = stage.complaints()
    if stage.desk.starts(of: "n5") != 1 { complaints.append("\(stage.desk.starts(of: "n5")) loads") }
    if let before, let after, !(after < before) { complaints.append("\(before), and on screen \(after)") }
    if before == nil { complaints.append("not prefetched") }
    return complaints
  }

  /// S20
  static func cancelledWhileDisplayed(_ stage: ScenarioStage) -> [String] {
    stage.driver.prefetch(stage.list, paths([5, 6]))
    stage.drag(200)
    stage.driver.cancelPrefetch(stage.list, paths([5, 6]))
    stage.completeAll()
    return stage.complaints() + [5, 6].filter { stage.desk.starts(of: "n\($0)") != 1 }.map { "row \($0) began anew" }
  }

  /// S21
  static func unpaired(_ stage: ScenarioStage) -> [String] {
    for _ in 0..<2 { stage.driver.prefetch(stage.list, paths(0..<8)) }
    for _ in 0..<2 { stage.driver.cancelPrefetch(stage.list, paths(2...6)) }
    stage.driver.cancelPrefetch(stage.list, paths([50]))
    stage.settle()
    // Nobody wants rows 5 and 6, and the row that nobody has taken back is wanted once.
    let unwanted = [5, 6].filter {
      stage.cells?.coordinator.status(forKey: "n\($0)", producing: String.self) != CellCoordinator.Status.none
    }
    stage.completeAll()
    return stage.complaints() + unwanted.map { "row \($0) is still wanted" }
  }

  /// S23
  static func stale(_ stage: ScenarioStage) -> [String] {
    stage.update(to: stage.model.items.dropLast(60), byReloadData: true)
    let stale = paths([99, 3, 41, 2, 1_000, 39]) + [IndexPath(item: 0, section: 7)]
    stage.driver.prefetch(stage.list, stale)
    stage.frames(2)
    stage.driver.cancelPrefetch(stage.list, stale.reversed())
    stage.completeAll()
    return stage.complaints() + stage.orphans()
  }

  /// S24
  static func neverTakenBack(_ stage: ScenarioStage) -> [String] {
    guard let queue = stage.cells?.operations else { return ["no library"] }
    stage.cells?.coordinator.prefetchBacklogLimit = 20
    var complaints: [String] = []
    func check(_ limit: Int, _ what: String) {
      stage.settle()
      if queue.runCount > limit { complaints.append("\(queue.runCount) runs \(what)") }
    }
    let visible = stage.visible.count
    // Four may run at a time; what has begun ends.
    stage.driver.prefetch(stage.list, paths(50...80))
    check(20 + visible + 4, "within the budget")
    stage.engine.advance(by: .seconds(31))
    check(visible + 4, "after their time")
    stage.driver.prefetch(stage.list, paths(50...80))
    stage.driver.memoryWarning()
    check(visible, "after a memory warning")
    stage.completeAll()
    return complaints + stage.complaints()
  }

  /// S25
  static func preparedIsLessUrgent(_ stage: ScenarioStage) -> [String] {
    guard let loader = stage.loader as? RightLoader else { return ["no library"] }
    var complaints: [String] = []
    for _ in 0..<6 {
      stage.drag(110)
      let visible = Set(stage.visible.map(\.index))
      let worst = visible.compactMap(loader.priority).max()
      let held = (0..<100).filter { !visible.contains($0) && stage.host.cell(at: $0)?.superview == nil }
      for index in held {
        guard let priority = loader.priority(index), let worst, priority <= worst else { continue }
        complaints.append("row \(index), off screen, is as urgent as those on screen: \(priority)")
      }
      for index in visible where loader.priority(index).map({ $0 != .visible }) ?? false {
        complaints.append("row \(index), on screen, has \(loader.priority(index) ?? .visible)")
      }
    }
    stage.cells?.operations.maxConcurrentOperationCount = 4
    stage.completeAll()
    return complaints + stage.complaints()
  }

  /// S26
  static func withoutPrefetching(_ stage: ScenarioStage) -> [String] {
    (stage.list as? UITableView)?.isPrefetchingEnabled = false
    (stage.list as? UICollectionView)?.isPrefetchingEnabled = false
    let complaints = outAndIn(stage)
    let count = stage.driver.prefetchCount(of: stage.list)
    return complaints + (count == 0 ? [] : ["\(count) prefetches"])
  }

  /// S27
  static func flung(_ stage: ScenarioStage) -> [String] {
    var complaints: [String] = []
    for turn in (Effort.isFull ? 0 : 2)..<4 {
      stage.driver.flick(stage.list, velocity: turn == 3 ? -6_000 : 9_000)
      stage.frames(20)
      if turn.isMultiple(of: 2) { stage.driver.untilStill() }
      // Who keeps everything has everything.
      let runs = stage.cells?.offscreenPolicy == .keep ? 0 : stage.cells?.operations.runCount ?? 0
      if runs > 60 { complaints.append("\(runs) runs") }
    }
    stage.completeAll()
    return complaints + stage.complaints()
  }

  /// S42
  static func heldIsNotVisible(_ stage: ScenarioStage) -> [String] {
    stage.completeAll()
    for _ in 0..<3 { stage.drag(110) }
    stage.jump(5_000, frames: 3)
    let visible = Set(stage.visible.compactMap(\.cell.board.item?.name))
    let held = Set(stage.model.cells.filter { $0.superview != nil }.compactMap(\.board.item?.name))
    let before = Set(stage.desk.started)
    var complaints: [String] = []
    for _ in 0..<40 {
      let waiting = visible.filter { stage.desk.starts(of: $0) == 0 }
      guard !waiting.isEmpty, let first = stage.desk.wanted.first else { break }
      stage.desk.succeed(first)
      stage.settle()
      let early = Set(stage.desk.started).subtracting(before).subtracting(visible).subtracting(held)
      let isStillWaiting = visible.contains { stage.desk.starts(of: $0) == 0 }
      if isStillWaiting, !early.isEmpty { complaints.append("\(early.sorted()) before what is on screen") }
    }
    stage.completeAll()
    return complaints + stage.complaints()
  }
}
