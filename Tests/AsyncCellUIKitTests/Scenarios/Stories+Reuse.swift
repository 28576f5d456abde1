import AsyncCellTesting
import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

/// What has gone wrong in lists in the field, as stories over UIKit's public interface that end in complaints.
///
/// A right loader has none under any schedule; a wrong one must have some somewhere, or the stories prove nothing.
@MainActor
enum Stories {}

typealias Story = @MainActor (ScenarioStage) -> [String]

// MARK: Identity and reuse

extension Stories {
  /// S1
  static func reused(_ stage: ScenarioStage) -> [String] {
    for _ in 0..<25 {
      stage.drag(130, frames: 1)
      // Of all that is under way the oldest ends first: mostly for cells that show something else by now.
      if let oldest = stage.desk.wanted.first { stage.desk.succeed(oldest) }
      stage.settle()
    }
    stage.completeAll()
    return stage.complaints()
  }

  /// S2
  static func reclaimed(_ stage: ScenarioStage) -> [String] {
    for offset in [250.0, 3_000, 200, 6_000, 0] {
      stage.drag(60)
      stage.jump(offset)
    }
    stage.completeAll()
    stage.drag(150, frames: 3)
    stage.completeAll()
    return stage.complaints()
  }

  /// S3
  static func outAndIn(_ stage: ScenarioStage) -> [String] {
    stage.drag(200, frames: 3)
    stage.drag(-200, frames: 3)
    stage.completeAll()
    return stage.complaints()
  }

  /// S4
  static func shrunk(to count: Int) -> Story {
    { stage in
      stage.update(to: Array(stage.model.items.prefix(count)), byReloadData: true)
      stage.frames(3)
      let orphans = stage.orphans()
      stage.completeAll()
      let rows = stage.visible.count
      return stage.complaints() + orphans + (rows == count ? [] : ["\(rows) rows instead of \(count)"])
    }
  }

  /// S5
  static func firstDeleted(_ stage: ScenarioStage) -> [String] {
    withoutFirst(stage, byReloadData: false)
  }

  /// S5
  static func reloadedWithoutFirst(_ stage: ScenarioStage) -> [String] {
    withoutFirst(stage, byReloadData: true)
  }

  private static func withoutFirst(_ stage: ScenarioStage, byReloadData: Bool) -> [String] {
    let gone = stage.model.items[0]
    stage.update(to: Array(stage.model.items.dropFirst()), byReloadData: byReloadData)
    stage.frames(3)
    let orphans = stage.orphans()
    stage.completeAll()
    let again = stage.visible.compactMap(\.cell.board.item?.name).filter { stage.desk.starts(of: $0) != 1 }
    return stage.complaints() + orphans + again.map { "\($0) was loaded \(stage.desk.starts(of: $0)) times" }
      + (stage.visible.contains { $0.cell.board.item == gone } ? ["the deleted row is there"] : [])
  }

  /// S6
  static func withoutSource(_ stage: ScenarioStage) -> [String] {
    let items = stage.model.items.enumerated().map { index, item in
      var item = item
      if index.isMultiple(of: 2) { item.name = nil }
      return item
    }
    stage.update(to: items, byReloadData: true)
    stage.frames(3)
    stage.completeAll()
    stage.drag(300, frames: 3)
    stage.completeAll()
    return stage.complaints()
  }

  /// S8
  static func wantedWhileDying(_ stage: ScenarioStage) -> [String] {
    for _ in 0..<6 {
      stage.drag(300)
      stage.drag(-300)
    }
    stage.completeAll()
    return stage.complaints()
  }

  /// S9
  static func cancelledBeforeItBegins(_ stage: ScenarioStage) -> [String] {
    let begun = Set(stage.desk.started)
    let waiting = (0..<5).map { "n\($0)" }.filter { !begun.contains($0) }
    stage.jump(5_000, frames: 30)
    // Held like a first responder, its display may go on.
    let held = Set(stage.model.cells.filter { $0.superview != nil }.compactMap(\.board.item?.name))
    stage.completeAll()
    let run = waiting.filter { stage.desk.starts(of: $0) > 0 && !held.contains($0) }
    return stage.complaints() + run.map { "\($0) ran for nobody" }
  }

  /// S10
  static func oneEnd(_ stage: ScenarioStage) -> [String] {
    for name in stage.desk.wanted { stage.desk.succeed(name) }
    // What has come is on its way to the main actor when its rows leave, and come back.
    stage.engine.runThreads()
    stage.driver.drag(stage.list, by: 300)
    stage.driver.drag(stage.list, by: -300)
    stage.completeAll()
    stage.completeAll()
    let ends = stage.visible.filter { $0.cell.board.states.filter { $0 != "…" }.isEmpty }
    return stage.complaints() + ends.map { "row \($0.index) was told \($0.cell.board.states)" }
      + stage.visible.filter { stage.desk.starts(of: $0.cell.board.item?.name ?? "") > 2 }
      .map { "row \($0.index) was loaded again and again" }
  }

  /// S10, at rest
  static func oneEndEach(_ stage: ScenarioStage) -> [String] {
    stage.completeAll()
    stage.completeAll()
    return stage.complaints()
      + stage.visible.filter { $0.cell.board.ends.count != 1 }
      .map { "row \($0.index) was told \($0.cell.board.states)" }
  }

  /// S11
  static func twoRows(_ stage: ScenarioStage) -> [String] {
    let items = stage.model.items.enumerated().map { index, item in
      var item = item
      item.name = "n\(index / 2)"
      return item
    }
    stage.update(to: items, byReloadData: true)
    stage.frames(2)
    // One of the two leaves.
    stage.drag(100, frames: 3)
    stage.completeAll()
    let twice = stage.visible.compactMap(\.cell.board.item?.name).filter { stage.desk.starts(of: $0) > 2 }
    return stage.complaints() + twice.map { "\($0) was loaded \(stage.desk.starts(of: $0)) times" }
  }

  // MARK: Flicker

  /// S13
  static func inMemory(_ stage: ScenarioStage) -> [String] {
    stage.completeAll()
    stage.jump(5_000, frames: 3)
    stage.completeAll()
    stage.jump(0)
    return stage.complaints()
      + stage.visible.filter { $0.cell.board.states.contains("…") && $0.cell.board.reuses > 0 }
      .map { "row \($0.index) showed a placeholder" }
  }

  /// S14
  static func boundAgain(_ stage: ScenarioStage) -> [String] {
    stage.completeAll()
    let started = stage.desk.started.count
    stage.update(to: stage.model.items, byReloadData: true)
    stage.frames(3)
    stage.update(to: stage.model.items, reconfigured: stage.model.items.prefix(5).map(\.id), animated: false)
    stage.frames(2)
    return stage.complaints()
      + stage.visible.filter { $0.cell.board.states.last == "…" }.map { "row \($0.index) showed a placeholder" }
      + (stage.desk.started.count == started ? [] : ["\(stage.desk.started.count - started) loads more"])
  }

  /// S15
  static func newVersion(_ stage: ScenarioStage) -> [String] {
    stage.completeAll()
    let (cell, reuses) = (stage.host.cell(at: 1), stage.board(1)?.reuses)
    var items = stage.model.items
    items[1] = items[1].next()
    stage.update(to: items, reconfigured: [items[1].id], animated: false)
    var complaints: [String] = []
    if stage.host.cell(at: 1) !== cell { complaints.append("another cell") }
    if stage.board(1)?.reuses != reuses { complaints.append("reused") }
    if stage.board(1)?.content != "N1" { complaints.append("the old content went too soon") }
    if stage.board(1)?.states.last != "…" { complaints.append("\(stage.board(1)?.states ?? []) instead of progress") }
    stage.frames(2)
    if stage.board(1)?.content != "N1" { complaints.append("the old content did not stay") }
    stage.completeAll()
    if stage.board(1)?.content != "N1@1" { complaints.append("the new content did not come") }
    return stage.complaints() + complaints
  }

  /// S17
  static func failed(_ stage: ScenarioStage) -> [String] {
    stage.desk.fail("n0")
    stage.settle()
    let failure = stage.board(0)?.failure
    var complaints = failure == nil ? ["no failure"] : []
    stage.jump(3_000, frames: 3)
    stage.completeAll()
    complaints += stage.visible.filter { $0.cell.board.failure != nil }.map { "row \($0.index) shows a failure" }
    failure?.retry()
    stage.completeAll()
    complaints += stage.complaints()
    stage.jump(0)
    // Off screen, the policy of the list may have held the retry back.
    stage.completeAll()
    if stage.board(0)?.content != "N0" { complaints.append("the retry did not act on the item") }
    if stage.desk.starts(of: "n0") != 2 { complaints.append("\(stage.desk.starts(of: "n0")) starts") }
    return complaints + stage.complaints()
  }

  /// S44
  static func layers(_ stage: ScenarioStage) -> [String] {
    stage.keepsForReuse = true
    stage.update(to: stage.model.items, byReloadData: true)
    stage.frames(2)
    var complaints: [String] = []
    for step in 0..<30 {
      stage.drag(step.isMultiple(of: 7) ? -250 : 170, frames: 1)
      if step.isMultiple(of: 3) { stage.desk.succeedAll() }
      stage.settle()
      for (index, cell) in stage.visible {
        let own = stage.model.items[index].name?.uppercased()
        if !cell.board.layers.allSatisfy({ $0 == own }) { complaints.append("row \(index): \(cell.board.layers)") }
      }
    }
    stage.completeAll()
    return complaints + stage.complaints()
  }
}
