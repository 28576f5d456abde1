import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Nothing stays behind", .timeLimit(.minutes(5)))
struct MemoryTests {
  @Test("A window that goes away takes everything with it", arguments: HeadlessProfile.all)
  func window(profile: HeadlessProfile) {
    weak var window: UIWindow?
    weak var table: UITableView?
    weak var controller: UIViewController?
    weak var cell: UITableViewCell?
    weak var kept: UITableViewCell?
    do {
      let stage = Stage(profile)
      let navigation = UINavigationController(rootViewController: stage.controller)
      stage.window.rootViewController = navigation
      let refresh = UIRefreshControl()
      refresh.addAction(UIAction { _ in }, for: .valueChanged)
      stage.table.refreshControl = refresh
      stage.window.runFrame()
      kept = stage.table.cellForRow(at: row(0))
      stage.table.drag(by: 400, frames: 5)
      stage.table.reloadRows(at: [row(5)], with: .fade)
      stage.table.flick(velocity: 900)
      stage.window.runFrame()
      navigation.pushViewController(UIViewController(), animated: true)
      window = stage.window
      table = stage.table
      controller = stage.controller
      cell = stage.table.visibleCells.first
      #expect(cell != nil && kept != nil)
    }
    #expect(window == nil && table == nil && controller == nil && cell == nil && kept == nil)
  }

  @Test("Neither a diffable data source nor a completion that never came keeps its list", arguments: [true, false])
  func diffable(animated: Bool) {
    weak var table: UITableView?
    weak var list: UICollectionView?
    weak var source: AnyObject?
    weak var cell: UITableViewCell?
    do {
      let (rows, items) = (DiffableTableTests.Diffable(), DiffableCollectionTests.Diffable())
      (table, list, source) = (rows.stage.table, items.stage.list, rows.source)
      rows.source.apply(DiffableTableTests.snapshot([[1, 2], [3]]), animatingDifferences: animated) { _ = rows }
      items.source.apply(DiffableTableTests.snapshot([[1, 2], [3]]), animatingDifferences: animated) { _ = items }
      rows.stage.window.runFrames(30)
      items.stage.window.runFrames(30)
      cell = rows.stage.table.visibleCells.first
      cell?.contentConfiguration = TextConfiguration(text: "a")
      rows.source.apply(DiffableTableTests.snapshot([[2]]), animatingDifferences: animated) {}
      #expect(cell != nil)
    }
    #expect(table == nil && list == nil && source == nil && cell == nil)
  }

  @Test("The number of cells stays bounded over a long way", arguments: HeadlessProfile.all)
  func bounded(profile: HeadlessProfile) {
    let stage = Stage(profile, rows: 5_000)
    var made: Set<ObjectIdentifier> = []
    var cells: [UITableViewCell] = []
    stage.feed.inCell = { _, cell, _ in
      if made.insert(ObjectIdentifier(cell)).inserted { cells.append(cell) }
    }
    stage.window.runFrame()
    for _ in 0..<20 {
      stage.table.flick(velocity: 12_000)
      stage.window.runFrames(60)
    }
    #expect(cells.count < 60)
    #expect(stage.log.violations.isEmpty)
  }

  @Test("The log drops its older half at its capacity")
  func logCapacity() {
    let stage = Stage(rows: 1_000)
    stage.log.capacity = 50
    stage.window.runFrame()
    stage.table.drag(by: 20_000, frames: 40)
    #expect(stage.log.events.count <= 50)
    #expect(stage.log.events.last == .scroll(.didEndDragging))
  }
}
