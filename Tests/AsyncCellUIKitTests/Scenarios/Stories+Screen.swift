import AsyncCellTesting
import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

extension Stories {
  /// S34
  static func offWindow(_ stage: ScenarioStage) -> [String] {
    stage.driver.show(UIViewController())
    stage.frames(2)
    stage.update(to: Array(stage.model.items.dropFirst(3)), byReloadData: true)
    stage.frames(2)
    stage.completeAll()
    stage.driver.show(stage.controller)
    stage.frames(3)
    stage.completeAll()
    return stage.complaints()
  }

  /// S36
  static func goneAndBack(_ stage: ScenarioStage) -> [String] {
    stage.loader.screen(isShown: false)
    stage.settle()
    let runs = stage.cells?.operations.runCount ?? 0
    stage.frames(2)
    stage.loader.screen(isShown: true)
    stage.frames(2)
    stage.completeAll()
    return stage.complaints() + (runs == 0 ? [] : ["\(runs) runs while the screen was away"])
  }

  /// S38
  static func removedFromWindow(_ stage: ScenarioStage) -> [String] {
    stage.drag(130)
    stage.driver.show(UIViewController())
    stage.frames(2)
    stage.desk.succeedAll()
    stage.settle()
    return stage.wrongs()
  }

  /// S39
  static func memoryAndBackground(_ stage: ScenarioStage) -> [String] {
    stage.completeAll()
    let before = stage.visible.map(\.cell.board.states.count)
    stage.driver.memoryWarning()
    stage.driver.enterBackground()
    stage.driver.enterForeground()
    stage.frames(3)
    let changed = stage.visible.map(\.cell.board.states.count) == before ? [] : ["the screen changed"]
    stage.update(to: stage.model.items, byReloadData: true)
    stage.frames(3)
    return stage.complaints() + changed
      + stage.visible.filter { $0.cell.board.states.last == "…" }.map { "row \($0.index) showed a placeholder" }
  }

  /// S39, in the middle of it
  static func backgroundWhileLoading(_ stage: ScenarioStage) -> [String] {
    stage.driver.enterBackground()
    stage.settle()
    let started = stage.desk.started.count
    stage.desk.succeedAll()
    stage.frames(3)
    let begun = stage.desk.started.count - started
    stage.driver.enterForeground()
    stage.completeAll()
    return stage.complaints() + (begun == 0 ? [] : ["\(begun) loads began in the background"])
  }

  /// The ways in which a list comes to rest.
  enum Way: CaseIterable { case drag, flick, animation, jump, scrollToTop }

  /// S43
  static func deliveredWhenStopped(_ way: Way) -> Story {
    { stage in
      guard let cells = stage.cells else { return ["no library"] }
      if way == .scrollToTop { stage.jump(150, frames: 3) }
      cells.deliveryTiming = .whenScrollingStops
      let before = stage.visible.map(\.cell)
      var complaints: [String] = []
      var told: [ObjectIdentifier: Int] = [:]
      let onFrame = stage.driver.onFrame
      var frame = 0
      @MainActor func finishInMotion() {
        frame += 1
        guard frame == 2 else { return }
        told = Dictionary(uniqueKeysWithValues: before.map { (ObjectIdentifier($0), $0.board.ends.count) })
        for cell in before { stage.desk.succeed(cell.board.item?.name ?? "") }
        stage.settle()
        for cell in before where cell.board.ends.count != told[ObjectIdentifier(cell)] {
          complaints.append("\(cell.board.item?.name ?? "") changed under the finger")
        }
      }
      stage.driver.onFrame = {
        onFrame()
        finishInMotion()
      }
      switch way {
      case .drag: stage.driver.drag(stage.list, by: 120, frames: 6)
      case .flick: stage.driver.flick(stage.list, velocity: 240)
      case .animation: stage.list.setContentOffset(CGPoint(x: 0, y: 120), animated: true)
      case .jump:
        frame = 1
        stage.driver.jump(stage.list, to: 120)
        finishInMotion()
      case .scrollToTop: stage.driver.scrollToTop(stage.list)
      }
      stage.driver.untilStill()
      stage.frames(3)
      stage.driver.onFrame = onFrame
      if frame < 2 { complaints.append("nothing moved") }
      // Whoever has been there all the time, and has been told, was told once.
      for (_, cell) in stage.visible where before.contains(where: { $0 === cell }) {
        guard let name = cell.board.item?.name, stage.desk.starts(of: name) > 0, !stage.desk.wanted.contains(name)
        else { continue }
        let count = cell.board.ends.count - (told[ObjectIdentifier(cell)] ?? 0)
        if count != 1, cell.board.reuses == 0 { complaints.append("\(name) was told \(count) times") }
      }
      stage.completeAll()
      return complaints + stage.complaints()
    }
  }
}
