import AsyncCellTesting
import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit
import Testing

/// Scenarios that need more than a story: an adapter's own verbs, other views, other lives.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct TableTests {
  // MARK: Identity

  @Test(arguments: HeadlessProfile.all)
  func `S15: A new version of an item keeps the cell and its old content until the new arrives`(
    profile: HeadlessProfile
  ) {
    let (stage, cells) = tableStage(profile)
    cells.itemIdentity = { "item \($0.row)" }
    stage.table.reloadData()
    stage.frame(2)
    stage.completeAll()
    let cell = stage.cell(1)
    stage.source.names[1] = "n1 again"
    stage.table.reconfigureRows(at: [IndexPath(row: 1, section: 0)])
    #expect(stage.cell(1) === cell)
    #expect(cell?.content == "N1")
    #expect(cell?.states.last == "…")
    // The old value is the earlier version's, which the cell was given as such.
    stage.completeAll()
    #expect(cell?.content == "N1 AGAIN")
  }

  @Test(arguments: HeadlessProfile.all)
  func `S17: Reused, a cell has nothing of the failure, and its retry acts on the item`(profile: HeadlessProfile) {
    let (stage, _) = tableStage(profile)
    stage.settle()
    stage.desk.fail("n0")
    stage.settle()
    let failure = stage.cell(0)?.failure
    #expect(failure != nil)
    stage.table.jump(to: 3_000)
    stage.frame(3)
    stage.completeAll()
    failure?.retry()
    stage.completeAll()
    #expect(stage.complaints() == [])
    #expect(stage.visible.allSatisfy { $0.cell.failure == nil })
    stage.table.jump(to: 0)
    stage.frame()
    #expect(stage.cell(0)?.content == "N0")
    #expect(stage.desk.starts(of: "n0") == 2)
  }

  @Test(arguments: HeadlessProfile.all)
  func `Row 5: Without identities of its own, a list that has changed shows no row another's result`(
    profile: HeadlessProfile
  ) {
    final class PlainCell: UITableViewCell, AsyncCell {
      var name = ""
      var desk: Desk?
      var content: String?
      func asyncOperation() -> Waterfall<String>? { desk?.job(name) }
      func asyncOperationDidChange(_ state: AsyncCellState<String>) { content = state.value }
    }
    final class Rows: NSObject, UITableViewDataSource {
      var names = (0..<20).map { "n\($0)" }
      let (desk, cells): (Desk, AsyncTableViewDelegate)
      init(_ desk: Desk, _ cells: AsyncTableViewDelegate) { (self.desk, self.cells) = (desk, cells) }
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "plain", for: indexPath)
        guard let cell = cell as? PlainCell else { return cell }
        (cell.name, cell.desk) = (names[indexPath.row], desk)
        cells.prepare(cell, at: indexPath)
        #expect(cell.content == nil || cell.content == cell.name.uppercased())
        return cell
      }
    }
    Diagnostics.redirect { _ in }
    defer { Diagnostics.redirect(to: nil) }
    let scene = DelegateTests.Scene(profile)
    let rows = Rows(scene.desk, AsyncTableViewDelegate(operations: scene.queue))
    scene.table.register(PlainCell.self, forCellReuseIdentifier: "plain")
    scene.table.dataSource = rows
    rows.cells.attach(to: scene.table)
    scene.window.runFrame()
    scene.complete()
    rows.names.insert("new", at: 0)
    scene.table.reloadData()
    scene.window.runFrames(3)
    scene.complete()
    let shown = scene.table.visibleCells.compactMap { ($0 as? PlainCell)?.content }
    #expect(shown == ["NEW", "N0", "N1", "N2", "N3"])
  }

  // MARK: Prefetch and priority

  @Test func `S24: Prefetches that are never taken back are bounded, and end with a memory warning`() {
    let (stage, cells) = tableStage(.preparedCache, limit: 0, rows: 1_000)
    stage.table.sendPrefetch((50..<700).map { IndexPath(row: $0, section: 0) })
    #expect(cells.operations.runCount <= 105)
    stage.window.receiveMemoryWarning()
    #expect(cells.operations.runCount == 5)
  }

  @Test func `S25: A cell prepared ahead is less urgent than those on screen, until it is displayed`() throws {
    let (stage, cells) = tableStage(.preparedCache, limit: 0)
    stage.table.drag(by: 10)
    stage.frame()
    let path = try #require(stage.table.cachedIndexPaths.first)
    let cell = try #require(stage.table.cellForRow(at: path))
    #expect(cells.coordinator.priority(of: cell) == .prepared)
    stage.table.drag(by: 200)
    stage.frame()
    #expect(cells.coordinator.priority(of: cell) == .visible)
  }

  @Test(arguments: HeadlessProfile.all)
  func `S27: After a fling over 5,000 rows little of it waits, and the last screen is complete`(
    profile: HeadlessProfile
  ) {
    let (stage, cells) = tableStage(profile, limit: 2, rows: 5_000)
    for _ in 0..<40 {
      stage.table.flick(velocity: 9_000)
      stage.window.runFrames(30)
      #expect(cells.operations.runCount <= 60)
    }
    stage.window.runUntilStill()
    stage.completeAll()
    #expect(stage.complaints() == [])
  }

  // MARK: Life and death

  @Test(arguments: HeadlessProfile.all)
  func `S38: A table that goes in the middle of its loads is let go of, with its cells and claims`(
    profile: HeadlessProfile
  ) {
    var made: (Stage, AsyncTableViewDelegate)? = tableStage(profile)
    let engine = made?.0.engine
    let desk = made?.0.desk
    weak let table = made?.0.table
    weak let cell = made?.0.cell(0)
    weak let list = made?.1.coordinator
    made?.0.settle()
    #expect(desk?.wanted.isEmpty == false)
    made = nil
    engine?.settle()
    #expect(table == nil)
    #expect(cell == nil)
    #expect(list == nil)
    #expect(desk?.wanted == [])
    _ = desk?.sweep()
    engine?.settle()
    #expect(engine?.keys.count == 0)
  }

  @Test func `S45: A cell that only measures is let go of, and a value at hand is in it at once`() {
    let (stage, cells) = tableStage(.preparedCache)
    stage.completeAll()
    var measuring: NameCell? = NameCell(style: .default, reuseIdentifier: nil)
    measuring?.name = "n1"
    measuring.map { cells.prepare($0, at: IndexPath(row: 1, section: 0)) }
    #expect(measuring?.content == "N1")
    weak let gone = measuring
    measuring = nil
    #expect(gone == nil)
    #expect(stage.complaints() == [])
  }
}
