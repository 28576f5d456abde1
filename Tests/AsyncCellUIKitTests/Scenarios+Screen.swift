import AsyncCellTesting
import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit

extension Scenario {
  // MARK: Flicker

  func inMemory(_ stage: Stage) -> [String] {
    stage.completeAll()
    stage.table.jump(to: 5_000)
    stage.frame(3)
    stage.completeAll()
    stage.table.jump(to: 0)
    stage.frame()
    let flickers = stage.visible.filter { $0.cell.states.contains("…") }
    return stage.complaints() + flickers.map { "row \($0.row) showed a placeholder" }
  }

  func boundAgain(_ stage: Stage) -> [String] {
    stage.completeAll()
    let started = stage.desk.started.count
    stage.table.reloadData()
    stage.frame(3)
    stage.table.reconfigureRows(at: stage.table.indexPathsForVisibleRows ?? [])
    stage.frame(2)
    stage.settle()
    let flickers = stage.visible.filter { $0.cell.states.last == "…" }
    return stage.complaints() + flickers.map { "row \($0.row) showed a placeholder" }
      + (stage.desk.started.count == started ? [] : ["\(stage.desk.started.count - started) loads more"])
  }

  // MARK: Prefetch

  func firstScreen(_ stage: Stage) -> [String] {
    stage.completeAll()
    let prefetches = stage.table.headlessLog.events.filter { if case .prefetch = $0 { true } else { false } }
    return stage.complaints() + prefetches.map { "\($0)" }
  }

  func unpairedPrefetches(_ stage: Stage) -> [String] {
    let paths = (0..<8).map { IndexPath(row: $0, section: 0) }
    for _ in 0..<2 { stage.table.sendPrefetch(paths) }
    for _ in 0..<2 { stage.table.sendCancelPrefetch(Array(paths[2...6])) }
    stage.table.sendCancelPrefetch([IndexPath(row: 50, section: 0)])
    stage.completeAll()
    return stage.complaints()
  }

  func stalePrefetches(_ stage: Stage) -> [String] {
    stage.source.names.removeLast(60)
    stage.table.reloadData()
    let paths = [99, 3, 41, 2, 1_000, 39].map { IndexPath(row: $0, section: 0) } + [IndexPath(row: 0, section: 7)]
    stage.table.sendPrefetch(paths)
    stage.frame(2)
    stage.table.sendCancelPrefetch(paths.reversed())
    stage.completeAll()
    return stage.complaints()
  }

  func withoutPrefetching(_ stage: Stage) -> [String] {
    stage.table.isPrefetchingEnabled = false
    let complaints = outAndIn(stage)
    let prefetches = stage.table.headlessLog.events.filter { if case .prefetch = $0 { true } else { false } }
    return complaints + prefetches.map { "\($0)" }
  }

  func fling(_ stage: Stage) -> [String] {
    for _ in 0..<6 {
      stage.table.flick(velocity: 8_000)
      stage.window.runUntilStill()
      stage.settle()
    }
    stage.completeAll()
    return stage.complaints()
  }

  // MARK: The screen

  func offWindow(_ stage: Stage) -> [String] {
    stage.window.rootViewController = UIViewController()
    stage.frame(2)
    stage.source.names.removeFirst(3)
    stage.table.reloadData()
    stage.frame(2)
    stage.completeAll()
    stage.window.rootViewController = stage.controller
    stage.frame(3)
    stage.completeAll()
    return stage.complaints()
  }

  func goAndReturn(_ stage: Stage) -> [String] {
    stage.adapter.screen(isShown: false)
    stage.settle()
    stage.frame(2)
    stage.adapter.screen(isShown: true)
    stage.frame(2)
    stage.completeAll()
    return stage.complaints()
  }

  func memoryAndBackground(_ stage: Stage) -> [String] {
    stage.completeAll()
    let before = stage.visible.map(\.cell.states.count)
    stage.window.receiveMemoryWarning()
    stage.window.enterBackground()
    stage.window.enterForeground()
    stage.frame(3)
    stage.settle()
    let changed = stage.visible.map(\.cell.states.count) == before ? [] : ["the screen changed"]
    stage.table.reloadData()
    stage.frame(3)
    stage.settle()
    let flickers = stage.visible.filter { $0.cell.states.last == "…" }
    return stage.complaints() + changed + flickers.map { "row \($0.row) showed a placeholder" }
  }

  func preparedIsNotVisible(_ stage: Stage) -> [String] {
    stage.table.drag(by: 100)
    stage.frame(3)
    stage.completeAll()
    // What is prepared or kept is not on screen, and comes complete when it does.
    let held = stage.table.cachedIndexPaths.compactMap { stage.table.cellForRow(at: $0) as? NameCell }
    guard held.allSatisfy({ $0.superview == nil }) else { return ["a held cell is installed"] }
    stage.table.drag(by: 200)
    stage.frame(2)
    stage.completeAll()
    return stage.complaints()
  }
}
