import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Display of items", .timeLimit(.minutes(5)))
struct CollectionDisplayTests {
  @Test("The first layout asks for each visible item and displays it, with no prefetch", arguments: HeadlessProfile.all)
  func firstLayout(profile: HeadlessProfile) {
    let stage = CollectionStage(profile)
    #expect(stage.itemEvents.isEmpty)

    stage.window.runFrames(3)

    #expect(stage.itemEvents == (0..<5).flatMap { [.cellFor(item($0)), .willDisplay(item($0))] })
    #expect(stage.visiblePaths == (0..<5).map { item($0) })
    #expect(stage.list.contentSize == CGSize(width: 320, height: 10_000))
    #expect(stage.violations.isEmpty)
  }

  @Test("B2: cells are prepared before they are displayed, and may never be")
  func preparedAhead() {
    let stage = CollectionStage(.preparedCache).settled()
    stage.list.drag(by: 50)
    #expect(stage.itemEvents.contains(.cellFor(item(7))))
    #expect(!stage.itemEvents.contains(.willDisplay(item(7))))

    stage.list.jump(to: 5_000)
    stage.window.runFrames(3)
    #expect(!stage.log.events.contains(.willDisplay(item(7))))
    #expect(!stage.log.events.contains(.didEndDisplaying(item(7))))
    #expect(stage.cell(item(7)) == nil)
  }

  @Test("B4: a quick way out and back displays the same cell again with no new request")
  func redisplay() throws {
    let stage = CollectionStage(.preparedCache).settled()
    let first = try #require(stage.cell(item(0)))
    stage.list.drag(by: 200)
    stage.window.runFrame()
    #expect(stage.itemEvents.contains(.didEndDisplaying(item(0))))
    stage.log.clear()

    stage.list.drag(by: -200)
    stage.window.runFrame()

    #expect(stage.itemEvents.contains(.willDisplay(item(0))))
    #expect(!stage.itemEvents.contains(.cellFor(item(0))))
    #expect(stage.cell(item(0)) === first)
    #expect(first.reuses == 0)
  }

  @Test("B5: with prefetching off each display has its own request", arguments: HeadlessProfile.all)
  func prefetchingOff(profile: HeadlessProfile) {
    let stage = CollectionStage(profile)
    stage.list.isPrefetchingEnabled = false
    _ = stage.settled()
    stage.list.drag(by: 200)
    stage.window.runFrames(2)
    stage.list.drag(by: -200)
    stage.window.runFrames(2)

    #expect(stage.itemEvents.count(.cellFor(item(0))) == 1)
    #expect(stage.list.cachedIndexPaths.isEmpty)
    #expect(stage.feed.calls.isEmpty)
  }

  @Test("B9: after the model shrank each display ends under its old path", arguments: HeadlessProfile.all)
  func oldPaths(profile: HeadlessProfile) {
    let stage = CollectionStage(profile, items: 10).settled()
    let cells = stage.list.visibleCells
    var ended: [ObjectIdentifier: IndexPath] = [:]
    stage.feed.onDidEnd = { _, cell, path in ended[ObjectIdentifier(cell)] = path }

    stage.feed.sections = [[40, 41]]
    stage.list.reloadData()
    stage.window.runFrame()

    #expect(ended == Dictionary(uniqueKeysWithValues: cells.enumerated().map { (ObjectIdentifier($1), item($0)) }))
    #expect(stage.visibleItems == [40, 41])
    #expect(stage.violations.isEmpty)
  }

  @Test("B11: an end may be late, and does not come if the cell returns meanwhile")
  func lateEnd() {
    let stage = CollectionStage(.preparedCache).settled()
    stage.list.jump(to: 100)
    stage.window.runFrame()
    #expect(!stage.itemEvents.contains(.didEndDisplaying(item(0))))
    #expect(stage.list.visibleCells.count == 5)

    stage.list.jump(to: 0)
    stage.window.runFrames(3)
    #expect(!stage.itemEvents.contains(.didEndDisplaying(item(0))))
    #expect(!stage.itemEvents.contains(.willDisplay(item(0))))
  }

  @Test("B12: cellForItem(at:) answers with prepared and kept cells too; visibleCells does not")
  func cellForItem() {
    let stage = CollectionStage(.preparedCache).settled()
    stage.list.drag(by: 200)
    stage.window.runFrames(2)
    #expect(stage.cell(item(8)) != nil, "prepared ahead")
    #expect(stage.cell(item(0)) != nil, "kept after its display")
    #expect(stage.visiblePaths == (2..<7).map { item($0) })
    #expect(stage.list.visibleCells.count == 5)

    let plain = CollectionStage(.noPrefetch).settled()
    plain.list.drag(by: 200)
    plain.window.runFrames(2)
    #expect(plain.cell(item(8)) == nil)
    #expect(plain.cell(item(0)) == nil)
  }

  @Test("The visible paths come in no useful order")
  func unsorted() {
    let stage = CollectionStage().settled()
    #expect(stage.list.indexPathsForVisibleItems != stage.list.indexPathsForVisibleItems.sorted())
  }

  @Test("B13: prepareForReuse comes just before the cell is handed out again, not when it leaves")
  func prepareForReuse() throws {
    let stage = CollectionStage(.noPrefetch).settled()
    let first = try #require(stage.cell(item(0)))
    var reusesSeen: [Int] = []
    stage.feed.onDidEnd = { _, cell, _ in if cell === first { reusesSeen.append(first.reuses) } }
    stage.feed.inCell = { _, cell, _ in if cell === first { reusesSeen.append(first.reuses) } }

    stage.list.drag(by: 100)

    #expect(reusesSeen == [0, 1])
    #expect(first.item == 5)
  }

  @Test("B21: inside cellForItemAt the cell is not installed yet, but has its size")
  func notInstalled() {
    let stage = CollectionStage()
    var answers: [IndexPath?] = []
    stage.feed.inCell = { list, cell, _ in
      answers.append(list.indexPath(for: cell))
      #expect(cell.frame.size == CGSize(width: 320, height: 100))
    }
    stage.window.runFrame()
    #expect(answers == [nil, nil, nil, nil, nil])
    #expect(stage.log.warnings.contains(.askedDuringRequest("indexPath(for:)")))
    #expect(stage.list.visibleCells.map { stage.list.indexPath(for: $0) } == (0..<5).map { item($0) })
  }

  @Test("B33: a jump lays out its target only", arguments: HeadlessProfile.all)
  func jump(profile: HeadlessProfile) {
    let stage = CollectionStage(profile).settled()
    stage.list.jump(to: 5_000)
    #expect(stage.itemEvents.isEmpty, "nothing before the next layout")
    stage.window.runFrames(3)
    let asked = stage.itemEvents.compactMap { if case .cellFor(let path) = $0 { path.item } else { nil } }
    #expect(asked.allSatisfy { (50..<57).contains($0) })
    #expect((0..<5).allSatisfy { stage.itemEvents.count(.didEndDisplaying(item($0))) == 1 })
  }

  @Test("A cell hears of its attributes before its display, and again only when they change")
  func attributes() throws {
    let stage = CollectionStage().settled()
    let cell = try #require(stage.cell(item(1)))
    stage.window.runFrames(3)
    #expect(cell.applied == [CGRect(x: 0, y: 100, width: 320, height: 100)])
    stage.layout.itemSize.height = 120
    stage.window.runFrame()
    #expect(cell.applied.last == CGRect(x: 0, y: 120, width: 320, height: 120))
    #expect(cell.frame.minY == 120.0)
  }

  @Test("The number of cells stays bounded over a long way", arguments: HeadlessProfile.all)
  func bounded(profile: HeadlessProfile) {
    let stage = CollectionStage(profile, items: 5_000)
    var cells: Set<UICollectionViewCell> = []
    stage.feed.inCell = { _, cell, _ in cells.insert(cell) }
    stage.window.runFrame()
    for _ in 0..<20 {
      stage.list.flick(velocity: 12_000)
      stage.window.runFrames(60)
    }
    #expect(cells.count < 60)
    #expect(stage.violations.isEmpty)
  }

  @Test("In chaos one seed gives one trace, another seed another")
  func determinism() {
    let traces = ([7, 7, 8] as [UInt64]).map { seed in
      let stage = CollectionStage(.legalChaos(seed: seed), items: 500)
      stage.layout.itemSize = CGSize(width: 90, height: 100)
      stage.layout.headerReferenceSize = CGSize(width: 0, height: 40)
      stage.window.runFrame()
      for distance in [900, -400, 2_000, -3_000, 700] { stage.list.drag(by: CGFloat(distance), frames: 12) }
      stage.list.reloadItems(at: stage.list.indexPathsForVisibleItems)
      stage.window.runFrames(40)
      return stage.log.events
    }
    #expect(traces[0] == traces[1])
    #expect(traces[0] != traces[2])
  }

  @Test("A window that goes away takes the collection view with it", arguments: HeadlessProfile.all)
  func memory(profile: HeadlessProfile) {
    weak var list: UICollectionView?
    weak var layout: UICollectionViewLayout?
    weak var cell: UICollectionViewCell?
    do {
      let stage = CollectionStage(profile)
      stage.layout.headerReferenceSize = CGSize(width: 0, height: 30)
      stage.window.runFrame()
      stage.list.drag(by: 400, frames: 5)
      stage.list.reloadItems(at: [item(5)])
      stage.list.flick(velocity: 900)
      stage.window.runFrame()
      list = stage.list
      layout = stage.layout
      cell = stage.list.visibleCells.first
      #expect(cell != nil)
    }
    #expect(list == nil && layout == nil && cell == nil)
  }
}
