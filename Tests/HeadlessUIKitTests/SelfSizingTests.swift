import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Self-sizing rows", .timeLimit(.minutes(5)))
struct SelfSizingTests {
  /// A row of the height its item says.
  final class TallCell: UITableViewCell {
    var height: CGFloat = 0
    var measured = 0

    override func systemLayoutSizeFitting(
      _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
      verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
      measured += 1
      return CGSize(width: targetSize.width, height: height)
    }
  }

  /// Rows of 100 points, until a test says otherwise.
  func stage(_ profile: HeadlessProfile = .preparedCache, estimate: CGFloat = 50) -> Stage {
    let stage = Stage(profile, rows: 100)
    stage.table.register(TallCell.self, forCellReuseIdentifier: "tall")
    stage.table.rowHeight = UITableView.automaticDimension
    stage.table.estimatedRowHeight = estimate
    stage.feed.onCell = { table, path in
      let cell = table.dequeueReusableCell(withIdentifier: "tall", for: path)
      (cell as? TallCell)?.height = 100
      return cell
    }
    return stage
  }

  func tall(_ stage: Stage, _ index: Int) -> TallCell? { stage.table.cellForRow(at: row(index)) as? TallCell }

  @Test("B23: a row of automatic height is measured through its cell", arguments: HeadlessProfile.all, [50, -1])
  func measured(profile: HeadlessProfile, estimate: CGFloat) {
    let stage = stage(profile, estimate: estimate)
    stage.window.runFrame()
    #expect(stage.table.indexPathsForVisibleRows == (0..<5).map { row($0) })
    #expect(stage.table.rectForRow(at: row(4)) == CGRect(x: 0, y: 400, width: 320, height: 100))
    #expect(tall(stage, 4)?.frame == stage.table.rectForRow(at: row(4)))
    #expect(stage.table.rectForRow(at: row(50)).height == (estimate > 0 ? estimate : 44))
    stage.table.drag(by: 900, frames: 9)
    #expect(stage.table.visibleCells.allSatisfy { $0.frame.height == 100 })
    #expect(stage.log.violations.isEmpty)
  }

  @Test("B22: with estimates off nothing sizes itself; nor with a height that is given")
  func off() {
    let off = stage(estimate: 0)
    off.window.runFrame()
    #expect(off.table.rectForRow(at: row(0)).height == 44.0 && tall(off, 0)?.measured == 0)
    let fixed = stage()
    fixed.table.rowHeight = 70
    fixed.window.runFrame()
    #expect(fixed.table.rectForRow(at: row(0)).height == 70.0 && tall(fixed, 0)?.measured == 0)
  }

  @Test("A cell without a size of its own gets the usual height")
  func usual() {
    let stage = Stage(rows: 3)
    stage.table.rowHeight = UITableView.automaticDimension
    stage.window.runFrame()
    #expect(stage.table.rectForRow(at: row(2)).minY == 88.0)
  }

  @Test("A content configuration gives the height", arguments: HeadlessProfile.all)
  func configuration(profile: HeadlessProfile) {
    let stage = stage(profile)
    stage.feed.onCell = { table, path in
      let cell = table.dequeueReusableCell(withIdentifier: "cell", for: path)
      cell.configurationUpdateHandler = { cell, _ in cell.contentConfiguration = TextConfiguration(text: "seven77") }
      return cell
    }
    stage.window.runFrame()
    #expect(stage.table.rectForRow(at: row(1)).minY == 70.0)
    stage.table.cellForRow(at: row(0))?.contentConfiguration = TextConfiguration(text: "four")
    stage.window.runFrame()
    #expect(stage.table.rectForRow(at: row(1)).minY == 40.0)
  }

  @Test("A displayed cell that invalidates its size is measured in the next pass", arguments: HeadlessProfile.all)
  func invalidation(profile: HeadlessProfile) throws {
    let stage = stage(profile)
    stage.window.runFrame()
    let cell = try #require(tall(stage, 1))
    cell.height = 250
    cell.invalidateIntrinsicContentSize()
    #expect(stage.table.rectForRow(at: row(1)).height == 100.0, "not before the pass")
    stage.window.runFrame()
    #expect(cell.frame == CGRect(x: 0, y: 100, width: 320, height: 250))
    #expect(stage.table.rectForRow(at: row(2)).minY == 350.0)
    #expect(stage.table.contentOffset.y == 0)

    cell.height = 60
    cell.contentView.invalidateIntrinsicContentSize()
    stage.window.runFrame()
    #expect(cell.frame.height == 60.0 && tall(stage, 5)?.window != nil)
  }

  @Test("Off, it waits for a reconfiguration or an empty batch; a view inside counts only with constraints")
  func modes() throws {
    let stage = stage()
    stage.window.runFrame()
    let cell = try #require(tall(stage, 1))
    stage.feed.onCell = { table, path in table.dequeueReusableCell(withIdentifier: "tall", for: path) }
    let label = UILabel(frame: .zero)
    cell.contentView.addSubview(label)

    stage.table.selfSizingInvalidation = .disabled
    cell.height = 200
    cell.invalidateIntrinsicContentSize()
    stage.window.runFrame()
    #expect(cell.frame.height == 100.0)
    stage.table.performBatchUpdates(nil)
    #expect(cell.frame.height == 200.0)

    cell.height = 220
    stage.table.reconfigureRows(at: [row(1)])
    stage.window.runFrame()
    #expect(cell.frame.height == 220.0)

    stage.table.selfSizingInvalidation = .enabled
    cell.height = 240
    label.invalidateIntrinsicContentSize()
    stage.window.runFrame()
    #expect(cell.frame.height == 220.0)
    stage.table.selfSizingInvalidation = .enabledIncludingConstraints
    label.invalidateIntrinsicContentSize()
    stage.window.runFrame()
    #expect(cell.frame.height == 240.0)
  }

  @Test("A row above the bounds that grows shifts what is on screen; the offset stays")
  func above() throws {
    let stage = stage()
    stage.window.runFrame()
    stage.table.jump(to: 150)
    stage.window.runFrame()
    let above = try #require(tall(stage, 0))
    above.height = 180
    above.invalidateIntrinsicContentSize()
    stage.window.runFrame()
    #expect(stage.table.contentOffset.y == 150)
    #expect(stage.table.rectForRow(at: row(1)).minY == 180.0)
  }

  @Test("A cell that invalidates itself from inside a layout is measured after it, and the frame ends")
  func duringLayout() {
    let stage = stage()
    stage.feed.onWillDisplay = { _, cell, path in
      guard let cell = cell as? TallCell, path.row == 0 else { return }
      cell.height = 300
      cell.invalidateIntrinsicContentSize()
    }
    stage.window.runFrame()
    #expect(stage.table.rectForRow(at: row(1)).minY == 300.0)
    #expect(stage.log.violations.isEmpty)
  }

  @Test("Inserted rows above keep the heights that were measured")
  func batch() {
    let stage = stage()
    stage.window.runFrame()
    stage.table.drag(by: 1_000, frames: 10)
    let top = stage.table.rectForRow(at: row(10)).minY
    stage.feed.sections[0].insert(100, at: 0)
    stage.table.insertRows(at: [row(0)], with: .none)
    #expect(stage.table.rectForRow(at: row(11)).minY == top + 50)
    stage.window.runFrames(3)
    #expect(stage.table.visibleCells.allSatisfy { $0.frame.height == 100 })
  }
}
