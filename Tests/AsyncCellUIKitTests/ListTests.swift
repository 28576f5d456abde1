import AsyncCellTesting
import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit
import Testing

/// What a delegate can be asked for beyond display, in tables and collection views.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListTests {
  func stage(_ kind: ListKind, limit: Int = 4, _ policy: OffscreenPolicy = .demote, rows: Int = 100) -> ScenarioStage {
    ScenarioStage(kind, .preparedCache, rows: rows) {
      RightLoader($0, $1, RightLoader.Options(limit: limit, policy: policy))
    }
  }

  // MARK: Identifiers

  @Test(arguments: ListKind.allCases)
  func `A message that is sent while it loads keeps its run and its cell under the server's id`(kind: ListKind) {
    let stage = stage(kind)
    let cell = stage.host.cell(at: 1)
    stage.cells?.replaceID("n1", with: "m1")
    var items = stage.model.items
    items[1].name = "m1"
    stage.update(to: items, reconfigured: [1], animated: false)
    stage.frames(2)
    #expect(stage.host.cell(at: 1) === cell)
    stage.desk.succeed("n1", with: "M1")
    stage.completeAll()
    #expect(stage.complaints() == [])
    #expect(stage.desk.starts(of: "n1") == 1)
    #expect(stage.desk.starts(of: "m1") == 0)
  }

  @Test(arguments: ListKind.allCases)
  func `A message that was sent shows no placeholder under the server's id, in its own cell or another`(kind: ListKind)
  {
    let stage = stage(kind)
    stage.completeAll()
    stage.cells?.replaceID("n1", with: "m1")
    stage.cells?.replaceID(1, with: 1_001)
    var items = stage.model.items
    items[1].id = 1_001
    items[1].name = "m1"
    let states = stage.board(1)?.states.count
    stage.update(to: items, animated: false)
    stage.frames(3)
    #expect(stage.board(1)?.item?.name == "m1" || !kind.isDiffable)
    #expect(stage.board(1)?.content == "N1")
    #expect(stage.board(1)?.states.contains("…") == (states == stage.board(1)?.states.count))
    #expect(stage.desk.starts(of: "n1") == 1)
    #expect(stage.desk.starts(of: "m1") == 0)
    #expect(stage.orphans() == [])
  }

  @Test(arguments: [ListKind.diffableTable, .diffableCollection])
  func `A diffable data source identifies items, for as long as it lives`(kind: ListKind) {
    let stage = stage(kind)
    #expect(stage.cells?.itemIdentity?(IndexPath(item: 7, section: 0)) == AnyHashable(7))
    #expect(stage.cells?.itemIdentity?(IndexPath(item: 700, section: 0)) == nil)
    stage.update(to: Array(stage.model.items.dropFirst()), animated: false)
    #expect(stage.cells?.itemIdentity?(IndexPath(item: 7, section: 0)) == AnyHashable(8))
    let cells = AsyncTableViewDelegate()
    do {
      let source = UITableViewDiffableDataSource<Int, Int>(tableView: UITableView()) { _, _, _ in nil }
      cells.identifyItems(by: source)
    }
    #expect(cells.itemIdentity?(IndexPath(row: 0, section: 0)) == nil)
  }

  // MARK: Priorities

  @Test(arguments: ListKind.allCases)
  func `Raised and lowered, items begin sooner and later`(kind: ListKind) {
    let stage = stage(kind, limit: 0)
    let (table, collection) = (stage.cells as? AsyncTableViewDelegate, stage.cells as? AsyncCollectionViewDelegate)
    func priority(_ index: Int) -> CellPriority? {
      let path = IndexPath(item: index, section: 0)
      return table?.priority(forRowAt: path) ?? collection?.priority(forItemAt: path)
    }
    stage.driver.prefetch(stage.list, paths(10..<15))
    #expect(priority(2) == .visible)
    #expect(priority(14)?.rank == .prefetch)
    #expect(priority(50) == nil)
    table?.raisePriority(forRowsAt: paths([14]))
    collection?.raisePriority(forItemsAt: paths([14]))
    table?.lowerPriority(forRowsAt: paths([2]))
    collection?.lowerPriority(forItemsAt: paths([2]))
    #expect(priority(14) == .landing)
    #expect(priority(2)?.rank == .offscreen)
    stage.cells?.operations.maxConcurrentOperationCount = 1
    var order: [String] = []
    for _ in 0..<10 {
      stage.settle()
      guard let name = stage.desk.wanted.first else { break }
      order.append(name)
      stage.desk.succeed(name)
    }
    #expect(order == ["n0", "n1", "n3", "n4", "n14", "n10", "n11", "n12", "n13", "n2"])
    stage.completeAll()
    #expect(stage.complaints() == [])
  }

  final class EvenFirst: AsyncTableViewDelegate {
    override func priority(for indexPath: IndexPath, isVisible: Bool, proposed: CellPriority) -> CellPriority {
      indexPath.row.isMultiple(of: 2) ? proposed : .offscreen
    }
  }

  @Test func `A subclass of the table's delegate ranks rows its own way`() {
    let scene = DelegateTests.Scene()
    let cells = EvenFirst(operations: scene.engine.makeQueue(limit: 1))
    cells.attach(to: scene.table)
    scene.window.runFrame()
    var order: [String] = []
    for _ in 0..<5 {
      scene.engine.settle()
      order += scene.desk.wanted
      scene.desk.succeedAll()
    }
    #expect(order.prefix(3) == ["n0", "n2", "n4"])
    #expect(Set(order) == ["n0", "n1", "n2", "n3", "n4"])
  }

  // MARK: Pages

  @Test(arguments: ListKind.allCases)
  func `The next page is asked for once, near the end, and the list grows`(kind: ListKind) {
    let stage = stage(kind, rows: 20)
    var pages: [Int] = []
    stage.cells?.whenNearEnd(within: 4) { [weak stage, desk = stage.desk] in
      let page = (stage?.model.items.count ?? 0) / 10
      return page < 5 ? ("page \(page)", desk.job("page \(page)")) : nil
    } completion: { [weak stage] result in
      guard let stage, (try? result.get()) != nil else { return }
      pages.append(stage.model.items.count)
      stage.update(to: stage.model.items + (0..<10).map { _ in stage.newItem() })
    }
    stage.completeAll()
    #expect(pages == [])
    for _ in 0..<30 {
      stage.drag(350, frames: 3)
      stage.completeAll()
    }
    #expect(pages == [20, 30, 40])
    #expect(stage.model.items.count == 50)
    #expect(stage.desk.starts(of: "page 2") == 1)
    #expect(stage.visible.last?.index == 49)
    #expect(stage.complaints() == [])
  }

  // MARK: Measuring

  @Test(arguments: ListKind.allCases, [OffscreenPolicy.demote, .cancel])
  func `S45: A cell that only measures is let go of, with what it has begun`(kind: ListKind, policy: OffscreenPolicy) {
    let stage = stage(kind, policy)
    stage.completeAll()
    func make() -> any NameView {
      kind.isTable ? NameRow(style: .default, reuseIdentifier: nil) : NameTile(frame: .zero)
    }
    func measure(_ index: Int) -> (any NameView)? {
      let cell = make()
      stage.model.configure(cell, IndexPath(item: index, section: 0), stage.model.items[index])
      return cell
    }
    let known = measure(1)
    #expect(known?.board.content == "N1")
    let loader = stage.loader as? RightLoader
    var unknown: (any NameView)? = make()
    unknown?.board.desk = stage.desk
    unknown?.board.item = stage.model.items[60]
    if let unknown { loader?.configure(unknown, at: IndexPath(item: 60, section: 0)) }
    stage.settle()
    #expect(stage.desk.wanted == ["n60"])
    weak let gone = unknown
    unknown = nil
    #expect(gone == nil)
    stage.cells?.listDidUpdate()
    stage.settle()
    // Under the policy of what is off screen, like anything that has left it.
    #expect(stage.desk.wanted == (policy == .cancel ? [] : ["n60"]))
    stage.completeAll()
    #expect(stage.complaints() == [])
  }
}
