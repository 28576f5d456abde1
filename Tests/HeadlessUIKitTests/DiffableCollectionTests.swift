import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("A collection view with a diffable data source", .timeLimit(.minutes(5)))
struct DiffableCollectionTests {
  typealias Source = UICollectionViewDiffableDataSource<Int, Int>

  @MainActor
  final class Diffable {
    let stage: CollectionStage
    var inCell: (() -> Void)?
    private(set) var source: Source!

    init(_ profile: HeadlessProfile = .preparedCache, _ sections: [[Int]] = []) {
      stage = CollectionStage(profile)
      source = Source(collectionView: stage.list) { [weak self] list, path, item in
        if item < 0 { return nil }
        let cell = list.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
        (cell as? ItemCell)?.item = item
        self?.inCell?()
        return cell
      }
      if !sections.isEmpty { source.apply(DiffableTableTests.snapshot(sections), animatingDifferences: false) }
      _ = stage.settled()
    }

    var items: [Int?] { stage.visiblePaths.map { stage.cell($0)?.item } }

    func cell(_ item: Int) -> UICollectionViewCell? { source.indexPath(for: item).flatMap(stage.list.cellForItem) }
  }

  @Test("Items that stay keep their cells, animated or not", arguments: HeadlessProfile.all, [true, false])
  func difference(profile: HeadlessProfile, animated: Bool) {
    let list = Diffable(profile, [[1, 2], [3, 4]])
    #expect(list.items == [1, 2, 3, 4] && list.source.index(for: 1) == 1)
    let cells = [1, 2, 4].map { list.cell($0) }
    list.source.apply(DiffableTableTests.snapshot([[4, 1, 9], [2]]), animatingDifferences: animated)
    list.stage.window.runFrames(30)
    #expect(list.items == [4, 1, 9, 2] && list.source.itemIdentifier(for: item(0, 1)) == 2)
    #expect([1, 2, 4].map { list.cell($0) } == cells)
    #expect(list.stage.itemEvents.count(.didEndDisplaying(item(0, 1))) == 1)
    #expect(list.stage.violations.isEmpty)
  }

  @Test("B14, B15: a reload gives another cell, a reconfiguration keeps it; prepared ones too")
  func reloads() {
    let list = Diffable(.preparedCache, [Array(0..<100)])
    list.stage.list.drag(by: 50)
    let cells = [0, 1, 6, 7].map { list.cell($0) }
    #expect(cells.allSatisfy { $0 != nil })
    var snapshot = list.source.snapshot()
    snapshot.reloadItems([0, 7])
    snapshot.reconfigureItems([1, 6])
    list.source.apply(snapshot)
    #expect(list.cell(1) === cells[1] && list.cell(6) === cells[2])
    #expect(list.cell(0) !== cells[0] && list.cell(7) == nil)
    #expect(list.stage.violations.isEmpty)
  }

  @Test("applySnapshotUsingReloadData makes each cell anew, and completes with the frame")
  func reloadData() {
    let list = Diffable(.preparedCache, [[1, 2]])
    var isDone = false
    list.source.applySnapshotUsingReloadData(DiffableTableTests.snapshot([[2, 1, 3]])) { isDone = true }
    #expect(!isDone)
    list.stage.window.runFrame()
    #expect(list.items == [2, 1, 3] && isDone)
    #expect((0..<3).allSatisfy { list.stage.itemEvents.count(.cellFor(item($0))) == 1 })
  }

  @Test("The asynchronous form returns when the animation has ended")
  func asynchronous() async {
    let list = Diffable(.preparedCache, [[1, 2]])
    let applied = Task { @MainActor in
      await list.source.apply(DiffableTableTests.snapshot([[3, 1]]))
      return list.stage.window.frameCount
    }
    let frames = Task { @MainActor in
      while !Task.isCancelled {
        list.stage.window.runFrame()
        await Task.yield()
      }
    }
    let count = await applied.value
    frames.cancel()
    await frames.value
    #expect(count > 15 && list.items == [3, 1])
  }

  @Test("The supplementary view provider makes headers; without one UIKit throws")
  func supplementary() {
    let list = Diffable(.preparedCache, [[1], [2]])
    list.stage.layout.headerReferenceSize = CGSize(width: 320, height: 30)
    list.source.supplementaryViewProvider = { list, kind, path in
      list.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "title", for: path)
    }
    list.stage.list.reloadData()
    list.stage.window.runFrame()
    #expect(list.stage.list.visibleSupplementaryViews(ofKind: UICollectionView.elementKindSectionHeader).count == 2)
    #expect(list.stage.violations.isEmpty)

    list.source.supplementaryViewProvider = nil
    list.stage.list.reloadData()
    list.stage.window.runFrame()
    #expect(
      list.stage.violations.first == .missingSupplementaryView(UICollectionView.elementKindSectionHeader, item(0)))
  }

  @Test("B30: an apply from inside an apply, and a cell provider that returns no cell")
  func misuse() {
    let list = Diffable(.preparedCache, [[1]])
    list.inCell = { [list] in
      list.inCell = nil
      list.source.apply(DiffableTableTests.snapshot([[5]]))
    }
    list.source.apply(DiffableTableTests.snapshot([[1, 2]]))
    #expect(list.stage.violations == [.appliedDuringApply])
    list.stage.window.runFrames(3)
    #expect(list.items == [5])
    list.stage.log.clear()
    list.source.apply(DiffableTableTests.snapshot([[-1]]))
    #expect(list.stage.violations == [.noCell(item(0))])
  }

  @Test(
    "Random snapshots: each item shows itself, and what stays keeps its cell", arguments: 1...12 as ClosedRange<UInt64>)
  func random(seed: UInt64) {
    var random = SplitMix(state: seed)
    let profiles = HeadlessProfile.all + [.legalChaos(seed: seed)]
    let list = Diffable(profiles[Int(seed) % profiles.count], [[1]])
    for step in 0..<30 {
      let old = list.source.snapshot()
      var cells: [Int: UICollectionViewCell] = [:]
      for path in list.stage.visiblePaths { cells[list.stage.cell(path)?.item ?? -1] = list.stage.cell(path) }
      var new = NSDiffableDataSourceSnapshot<Int, Int>()
      new.appendSections(Array((0..<4).shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))))
      for item in (0..<12).shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random)) {
        new.appendItems([item], toSection: new.sectionIdentifiers.randomElement(using: &random))
      }
      list.source.apply(new, animatingDifferences: Bool.random(using: &random))
      list.stage.window.runFrames(Int.random(in: 1...4, using: &random))
      let visible = list.stage.visiblePaths.map { list.source.itemIdentifier(for: $0) }
      #expect(list.items == visible, "seed \(seed) step \(step)")
      let sections = Set(old.sectionIdentifiers).intersection(new.sectionIdentifiers)
      for item in visible {
        guard let item, let cell = cells[item] else { continue }
        let stays = [old, new].allSatisfy { sections.contains($0.sectionIdentifier(containingItem: item) ?? -1) }
        if stays { #expect(list.cell(item) === cell, "seed \(seed) step \(step) item \(item)") }
      }
    }
    #expect(list.stage.violations.isEmpty, "seed \(seed)")
  }
}
