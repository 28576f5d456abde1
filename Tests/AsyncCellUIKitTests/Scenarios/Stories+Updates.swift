import AsyncCellTesting
import AsyncCellUIKit
import Foundation

extension Stories {
  private static func startedAgain(_ stage: ScenarioStage, _ names: some Sequence<String>) -> [String] {
    names.filter { stage.desk.starts(of: $0) > 1 }.map { "\($0) was loaded \(stage.desk.starts(of: $0)) times" }
  }

  private static var firstNames: [String] { (0..<5).map { "n\($0)" } }

  /// S28
  static func insertedAbove(_ stage: ScenarioStage) -> [String] {
    let new = (0..<3).map { _ in stage.newItem() }
    stage.update(to: new + stage.model.items)
    stage.frames(1)
    // The rows that have been pushed down are told where they are now.
    for name in firstNames { stage.desk.succeed(name) }
    stage.settle()
    var complaints = stage.wrongs()
    for (index, cell) in stage.visible where firstNames.contains(stage.model.items[index].name ?? "") {
      let isThere = cell.board.content == stage.model.items[index].name?.uppercased()
      if !isThere, stage.desk.starts(of: stage.model.items[index].name ?? "") > 0 {
        complaints.append("row \(index) shows \(cell.board.content ?? "nothing")")
      }
    }
    stage.completeAll()
    return complaints + stage.complaints() + startedAgain(stage, firstNames.prefix(2))
  }

  /// S29
  static func moved(_ stage: ScenarioStage) -> [String] {
    let cell = stage.host.cell(at: 0)
    var items = stage.model.items
    items.insert(items.remove(at: 0), at: 3)
    stage.update(to: items)
    var complaints = stage.host.cell(at: 3) === cell ? [] : ["another cell"]
    stage.desk.succeed("n0")
    stage.frames(1)
    if stage.board(3)?.content != "N0" { complaints.append("it did not come to its cell") }
    stage.completeAll()
    return complaints + stage.complaints() + startedAgain(stage, firstNames)
  }

  /// S30
  static func mixed(_ stage: ScenarioStage) -> [String] {
    // Of 0 1 2 3 4: without 1 and 3, 4 first, something new in between.
    var items = stage.model.items
    let gone = [items[1], items[3]]
    items = [items[4], items[0], stage.newItem(), items[2]] + items.dropFirst(5)
    stage.update(to: items)
    stage.settle()
    var complaints = stage.orphans()
    for item in gone where stage.cells?.coordinator.status(forKey: item.name, producing: String.self) == .inProgress {
      complaints.append("\(item.name ?? "") still runs")
    }
    stage.frames(24)
    stage.completeAll()
    return complaints + stage.complaints() + startedAgain(stage, ["n0", "n2", "n4"])
  }

  /// S30, for items that no cell shows
  static func prefetchedThenDeleted(_ stage: ScenarioStage) -> [String] {
    stage.driver.prefetch(stage.list, paths(10..<14))
    stage.settle()
    var items = stage.model.items
    items.remove(at: 11)
    stage.update(to: items)
    stage.settle()
    var complaints = stage.orphans()
    let status = ["n10", "n11", "n12"].map { stage.cells?.coordinator.status(forKey: $0, producing: String.self) }
    if status != [.inProgress, CellCoordinator.Status.none, .inProgress] { complaints.append("\(status)") }
    stage.completeAll()
    return complaints + stage.complaints()
  }

  /// S32
  static func preparedThenChanged(_ stage: ScenarioStage) -> [String] {
    stage.drag(60, frames: 3)
    stage.completeAll()
    let held = stage.model.items.indices.filter { index in
      stage.host.cell(at: index) != nil && !stage.visible.contains { $0.index == index }
    }
    let changed = held.isEmpty ? [6, 7] : held
    var items = stage.model.items
    for index in changed { items[index] = items[index].next() }
    stage.update(to: items, reconfigured: changed.map { items[$0].id }, animated: false)
    stage.drag(300, frames: 3)
    stage.completeAll()
    return stage.complaints()
  }

  /// S33
  static func reloadedOrReconfigured(_ stage: ScenarioStage) -> [String] {
    stage.completeAll()
    let (first, second) = (stage.host.cell(at: 1), stage.host.cell(at: 2))
    let reuses = stage.board(1)?.reuses
    stage.update(to: stage.model.items, reloaded: [stage.model.items[1].id], animated: false)
    stage.update(to: stage.model.items, reconfigured: [stage.model.items[2].id], animated: false)
    stage.frames(3)
    var complaints: [String] = []
    // It may be the same cell again, by way of the pool.
    if stage.host.cell(at: 1) === first, stage.board(1)?.reuses == reuses {
      complaints.append("a reload kept the cell")
    }
    if stage.host.cell(at: 2) !== second { complaints.append("a reconfiguration replaced the cell") }
    stage.completeAll()
    return complaints + stage.complaints() + startedAgain(stage, firstNames)
  }

  /// S33, while all load, and with new versions
  static func replacedInFlight(_ stage: ScenarioStage) -> [String] {
    var items = stage.model.items
    items[1] = items[1].next()
    items[2] = items[2].next()
    stage.update(to: items, reloaded: [items[1].id])
    stage.update(to: items, reconfigured: [items[2].id])
    stage.frames(2)
    stage.desk.succeedAll()
    stage.frames(1)
    stage.completeAll()
    return stage.complaints() + stage.orphans()
  }

  /// S35
  static func gone(_ stage: ScenarioStage) -> [String] {
    // The list still asks for rows whose items have gone.
    let items = stage.model.items
    stage.drag(40, frames: 2)
    stage.model.items = Array(items.prefix(3))
    stage.drag(300, frames: 2)
    stage.model.items = items
    stage.update(to: Array(items.prefix(3)), byReloadData: true)
    stage.completeAll()
    return stage.complaints()
  }
}
