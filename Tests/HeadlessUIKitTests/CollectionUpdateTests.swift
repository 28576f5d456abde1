import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Updates of items", .timeLimit(.minutes(5)))
struct CollectionUpdateTests {
  @Test("B17: reloadData says nothing before the next layout", arguments: HeadlessProfile.all)
  func lazyReload(profile: HeadlessProfile) {
    let stage = CollectionStage(profile).settled()
    stage.list.reloadData()
    stage.list.reloadData()
    #expect(stage.log.events.isEmpty)

    stage.window.runFrame()
    #expect((0..<5).allSatisfy { stage.itemEvents.count(.cellFor(item($0))) == 1 })
    #expect((0..<5).allSatisfy { stage.itemEvents.count(.didEndDisplaying(item($0))) == 1 })
  }

  @Test("B18: forcing a layout outside the window is warned about")
  func offWindow() {
    let stage = CollectionStage().settled()
    stage.list.removeFromSuperview()
    stage.feed.sections = [[1, 2]]
    stage.list.reloadData()
    stage.window.runFrames(5)
    #expect(stage.log.events.isEmpty)

    stage.list.layoutIfNeeded()
    #expect(stage.log.warnings == [.layoutOutsideWindow])
    #expect((0..<5).allSatisfy { stage.itemEvents.count(.didEndDisplaying(item($0))) == 1 })
    #expect(stage.list.visibleCells.count == 2)
  }

  @Test("B14: a reconfiguration keeps the cell, with no prepareForReuse, also for a prepared one")
  func reconfigure() throws {
    let stage = CollectionStage(.preparedCache).settled()
    stage.list.drag(by: 50)
    let displayed = try #require(stage.cell(item(1)))
    let prepared = try #require(stage.cell(item(7)))
    stage.feed.sections[0][1] = 1_001
    stage.feed.sections[0][7] = 1_007
    stage.log.clear()

    stage.list.reconfigureItems(at: [item(1), item(7), item(50)])

    #expect(stage.itemEvents == [.reconfigure(item(1)), .reconfigure(item(7))])
    #expect(stage.cell(item(1)) === displayed && stage.cell(item(7)) === prepared)
    #expect([displayed.item, prepared.item] == [1_001, 1_007])
    #expect(displayed.reuses + prepared.reuses == 0)
    #expect(stage.violations.isEmpty)
  }

  @Test("B15: a reload of items replaces the cell; while it is animated the item has two on screen")
  func reloadItems() throws {
    let stage = CollectionStage(.preparedCache).settled()
    let old = try #require(stage.cell(item(1)))

    stage.list.reloadItems(at: [item(1)])

    #expect(stage.cell(item(1)) !== old)
    #expect(old.superview === stage.list)
    #expect(stage.itemEvents == [.cellFor(item(1)), .willDisplay(item(1))])
    #expect(stage.list.indexPath(for: old) == nil)

    stage.window.runFrames(30)
    #expect(stage.itemEvents.last == .didEndDisplaying(item(1)))
    #expect(old.superview == nil)
  }

  @Test("B10: a deleted item ends under its old path, when the model is new already", arguments: HeadlessProfile.all)
  func delete(profile: HeadlessProfile) throws {
    let stage = CollectionStage(profile, items: 8).settled()
    let gone = try #require(stage.cell(item(1)))
    let kept = try #require(stage.cell(item(2)))
    var counts: [Int] = []
    stage.feed.onDidEnd = { [feed = stage.feed] _, cell, path in
      #expect(cell === gone && path == item(1))
      counts.append(feed.sections[0].count)
    }
    stage.feed.sections[0].remove(at: 1)
    stage.list.deleteItems(at: [item(1)])

    #expect(stage.list.indexPath(for: kept) == item(1))
    #expect(!stage.itemEvents.contains(.cellFor(item(1))))
    #expect(stage.itemEvents.contains(.willDisplay(item(4))))
    stage.window.runFrames(30)
    #expect(counts == [7])
    #expect(stage.visibleItems == [0, 2, 3, 4, 5])
    #expect(stage.violations.isEmpty)
  }

  @Test("B34: a moved cell travels with its item and is not asked for again", arguments: HeadlessProfile.all)
  func move(profile: HeadlessProfile) throws {
    let stage = CollectionStage(profile, items: 5).settled()
    let cell = try #require(stage.cell(item(0)))
    stage.feed.sections = [[1, 2, 3, 4, 0]]
    stage.list.moveItem(at: item(0), to: item(4))
    stage.window.runFrames(30)
    #expect(stage.itemEvents.isEmpty)
    #expect(stage.list.indexPath(for: cell) == item(4))
    #expect(cell.frame.minY == 400.0)
    #expect(stage.visibleItems == [1, 2, 3, 4, 0])
  }

  @Test("What is pushed out of sight ends under its new path", arguments: HeadlessProfile.all)
  func insert(profile: HeadlessProfile) {
    let stage = CollectionStage(profile, items: 5).settled()
    stage.feed.sections[0].insert(9, at: 0)
    stage.list.insertItems(at: [item(0)])
    stage.window.runFrames(30)
    #expect(stage.itemEvents.contains(.didEndDisplaying(item(5))))
    #expect(stage.itemEvents.count(.cellFor(item(0))) == 1)
    #expect(stage.visibleItems == [9, 0, 1, 2, 3])
  }

  @Test("A batch of everything, in whatever order it is said; the completion comes after the animation")
  func batch() {
    let stage = CollectionStage(items: 5).settled()
    let cells = stage.list.visibleCells
    var finished: [Bool] = []
    stage.list.performBatchUpdates(
      {
        stage.feed.sections = [[70, 4, 0, 2], [80]]
        stage.list.insertSections([1])
        stage.list.insertItems(at: [item(0)])
        stage.list.moveItem(at: item(4), to: item(1))
        stage.list.performBatchUpdates({ stage.list.deleteItems(at: [item(1), item(3)]) })
        stage.list.reconfigureItems(at: [item(2)])
        stage.list.layoutIfNeeded()
        #expect(stage.list.numberOfItems(inSection: 0) == 5)
      }, completion: { finished.append($0) })
    #expect(stage.itemEvents.contains(.reconfigure(item(3))))
    #expect(finished.isEmpty)
    stage.window.runFrames(30)
    #expect(finished == [true])
    #expect(stage.visibleItems == [70, 4, 0, 2, 80])
    #expect(stage.cell(item(1)) === cells[4] && stage.cell(item(2)) === cells[0] && stage.cell(item(3)) === cells[2])
    #expect(stage.violations.isEmpty)
  }

  @Test("Outside a window a batch is over at once")
  func batchOffWindow() {
    let layout = UICollectionViewFlowLayout()
    let list = UICollectionView(frame: .zero, collectionViewLayout: layout)
    let feed = CollectionFeed()
    feed.sections = [[1]]
    list.dataSource = feed
    var finished: [Bool] = []
    #expect(list.numberOfItems(inSection: 0) == 1)
    feed.sections = [[1, 2]]
    list.performBatchUpdates({ list.insertItems(at: [item(1)]) }, completion: { finished.append($0) })
    #expect(list.numberOfItems(inSection: 0) == 2)
    #expect(finished == [true])
    #expect(list.headlessLog.violations.isEmpty)
  }

  @Test("Sections are deleted, moved and reloaded with their items", arguments: HeadlessProfile.all)
  func sections(profile: HeadlessProfile) throws {
    let stage = CollectionStage(profile)
    stage.feed.sections = [[0], [10], [20], [30]]
    _ = stage.settled()
    let last = try #require(stage.cell(item(0, 3)))
    stage.list.performBatchUpdates({
      stage.feed.sections = [[30], [11, 12], [20]]
      stage.list.deleteSections([0])
      stage.list.moveSection(3, toSection: 0)
      stage.list.reloadSections([1])
    })
    stage.window.runFrames(30)
    #expect(stage.visibleItems == [30, 11, 12, 20])
    #expect(stage.list.indexPath(for: last) == item(0, 0))
    #expect(stage.itemEvents.contains(.didEndDisplaying(item(0, 0))))
    #expect(stage.violations.isEmpty)
  }

  @Test("Sizes that cells preferred, and the selection, travel with the items", arguments: HeadlessProfile.all)
  func travelling(profile: HeadlessProfile) {
    let stage = CollectionStage(profile, items: 3)
    stage.layout.estimatedItemSize = CGSize(width: 320, height: 50)
    stage.feed.inCell = { [feed = stage.feed] _, cell, path in
      (cell as? ItemCell)?.preferredHeight = CGFloat(60 + feed.sections[0][path.item])
    }
    stage.window.runFrame()
    stage.list.selectItem(at: item(1), animated: false, scrollPosition: [])
    stage.feed.sections = [[9, 0, 1, 2]]
    stage.list.insertItems(at: [item(0)])
    stage.window.runFrames(30)
    #expect((0..<4).map { stage.frame(item($0))?.height } == [69, 60, 61, 62])
    #expect(stage.list.indexPathsForSelectedItems == [item(2)])
    #expect(stage.list.visibleCells.map(\.isSelected) == [false, false, true, false])
  }

  @Test("B8: after an update a cancellation still names the old paths")
  func staleCancellation() {
    let stage = CollectionStage(.preparedCache).settled()
    stage.list.drag(by: 50)
    stage.feed.calls = []
    stage.feed.sections[0].insert(100, at: 0)
    stage.list.insertItems(at: [item(0)])
    stage.window.runFrames(2)
    #expect(stage.feed.calls.first == "cancel [8, 9, 10, 11, 12, 13]")
  }

  @Test("Another layout moves the cells that are there")
  func otherLayout() throws {
    let stage = CollectionStage(items: 4).settled()
    let cell = try #require(stage.cell(item(1)))
    let grid = UICollectionViewFlowLayout()
    grid.itemSize = CGSize(width: 150, height: 100)
    var finished = false
    stage.list.setCollectionViewLayout(grid, animated: true, completion: { finished = $0 })
    stage.window.runFrames(30)
    #expect(finished && stage.itemEvents.isEmpty)
    #expect(cell.frame == CGRect(x: 170, y: 0, width: 150, height: 100))
    #expect(grid.collectionView === stage.list && stage.layout.collectionView == nil)
  }

  @Test("When the model shrinks under the offset, the content scrolls back into sight")
  func shrink() {
    let stage = CollectionStage().settled()
    stage.list.jump(to: 9_500)
    stage.window.runFrame()
    stage.feed.sections = [Array(0..<10)]
    stage.list.reloadData()
    stage.window.runFrame()
    #expect(stage.list.contentOffset.y == 500.0)
    #expect(stage.visiblePaths == (5..<10).map { item($0) })
  }

  @Test(
    "Begins and ends alternate for each cell, whatever changes",
    arguments: HeadlessProfile.all + [.legalChaos(seed: 7), .legalChaos(seed: 8)], [1, 2])
  func alternation(profile: HeadlessProfile, seed: UInt64) {
    let stage = CollectionStage(profile, items: 60)
    stage.layout.itemSize = CGSize(width: 150, height: 90)
    var displayed: Set<ObjectIdentifier> = []
    stage.feed.onWillDisplay = { _, cell, _ in
      #expect(displayed.insert(ObjectIdentifier(cell)).inserted, "seed \(seed)")
    }
    stage.feed.onDidEnd = { _, cell, _ in
      #expect(displayed.remove(ObjectIdentifier(cell)) != nil, "seed \(seed)")
    }
    var random = SplitMix(state: seed)
    stage.window.runFrame()
    for step in 0..<200 {
      let count = stage.feed.sections[0].count
      switch Int.random(in: 0..<8, using: &random) {
      case 0: stage.list.drag(by: CGFloat.random(in: -900...900, using: &random), frames: 4)
      case 1: stage.list.flick(velocity: CGFloat.random(in: -6_000...6_000, using: &random))
      case 2: stage.list.jump(to: CGFloat.random(in: 0...2_500, using: &random))
      case 3:
        stage.feed.sections = [Array(0..<Int.random(in: 20...60, using: &random))]
        stage.list.reloadData()
        stage.window.runFrame()
      case 4:
        let place = Int.random(in: 0...count, using: &random)
        stage.feed.sections[0].insert(1_000 + step, at: place)
        stage.list.insertItems(at: [item(place)])
      case 5:
        guard count > 10 else { break }
        let places = Array(Set((0..<4).map { _ in Int.random(in: 0..<count, using: &random) })).sorted()
        for place in places.reversed() { stage.feed.sections[0].remove(at: place) }
        stage.list.deleteItems(at: places.map { item($0) })
      case 6:
        let source = Int.random(in: 0..<count, using: &random)
        let target = Int.random(in: 0..<count, using: &random)
        stage.feed.sections[0].insert(stage.feed.sections[0].remove(at: source), at: target)
        stage.list.moveItem(at: item(source), to: item(target))
      default:
        let paths = stage.list.indexPathsForVisibleItems
        stage.list.reloadItems(at: paths.sorted().shuffled(using: &random).suffix(2))
        stage.list.reconfigureItems(at: paths)
      }
      stage.window.runFrames(Int.random(in: 0...3, using: &random))
    }
    stage.window.runUntilStill()
    stage.window.runFrames(320)

    #expect(displayed == Set(stage.list.visibleCells.map { ObjectIdentifier($0) }), "seed \(seed)")
    #expect(stage.visibleItems == stage.visiblePaths.map { stage.feed.sections[0][$0.item] }, "seed \(seed)")
    #expect(stage.violations.isEmpty, "seed \(seed)")
  }
}
