import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("A table with a diffable data source", .timeLimit(.minutes(5)))
struct DiffableTableTests {
  typealias Snapshot = NSDiffableDataSourceSnapshot<Int, Int>

  @MainActor
  final class Diffable {
    let stage: Stage
    var inCell: ((UITableView, IndexPath, Int) -> Void)?
    private(set) var source: UITableViewDiffableDataSource<Int, Int>!

    init(_ profile: HeadlessProfile = .preparedCache, _ sections: [[Int]] = []) {
      stage = Stage(profile)
      source = UITableViewDiffableDataSource(tableView: stage.table) { [weak self] table, path, item in
        if item < 0 { return nil }
        let cell = table.dequeueReusableCell(withIdentifier: "cell", for: path)
        (cell as? FeedCell)?.item = item
        self?.inCell?(table, path, item)
        return cell
      }
      if !sections.isEmpty { source.apply(DiffableTableTests.snapshot(sections), animatingDifferences: false) }
      _ = stage.settled()
    }

    var items: [Int?] { stage.table.visibleCells.map { ($0 as? FeedCell)?.item } }
    var kinds: [HeadlessViolation.Kind] { stage.log.violations.map(\.kind) }

    func cell(_ item: Int) -> UITableViewCell? { source.indexPath(for: item).flatMap(stage.table.cellForRow) }
  }

  static func snapshot(_ sections: [[Int]]) -> Snapshot {
    var snapshot = Snapshot()
    for (section, items) in sections.enumerated() {
      snapshot.appendSections([section])
      snapshot.appendItems(items)
    }
    return snapshot
  }

  @Test("The data source answers for the snapshot it shows", arguments: HeadlessProfile.all)
  func identifiers(profile: HeadlessProfile) {
    let list = Diffable(profile, [[1, 2], [3]])
    #expect(list.items == [1, 2, 3])
    #expect(list.source.itemIdentifier(for: row(1)) == 2 && list.source.itemIdentifier(for: row(2)) == nil)
    #expect(list.source.indexPath(for: 3) == row(0, 1) && list.source.indexPath(for: 9) == nil)
    #expect(list.source.sectionIdentifier(for: 1) == 1 && list.source.sectionIdentifier(for: 2) == nil)
    #expect(list.source.index(for: 1) == 1 && list.source.index(for: 5) == nil)
    #expect(list.source.snapshot().itemIdentifiers == [1, 2, 3])
    #expect(list.stage.log.violations.isEmpty)
  }

  @Test("B34, B30: items that stay keep their cells, animated or not", arguments: HeadlessProfile.all, [true, false])
  func difference(profile: HeadlessProfile, animated: Bool) {
    let list = Diffable(profile, [[1, 2], [3, 4]])
    let cells = [1, 2, 4].map { list.cell($0) }
    list.source.apply(Self.snapshot([[4, 1, 9], [2]]), animatingDifferences: animated)
    list.stage.window.runFrames(30)
    #expect(list.items == [4, 1, 9, 2])
    #expect([1, 2, 4].map { list.cell($0) } == cells)
    let asked = list.stage.rowEvents.filter { if case .cellFor = $0 { true } else { false } }
    #expect(asked == [.cellFor(row(2))])
    #expect(list.stage.rowEvents.count(.didEndDisplaying(row(0, 1))) == 1)
    #expect(list.stage.log.violations.isEmpty)
  }

  @Test("B14, B15: a reload gives another cell, a reconfiguration keeps it; prepared ones too")
  func reloads() throws {
    let list = Diffable(.preparedCache, [Array(0..<100)])
    list.stage.table.drag(by: 50)
    let cells = [0, 1, 6, 7].map { list.cell($0) }
    #expect(cells.allSatisfy { $0 != nil })
    var snapshot = list.source.snapshot()
    snapshot.reloadItems([0, 7])
    snapshot.reconfigureItems([1, 6])
    list.stage.log.clear()
    list.source.apply(snapshot, animatingDifferences: true)
    #expect(list.cell(1) === cells[1] && list.cell(6) === cells[2])
    #expect(list.cell(0) !== cells[0] && list.cell(7) == nil)
    #expect([1, 6].allSatisfy { list.stage.rowEvents.count(.reconfigure(row($0))) == 1 })
    #expect(list.source.snapshot().reloadedItemIdentifiers.isEmpty)
    list.stage.window.runFrames(30)
    #expect(list.stage.rowEvents.count(.didEndDisplaying(row(0))) == 1)
  }

  @Test("An item moved and reloaded at once is replaced, without a conflict")
  func movedAndReloaded() {
    let list = Diffable(.preparedCache, [[1, 2, 3]])
    let cells = [1, 2, 3].map { list.cell($0) }
    var snapshot = Self.snapshot([[3, 1, 2]])
    snapshot.reloadItems([3, 3])
    snapshot.reconfigureItems([3])
    list.source.apply(snapshot)
    list.stage.window.runFrames(30)
    #expect(list.items == [3, 1, 2] && list.cell(3) !== cells[2] && list.cell(1) === cells[0])
    #expect(list.stage.log.violations.isEmpty)
  }

  @Test("Sections move and reload", arguments: HeadlessProfile.all)
  func sections(profile: HeadlessProfile) {
    let list = Diffable(profile, [[1], [2], [3]])
    let cells = [1, 2, 3].map { list.cell($0) }
    var snapshot = list.source.snapshot()
    snapshot.moveSection(2, beforeSection: 0)
    snapshot.reloadSections([1, 2])
    list.source.apply(snapshot)
    list.stage.window.runFrames(30)
    #expect(list.items == [3, 1, 2])
    #expect(list.cell(1) === cells[0] && list.cell(2) !== cells[1] && list.cell(3) !== cells[2])
    #expect(list.stage.log.violations.isEmpty)
  }

  @Test("applySnapshotUsingReloadData makes each cell anew", arguments: HeadlessProfile.all)
  func reloadData(profile: HeadlessProfile) {
    let list = Diffable(profile, [[1, 2]])
    var isDone = false
    list.source.applySnapshotUsingReloadData(Self.snapshot([[2, 1, 3]])) { isDone = true }
    #expect(list.stage.log.events.isEmpty && !isDone)
    list.stage.window.runFrame()
    #expect(list.items == [2, 1, 3] && isDone)
    #expect((0..<3).allSatisfy { list.stage.rowEvents.count(.cellFor(row($0))) == 1 })
  }

  @Test("The completion comes when the animation ends; not animated, with the next frame")
  func completion() {
    let list = Diffable(.preparedCache, [[1, 2]])
    var done: [String] = []
    list.source.apply(Self.snapshot([[2]])) { done.append("animated") }
    list.stage.window.runFrames(10)
    #expect(done.isEmpty)
    list.source.apply(Self.snapshot([[2, 3]]), animatingDifferences: false) { done.append("at once") }
    list.stage.window.runFrame()
    #expect(done == ["at once"])
    list.stage.window.runFrames(10)
    #expect(done == ["at once", "animated"])
  }

  @Test("The asynchronous forms return when the completion would come")
  func asynchronous() async {
    let list = Diffable(.preparedCache, [[1, 2]])
    let applied = Task { @MainActor in
      await list.source.apply(Self.snapshot([[3, 1]]))
      await list.source.applySnapshotUsingReloadData(Self.snapshot([[4]]))
      return list.source.snapshot().itemIdentifiers
    }
    var items: [Int] = []
    let frames = Task { @MainActor in
      while !Task.isCancelled {
        list.stage.window.runFrame()
        await Task.yield()
      }
    }
    items = await applied.value
    frames.cancel()
    await frames.value
    #expect(items == [4] && list.items == [4])
  }

  @Test("An update off-window is made at once, and completes at once")
  func offWindow() {
    let list = Diffable(.preparedCache, [[1, 2]])
    list.stage.table.removeFromSuperview()
    var isDone = false
    list.source.apply(Self.snapshot([[2]])) { isDone = true }
    #expect(isDone && list.stage.table.numberOfRows(inSection: 0) == 1)
  }

  @Test("What is wrong with a snapshot is recorded when it is applied")
  func problems() {
    let list = Diffable(.preparedCache, [[1]])
    var snapshot = Snapshot()
    snapshot.appendItems([1])
    snapshot.appendSections([0, 0])
    snapshot.appendItems([1, 1, 2])
    snapshot.appendItems([2], toSection: 7)
    snapshot.moveItem(8, afterItem: 1)
    snapshot.reloadItems([9])
    #expect(list.stage.log.violations.isEmpty)
    list.source.apply(snapshot)
    #expect(
      list.kinds == [
        .noSectionForItems, .duplicateIdentifier("0"), .duplicateIdentifier("1"), .unknownIdentifier("7"),
        .unknownIdentifier("8"), .unknownIdentifier("9"),
      ])
    #expect(list.source.snapshot().itemIdentifiers == [1, 2])
  }

  @Test("B20, B30: an apply from the cell provider, inside an apply or a layout", arguments: HeadlessProfile.all)
  func nested(profile: HeadlessProfile) {
    let list = Diffable(profile, [[1]])
    list.inCell = { [list] _, _, _ in
      list.inCell = nil
      list.source.apply(Self.snapshot([[5, 6]]))
    }
    list.source.apply(Self.snapshot([[1, 2]]))
    #expect(list.kinds == [.appliedDuringApply])
    list.stage.window.runFrames(3)
    #expect(list.items == [5, 6])

    list.stage.log.clear()
    list.inCell = { [list] _, _, _ in
      list.inCell = nil
      list.source.apply(Self.snapshot([[7]]))
    }
    list.stage.table.reloadData()
    list.stage.window.runFrames(3)
    #expect(list.kinds == [.mutationDuringLayout("apply(_:animatingDifferences:completion:)")])
    #expect(list.items == [7])
  }

  @Test("A cell provider that returns no cell")
  func noCell() {
    let list = Diffable(.preparedCache, [[-1]])
    #expect(list.stage.table.visibleCells.count == 1)
    list.source.apply(Self.snapshot([[-2]]))
    #expect(list.kinds == [.noCell(row(0))])
  }

  final class Titled: UITableViewDiffableDataSource<Int, Int> {
    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      "\(sectionIdentifier(for: section) ?? -1)"
    }

    override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
  }

  @Test("A subclass answers what the class leaves open")
  func subclass() {
    let stage = Stage()
    let source = Titled(tableView: stage.table) { table, path, _ in
      table.dequeueReusableCell(withIdentifier: "cell", for: path)
    }
    source.apply(Self.snapshot([[1]]), animatingDifferences: false)
    stage.window.runFrame()
    #expect(stage.table.headerView(forSection: 0) != nil)
    #expect(stage.table.dataSource?.tableView(stage.table, canEditRowAt: row(0)) == true)
    #expect(stage.table.dataSource?.tableView(stage.table, canMoveRowAt: row(0)) == false)
  }

  @Test(
    "Random snapshots: each row shows its item, and what stays keeps its cell", arguments: 1...20 as ClosedRange<UInt64>
  )
  func random(seed: UInt64) {
    var random = SplitMix(state: seed)
    let profiles = HeadlessProfile.all + [.legalChaos(seed: seed)]
    let list = Diffable(profiles[Int(seed) % profiles.count], [[1]])
    for step in 0..<40 {
      let old = list.source.snapshot()
      let cells = Dictionary(
        uniqueKeysWithValues: list.stage.table.visibleCells.compactMap { cell in
          (cell as? FeedCell)?.item.map { ($0, cell) }
        })
      var new = Snapshot()
      for section in (0..<5).shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random)) {
        new.appendSections([section])
      }
      if new.numberOfSections > 0 {
        for item in (0..<12).shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random)) {
          new.appendItems([item], toSection: new.sectionIdentifiers.randomElement(using: &random))
        }
      }
      list.source.apply(new, animatingDifferences: Bool.random(using: &random))
      list.stage.window.runFrames(Int.random(in: 1...4, using: &random))
      let visible = (list.stage.table.indexPathsForVisibleRows ?? []).map { list.source.itemIdentifier(for: $0) }
      #expect(list.items == visible, "seed \(seed) step \(step)")
      let sections = Set(old.sectionIdentifiers).intersection(new.sectionIdentifiers)
      for item in visible {
        guard let item, let cell = cells[item] else { continue }
        let stays = [old, new].allSatisfy { sections.contains($0.sectionIdentifier(containingItem: item) ?? -1) }
        if stays { #expect(list.cell(item) === cell, "seed \(seed) step \(step) item \(item)") }
      }
    }
    #expect(list.stage.log.violations.isEmpty, "seed \(seed)")
  }
}
