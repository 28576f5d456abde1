import AsyncCellTesting
import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit

/// What has gone wrong in lists in the field, as a story over public UIKit that ends in a list of complaints.
///
/// A right adapter has none under any profile; a wrong one must have some somewhere, or the stories prove nothing.
@MainActor
enum Scenario: String, CaseIterable {
  case s1 = "S1: reused while its load is in flight"
  case s2 = "S2: prepared, never displayed, reclaimed"
  case s3 = "S3: displayed again without cellForRow"
  case s4 = "S4: the model shrinks, end-display comes at old paths"
  case s5 = "S5: the first row is deleted while all load"
  case s6 = "S6: bound to an item without a source"
  case s8 = "S8: wanted again while it is being cancelled"
  case s10 = "S10: one end for each load"
  case s11 = "S11: one identity in two rows"
  case s13 = "S13: in memory, no placeholder is seen"
  case s14 = "S14: bound again to what it shows, no placeholder and no load"
  case s18 = "S18: the first screen needs no prefetch"
  case s21 = "S21: prefetches and cancellations do not pair"
  case s23 = "S23: stale and disordered prefetches"
  case s26 = "S26: the same without prefetching"
  case s27 = "S27: the screen after a fling"
  case s34 = "S34: reloaded off the window"
  case s35 = "S35: asked for an item that is gone"
  case s36 = "S36: the screen goes and returns without a word to the table"
  case s39 = "S39: a memory warning and the background"
  case s42 = "S42: prepared cells are not visible"

  func complaints(_ stage: Stage) -> [String] {
    stage.frame()
    stage.settle()
    var complaints = story(stage)
    complaints += stage.table.headlessLog.warnings.compactMap {
      if case .askedDuringRequest(let what) = $0 { "S41: asked for \(what) inside a request" } else { nil }
    }
    return complaints + stage.wrongs()
  }

  private func story(_ stage: Stage) -> [String] {
    switch self {
    case .s1: return reuse(stage)
    case .s2: return reclaim(stage)
    case .s3: return outAndIn(stage)
    case .s4: return shrink(stage, to: 2)
    case .s5: return deleteFirst(stage)
    case .s6: return noSource(stage)
    case .s8: return wantedWhileDying(stage)
    case .s10: return oneEnd(stage)
    case .s11: return twoRows(stage)
    case .s13: return inMemory(stage)
    case .s14: return boundAgain(stage)
    case .s18: return firstScreen(stage)
    case .s21: return unpairedPrefetches(stage)
    case .s23: return stalePrefetches(stage)
    case .s26: return withoutPrefetching(stage)
    case .s27: return fling(stage)
    case .s34: return offWindow(stage)
    case .s35: return shrink(stage, to: 0)
    case .s36: return goAndReturn(stage)
    case .s39: return memoryAndBackground(stage)
    case .s42: return preparedIsNotVisible(stage)
    }
  }

  // MARK: Identity and reuse

  private func reuse(_ stage: Stage) -> [String] {
    for _ in 0..<25 {
      stage.table.drag(by: 130)
      stage.frame()
      stage.settle()
      // Of all that is under way the oldest ends first: mostly for cells that show something else by now.
      if let oldest = stage.desk.wanted.first { stage.desk.succeed(oldest) }
      stage.settle()
    }
    stage.completeAll()
    return stage.complaints()
  }

  private func reclaim(_ stage: Stage) -> [String] {
    for offset in [250.0, 3_000, 200, 6_000, 0] {
      stage.table.drag(by: 60)
      stage.frame(2)
      stage.table.jump(to: offset)
      stage.frame(2)
    }
    stage.completeAll()
    stage.table.drag(by: 150)
    stage.frame(3)
    stage.completeAll()
    return stage.complaints()
  }

  func outAndIn(_ stage: Stage) -> [String] {
    stage.table.drag(by: 200)
    stage.frame(3)
    stage.settle()
    stage.table.drag(by: -200)
    stage.frame(3)
    stage.completeAll()
    return stage.complaints()
  }

  private func shrink(_ stage: Stage, to count: Int) -> [String] {
    stage.source.names = Array(stage.source.names.prefix(count))
    stage.table.reloadData()
    stage.frame(3)
    stage.completeAll()
    let rows = stage.visible.count
    return stage.complaints() + (rows == count ? [] : ["\(rows) rows instead of \(count)"])
  }

  private func deleteFirst(_ stage: Stage) -> [String] {
    stage.source.names.removeFirst()
    stage.table.reloadData()
    stage.frame(3)
    stage.completeAll()
    let again = (1...4).filter { stage.desk.starts(of: "n\($0)") != 1 }
    return stage.complaints() + again.map { "n\($0) was loaded \(stage.desk.starts(of: "n\($0)")) times" }
  }

  private func noSource(_ stage: Stage) -> [String] {
    stage.source.names = stage.source.names.enumerated().map { $0.isMultiple(of: 2) ? nil : $1 }
    stage.table.reloadData()
    stage.frame(3)
    stage.completeAll()
    stage.table.drag(by: 300)
    stage.frame(3)
    stage.completeAll()
    return stage.complaints()
  }

  private func wantedWhileDying(_ stage: Stage) -> [String] {
    for _ in 0..<6 {
      stage.table.drag(by: 300)
      stage.frame(2)
      stage.table.drag(by: -300)
      stage.frame(2)
    }
    stage.completeAll()
    return stage.complaints()
  }

  private func oneEnd(_ stage: Stage) -> [String] {
    stage.completeAll()
    stage.completeAll()
    let ends = stage.visible.filter { $0.cell.states.filter { $0 != "…" }.count != 1 }
    return stage.complaints() + ends.map { "row \($0.row) was told \($0.cell.states)" }
  }

  private func twoRows(_ stage: Stage) -> [String] {
    stage.source.names = (0..<100).map { "n\($0 / 2)" }
    stage.table.reloadData()
    stage.frame(2)
    // One of the two leaves.
    stage.table.drag(by: 100)
    stage.frame(3)
    stage.completeAll()
    return stage.complaints()
  }
}
