import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Display of rows", .timeLimit(.minutes(5)))
struct DisplayTests {
  @Test("The first layout asks for each visible row and displays it, with no prefetch", arguments: HeadlessProfile.all)
  func firstLayout(profile: HeadlessProfile) {
    let stage = Stage(profile)
    #expect(stage.rowEvents.isEmpty)

    stage.window.runFrames(3)

    #expect(stage.rowEvents == (0..<5).flatMap { [.cellFor(row($0)), .willDisplay(row($0))] })
    #expect(stage.table.indexPathsForVisibleRows == (0..<5).map { row($0) })
    #expect(stage.table.contentSize == CGSize(width: 320, height: 10_000))
    #expect(stage.log.violations.isEmpty)
  }

  @Test("B2: cells are prepared before they are displayed, and may never be")
  func preparedAhead() {
    let stage = Stage(.preparedCache).settled()
    stage.table.drag(by: 50)

    #expect(stage.rowEvents.contains(.cellFor(row(7))))
    #expect(!stage.rowEvents.contains(.willDisplay(row(7))))

    stage.table.jump(to: 5_000)
    stage.window.runFrames(3)
    #expect(!stage.log.events.contains(.willDisplay(row(7))))
    #expect(!stage.log.events.contains(.didEndDisplaying(row(7))))
    #expect(stage.table.cellForRow(at: row(7)) == nil)
  }

  @Test("B4: a quick way out and back displays the same cell again with no new request")
  func redisplay() throws {
    let stage = Stage(.preparedCache).settled()
    let first = try #require(stage.table.cellForRow(at: row(0)) as? FeedCell)
    stage.table.drag(by: 200)
    stage.window.runFrame()
    #expect(stage.rowEvents.contains(.didEndDisplaying(row(0))))
    stage.log.clear()

    stage.table.drag(by: -200)
    stage.window.runFrame()

    #expect(stage.rowEvents.contains(.willDisplay(row(0))))
    #expect(!stage.rowEvents.contains(.cellFor(row(0))))
    #expect(stage.table.cellForRow(at: row(0)) === first)
    #expect(first.reuses == 0)
  }

  @Test("B5: with prefetching off each display has its own request", arguments: HeadlessProfile.all)
  func prefetchingOff(profile: HeadlessProfile) {
    let stage = Stage(profile)
    stage.table.isPrefetchingEnabled = false
    _ = stage.settled()

    stage.table.drag(by: 200)
    stage.window.runFrames(2)
    stage.table.drag(by: -200)
    stage.window.runFrames(2)

    #expect(stage.rowEvents.count(.cellFor(row(0))) == 1)
    #expect(stage.table.cachedIndexPaths.isEmpty)
    #expect(stage.feed.calls.isEmpty)
  }

  @Test("B9: after the model shrank each display ends under its old path", arguments: HeadlessProfile.all)
  func oldPaths(profile: HeadlessProfile) {
    let stage = Stage(profile, rows: 10).settled()
    let cells = stage.table.visibleCells
    var ended: [ObjectIdentifier: IndexPath] = [:]
    stage.feed.onDidEnd = { _, cell, path in ended[ObjectIdentifier(cell)] = path }

    stage.feed.sections = [[40, 41]]
    stage.table.reloadData()
    stage.window.runFrame()

    #expect(ended == Dictionary(uniqueKeysWithValues: cells.enumerated().map { (ObjectIdentifier($1), row($0)) }))
    #expect(stage.table.visibleCells.map { ($0 as? FeedCell)?.item } == [40, 41])
    #expect(stage.log.violations.isEmpty)
  }

  @Test("B35: in a reload old cells end before the new ones begin under one profile, after under the other")
  func passOrder() {
    for profile in HeadlessProfile.all {
      let stage = Stage(profile, rows: 1).settled()
      stage.table.reloadData()
      stage.window.runFrame()
      let ends = stage.rowEvents.firstIndex(of: .didEndDisplaying(row(0)))
      let begins = stage.rowEvents.firstIndex(of: .willDisplay(row(0)))
      #expect(ends != nil && begins != nil)
      #expect((ends ?? 0) < (begins ?? 0) ? profile.passOrder == .endsFirst : profile.passOrder == .beginsFirst)
    }
  }

  @Test("B11: an end may be late, and does not come if the cell returns meanwhile")
  func lateEnd() {
    let stage = Stage(.preparedCache).settled()
    stage.table.jump(to: 100)
    stage.window.runFrame()
    #expect(!stage.rowEvents.contains(.didEndDisplaying(row(0))))
    #expect(stage.table.visibleCells.count == 5)

    stage.table.jump(to: 0)
    stage.window.runFrames(3)
    #expect(!stage.rowEvents.contains(.didEndDisplaying(row(0))))
    #expect(!stage.rowEvents.contains(.willDisplay(row(0))))
  }

  @Test("B12: cellForRow(at:) answers with prepared and kept cells too; visibleCells does not")
  func cellForRow() {
    let stage = Stage(.preparedCache).settled()
    stage.table.drag(by: 200)
    stage.window.runFrames(2)

    #expect(stage.table.cellForRow(at: row(8)) != nil, "prepared ahead")
    #expect(stage.table.cellForRow(at: row(0)) != nil, "kept after its display")
    #expect(stage.table.indexPathsForVisibleRows == (2..<7).map { row($0) })
    #expect(stage.table.visibleCells.count == 5)

    let plain = Stage(.noPrefetch).settled()
    plain.table.drag(by: 200)
    plain.window.runFrames(2)
    #expect(plain.table.cellForRow(at: row(8)) == nil)
    #expect(plain.table.cellForRow(at: row(0)) == nil)
  }

  @Test("B13: prepareForReuse comes just before the cell is handed out again, not when it leaves")
  func prepareForReuse() throws {
    let stage = Stage(.noPrefetch).settled()
    let first = try #require(stage.table.cellForRow(at: row(0)) as? FeedCell)
    var reusesSeen: [Int] = []
    stage.feed.onDidEnd = { _, cell, _ in if cell === first { reusesSeen.append(first.reuses) } }
    stage.feed.inCell = { _, cell, _ in if cell === first { reusesSeen.append(first.reuses) } }

    stage.table.drag(by: 100)

    #expect(reusesSeen == [0, 1])
    #expect(first.item == 5)
  }

  @Test("B13: a cell without a reuse identifier never hears prepareForReuse", arguments: HeadlessProfile.all)
  func withoutIdentifier(profile: HeadlessProfile) {
    let stage = Stage(profile)
    var made: [FeedCell] = []
    stage.feed.onCell = { _, _ in
      made.append(FeedCell(style: .default, reuseIdentifier: nil))
      return made[made.count - 1]
    }
    stage.window.runFrame()
    stage.table.drag(by: 2_000, frames: 10)
    stage.window.runFrames(3)

    #expect(made.count > 5)
    #expect(made.allSatisfy { $0.reuses == 0 })
    #expect(stage.log.violations.isEmpty)
  }

  @Test("B21: inside cellForRowAt the cell is not installed yet")
  func notInstalled() {
    let stage = Stage()
    var answers: [IndexPath?] = []
    stage.feed.inCell = { table, cell, _ in answers.append(table.indexPath(for: cell)) }
    stage.window.runFrame()

    #expect(answers == [nil, nil, nil, nil, nil])
    #expect(stage.log.warnings.contains(.askedDuringRequest("indexPath(for:)")))
    #expect(stage.table.visibleCells.map { stage.table.indexPath(for: $0) } == (0..<5).map { row($0) })
  }

  @Test("B33: a jump lays out its target only", arguments: HeadlessProfile.all)
  func jump(profile: HeadlessProfile) {
    let stage = Stage(profile).settled()
    stage.table.jump(to: 5_000)
    #expect(stage.rowEvents.isEmpty, "nothing before the next layout")
    stage.window.runFrames(3)

    let asked = stage.rowEvents.compactMap { if case .cellFor(let path) = $0 { path.row } else { nil } }
    #expect(asked.allSatisfy { (50..<57).contains($0) })
    #expect((0..<5).allSatisfy { stage.rowEvents.count(.didEndDisplaying(row($0))) == 1 })
    #expect(stage.scrollEvents == [.didScroll])
  }

  @Test("Begins and ends alternate for each cell, whatever the way", arguments: HeadlessProfile.all, [1, 2, 3, 4, 5])
  func alternation(profile: HeadlessProfile, seed: UInt64) {
    let stage = Stage(profile, rows: 60)
    var displayed: [ObjectIdentifier: IndexPath] = [:]
    stage.feed.onWillDisplay = { _, cell, path in
      #expect(displayed.updateValue(path, forKey: ObjectIdentifier(cell)) == nil, "seed \(seed)")
      #expect((cell as? FeedCell)?.item != nil)
    }
    stage.feed.onDidEnd = { _, cell, path in
      #expect(displayed.removeValue(forKey: ObjectIdentifier(cell)) == path, "seed \(seed)")
    }
    var random = SplitMix(state: seed)
    for _ in 0..<300 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: stage.table.drag(by: CGFloat.random(in: -900...900, using: &random), frames: 4)
      case 1: stage.table.flick(velocity: CGFloat.random(in: -6_000...6_000, using: &random))
      case 2: stage.table.jump(to: CGFloat.random(in: 0...2_500, using: &random))
      case 3: stage.table.reloadData()
      case 4:
        stage.feed.sections = [Array(0..<Int.random(in: 0...60, using: &random))]
        stage.table.reloadData()
      default:
        let count = stage.feed.sections[0].count
        let rows = (stage.table.indexPathsForVisibleRows ?? []).filter { $0.row < count }
        stage.table.reloadRows(at: rows.shuffled(using: &random).suffix(2), with: .fade)
        stage.table.reconfigureRows(at: rows)
      }
      stage.window.runFrames(Int.random(in: 0...3, using: &random))
    }
    stage.window.runUntilStill()
    stage.window.runFrames(30)

    #expect(Set(displayed.values) == Set(stage.table.indexPathsForVisibleRows ?? []))
    #expect(
      stage.table.visibleCells.map { ($0 as? FeedCell)?.item } == stage.table.indexPathsForVisibleRows?.map(\.row) ?? []
    )
    #expect(stage.log.violations.isEmpty, "seed \(seed)")
  }
}

/// A random generator with a seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
