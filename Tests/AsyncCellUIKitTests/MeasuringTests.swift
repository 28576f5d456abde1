import AsyncCellTesting
import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit
import Testing

/// Cells whose sizes depend on what they show, and grids whose sizes depend on the window.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct MeasuringTests {
  /// 60 points high without a name, 60 to 150 with one.
  static func height(of name: String?) -> CGFloat {
    60 + CGFloat((name?.utf8.reduce(0) { $0 &+ Int($1) } ?? 0) % 10) * 10
  }

  final class TallRow: UITableViewCell, AsyncCell {
    var name = ""
    var desk: Desk?
    var value: String?
    var asyncOperationID: AnyHashable? { name }
    func asyncOperation() -> Waterfall<String>? { desk?.job(name) }
    func asyncOperationDidChange(_ state: AsyncCellState<String>) { value = state.value }
    override func systemLayoutSizeFitting(
      _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
      verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
      CGSize(width: targetSize.width, height: MeasuringTests.height(of: value))
    }
  }

  final class TallTile: UICollectionViewCell, AsyncCell {
    var name = ""
    var desk: Desk?
    var value: String?
    var asyncOperationID: AnyHashable? { name }
    func asyncOperation() -> Waterfall<String>? { desk?.job(name) }
    func asyncOperationDidChange(_ state: AsyncCellState<String>) { value = state.value }
    override func preferredLayoutAttributesFitting(
      _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
      layoutAttributes.size.height = MeasuringTests.height(of: value)
      return layoutAttributes
    }
  }

  final class Rows: NSObject, UITableViewDataSource, UICollectionViewDataSource {
    let desk: Desk
    let cells: AsyncListDelegate
    init(_ desk: Desk, _ cells: AsyncListDelegate) { (self.desk, self.cells) = (desk, cells) }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 60 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "tall", for: indexPath)
      if let cell = cell as? TallRow { (cell.name, cell.desk, cell.value) = ("n\(indexPath.row)", desk, nil) }
      (cells as? AsyncTableViewDelegate)?.prepare(cell, at: indexPath)
      return cell
    }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 60 }
    func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "tall", for: indexPath)
      if let cell = cell as? TallTile { (cell.name, cell.desk, cell.value) = ("n\(indexPath.item)", desk, nil) }
      (cells as? AsyncCollectionViewDelegate)?.prepare(cell, at: indexPath)
      return cell
    }
  }

  /// A list of cells that measure themselves.
  @MainActor
  final class Scene {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
    let engine = VirtualEngine()
    let desk = Desk()
    let list: UIScrollView
    let cells: AsyncListDelegate
    let rows: Rows
    private let screen = UIViewController()

    init(_ profile: HeadlessProfile, isTable: Bool) {
      window.headlessProfile = profile
      if isTable {
        let table = UITableView(frame: .zero, style: .plain)
        table.rowHeight = UITableView.automaticDimension
        table.estimatedRowHeight = 60
        table.register(TallRow.self, forCellReuseIdentifier: "tall")
        let cells = AsyncTableViewDelegate(operations: engine.makeQueue(limit: -1))
        (list, self.cells, rows) = (table, cells, Rows(desk, cells))
        table.dataSource = rows
        cells.attach(to: table)
      } else {
        let layout = UICollectionViewFlowLayout()
        layout.estimatedItemSize = CGSize(width: 320, height: 60)
        layout.minimumLineSpacing = 0
        let view = UICollectionView(frame: .zero, collectionViewLayout: layout)
        view.register(TallTile.self, forCellWithReuseIdentifier: "tall")
        let cells = AsyncCollectionViewDelegate(operations: engine.makeQueue(limit: -1))
        (list, self.cells, rows) = (view, cells, Rows(desk, cells))
        view.dataSource = rows
        cells.attach(to: view)
      }
      cells.itemIdentity = { $0.item }
      screen.view = list
      window.rootViewController = screen
      window.makeKeyAndVisible()
    }

    func settle(_ frames: Int = 3) {
      for _ in 0..<frames {
        engine.advance(by: .nanoseconds(16_666_667))
        window.runFrame()
      }
      engine.settle()
    }

    /// What is on screen, from the top.
    var visible: [UIView] {
      let cells: [UIView] = (list as? UITableView)?.visibleCells ?? (list as? UICollectionView)?.visibleCells ?? []
      return cells.sorted { $0.frame.minY < $1.frame.minY }
    }

    func path(of cell: UIView) -> IndexPath? {
      (cell as? UITableViewCell).flatMap { (list as? UITableView)?.indexPath(for: $0) }
        ?? (cell as? UICollectionViewCell).flatMap { (list as? UICollectionView)?.indexPath(for: $0) }
    }

    func rect(_ path: IndexPath) -> CGRect {
      (list as? UITableView)?.rectForRow(at: path)
        ?? (list as? UICollectionView)?.layoutAttributesForItem(at: path)?.frame ?? .zero
    }

    func value(_ cell: UIView) -> String? { (cell as? TallRow)?.value ?? (cell as? TallTile)?.value }
    func name(_ cell: UIView) -> String? { (cell as? TallRow)?.name ?? (cell as? TallTile)?.name }
  }

  @Test(arguments: HeadlessProfile.all, [true, false])
  func `Measured again, what begins first on screen stays in its place`(profile: HeadlessProfile, isTable: Bool) throws
  {
    let scene = Scene(profile, isTable: isTable)
    scene.cells.remeasuring = .keepingFirst
    scene.settle()
    scene.list.setContentOffset(CGPoint(x: 0, y: 630), animated: false)
    scene.settle()
    let first = try #require(scene.visible.first { $0.frame.minY >= scene.list.bounds.minY })
    let before = first.frame.minY - scene.list.contentOffset.y
    scene.desk.succeedAll()
    scene.settle()
    #expect(first.frame.minY - scene.list.contentOffset.y == before)
    check(scene)
  }

  @Test(arguments: HeadlessProfile.all, [true, false])
  func `Measured again, what ends last on screen stays in its place`(profile: HeadlessProfile, isTable: Bool) throws {
    let scene = Scene(profile, isTable: isTable)
    scene.cells.remeasuring = .keepingLast
    scene.settle()
    scene.list.setContentOffset(CGPoint(x: 0, y: 630), animated: false)
    scene.settle()
    let last = try #require(scene.visible.last { $0.frame.maxY <= scene.list.bounds.maxY })
    let path = try #require(scene.path(of: last))
    let before = scene.rect(path).maxY - scene.list.contentOffset.y
    for cell in scene.visible { scene.desk.succeed(scene.name(cell) ?? "") }
    scene.settle()
    // It may be in another cell by now.
    #expect(scene.rect(path).maxY - scene.list.contentOffset.y == before)
    scene.desk.succeedAll()
    scene.settle()
    check(scene)
  }

  /// Every cell on screen has the size of what it shows, and begins where the one before ends.
  func check(_ scene: Scene) {
    for _ in 0..<5 {
      scene.desk.succeedAll()
      scene.settle()
    }
    var end: CGFloat?
    for cell in scene.visible {
      #expect(scene.value(cell) == scene.name(cell)?.uppercased())
      #expect(cell.frame.height == Self.height(of: scene.value(cell)))
      if let end { #expect(cell.frame.minY == end) }
      end = cell.frame.maxY
    }
    #expect(scene.list.headlessLog.violations.isEmpty)
  }

  // MARK: Grids

  final class GridScreen: UIViewController {
    let grid = GridLayout(.adaptive(minimumWidth: 90), spacing: 10)
    override func viewWillLayoutSubviews() {
      super.viewWillLayoutSubviews()
      guard let list = view as? UICollectionView else { return }
      (list.collectionViewLayout as? UICollectionViewFlowLayout)?.apply(grid, width: list.bounds.width)
    }
  }

  @Test(arguments: HeadlessProfile.all)
  func `A grid goes through a rotation and a split view, and every cell shows its own`(profile: HeadlessProfile) {
    let scene = CollectionDelegateTests.Scene(profile, .diffableCollection)
    let cells = AsyncCollectionViewDelegate(operations: scene.queue)
    scene.host.identify(cells)
    cells.attach(to: scene.list)
    let screen = GridScreen()
    scene.controller.view = UIView(frame: .zero)
    screen.view = scene.list
    scene.window.rootViewController = screen
    for (size, columns) in [(320, 3), (500, 4), (210, 2), (320, 3)].map({ (CGSize(width: $0, height: 400), $1) }) {
      scene.window.frame = CGRect(origin: .zero, size: size)
      scene.window.runFrames(3)
      scene.complete()
      let tiles = scene.host.visible
      let firstRow = tiles.filter { $0.cell.frame.minY == tiles.first?.cell.frame.minY }
      #expect(firstRow.count == columns, "\(size)")
      #expect(tiles.allSatisfy { $0.cell.frame.maxX <= size.width }, "\(size)")
      for (index, cell) in tiles { #expect(cell.board.content == "N\(index)", "\(size)") }
    }
    #expect(scene.list.headlessLog.violations.isEmpty)
    #expect(Set(scene.desk.started).count == scene.desk.started.count)
  }
}
