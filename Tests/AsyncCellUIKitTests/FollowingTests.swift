import AsyncCellTesting
import AsyncCellUIKit
import Foundation
import HeadlessUIKit
import Testing

/// Lists that follow their screen, and lists that follow the cell that they lie in.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct FollowingTests {
  nonisolated static let policies: [OffscreenPolicy] = [.keep, .demote, .suspend, .cancel]

  /// A list on a navigation stack, above another screen, that follows its own.
  func scene(
    _ kind: ListKind, _ policy: OffscreenPolicy, grace: TimeInterval = 0, _ schedule: Schedule = .preparedCache
  ) -> (ScenarioStage, UINavigationController) {
    let stage = ScenarioStage(kind, schedule) { RightLoader($0, $1, RightLoader.Options(limit: 2)) }
    let navigation = UINavigationController(rootViewController: UIViewController())
    stage.driver.show(navigation)
    stage.frames(2)
    navigation.pushViewController(stage.controller, animated: false)
    stage.frames(2)
    stage.cells?.follows(stage.controller, whenHidden: policy, grace: grace)
    stage.frames(2)
    return (stage, navigation)
  }

  /// What the policy has done to the work of what was on screen.
  func hasApplied(_ policy: OffscreenPolicy, _ stage: ScenarioStage) -> Bool {
    let priority = (stage.loader as? RightLoader)?.priority(0)
    let isSuspended = stage.cells?.coordinator.isSuspended
    return switch policy {
    case .keep: priority == .visible && isSuspended == false
    case .demote: priority?.rank == .offscreen && isSuspended == false
    case .suspend: priority != nil && isSuspended == true
    case .cancel: priority == nil && stage.cells?.operations.runCount == 0
    }
  }

  @Test(arguments: ListKind.allCases, policies)
  func `S36: Pushed over, a list does as its policy says, and goes on when it is back`(
    kind: ListKind, policy: OffscreenPolicy
  ) {
    for schedule in Schedule.fixed + Effort.seeds(0..<20).map({ .chaos($0) }) {
      let (stage, navigation) = scene(kind, policy, schedule)
      #expect(hasApplied(.keep, stage))
      navigation.pushViewController(UIViewController(), animated: true)
      stage.frames(3)
      #expect(hasApplied(policy, stage), "\(kind), \(schedule), \(policy)")
      let started = stage.desk.started.count
      if policy == .suspend || policy == .cancel {
        stage.desk.succeedAll()
        stage.frames(5)
        #expect(stage.desk.started.count == started, "\(kind), \(schedule), \(policy)")
      }
      navigation.popViewController(animated: true)
      stage.frames(3)
      stage.completeAll()
      #expect(stage.complaints() == [], "\(kind), \(schedule), \(policy)")
      #expect(stage.visible.count == 5)
    }
  }

  @Test(arguments: ListKind.allCases, policies)
  func `S36: Within its grace a list that has gone and come back has not been hidden`(
    kind: ListKind, policy: OffscreenPolicy
  ) {
    let (stage, navigation) = scene(kind, policy, grace: 2)
    let started = stage.desk.started
    navigation.pushViewController(UIViewController(), animated: true)
    stage.frames(20)
    #expect(hasApplied(.keep, stage))
    navigation.popViewController(animated: true)
    stage.frames(3)
    stage.engine.advance(by: .seconds(3))
    stage.settle()
    #expect(hasApplied(.keep, stage))
    #expect(stage.desk.started == started)
    navigation.pushViewController(UIViewController(), animated: true)
    stage.frames(3)
    stage.engine.advance(by: .seconds(3))
    stage.settle()
    #expect(hasApplied(policy, stage))
    navigation.popViewController(animated: true)
    stage.frames(3)
    stage.completeAll()
    #expect(stage.complaints() == [])
  }

  @Test(arguments: ListKind.allCases, policies)
  func `S36: A pop that is begun and not finished leaves no trace`(kind: ListKind, policy: OffscreenPolicy) {
    let (stage, navigation) = scene(kind, policy)
    let (started, wanted) = (stage.desk.started, stage.desk.wanted)
    stage.driver.cancelPop(of: navigation)
    stage.frames(3)
    #expect(stage.desk.started == started)
    #expect(stage.desk.wanted == wanted)
    #expect(hasApplied(.keep, stage))
    stage.completeAll()
    #expect(stage.complaints() == [])
    #expect(Set(stage.desk.started).count == stage.desk.started.count)
  }

  @Test(arguments: ListKind.allCases, policies)
  func `S36: Popped for good, a list lets go of everything`(kind: ListKind, policy: OffscreenPolicy) {
    var made: (ScenarioStage, UINavigationController)? = scene(kind, policy)
    let (engine, desk) = (made?.0.engine, made?.0.desk)
    weak let coordinator = made?.0.cells?.coordinator
    weak let list = made?.0.list
    made?.1.popViewController(animated: true)
    made?.0.frames(3)
    made = nil
    engine?.settle()
    #expect(coordinator == nil && list == nil)
    #expect(desk?.wanted == [])
  }

  @Test(arguments: ListKind.allCases, policies)
  func `S36: A child that is taken out and put back, as tabs are`(kind: ListKind, policy: OffscreenPolicy) {
    let stage = ScenarioStage(kind, .preparedCache) { RightLoader($0, $1, RightLoader.Options(limit: 2)) }
    let tabs = UIViewController()
    func show() {
      tabs.addChild(stage.controller)
      stage.controller.view.frame = tabs.view.bounds
      tabs.view.addSubview(stage.controller.view)
      stage.controller.didMove(toParent: tabs)
      stage.frames(3)
    }
    func hide() {
      stage.controller.willMove(toParent: nil)
      stage.controller.view.removeFromSuperview()
      stage.controller.removeFromParent()
      stage.frames(3)
    }
    stage.driver.show(UIViewController())
    stage.frames(1)
    stage.cells?.follows(stage.controller, whenHidden: policy)
    stage.driver.show(tabs)
    stage.frames(1)
    show()
    #expect(hasApplied(.keep, stage))
    for _ in 0..<2 {
      hide()
      #expect(hasApplied(policy, stage))
      show()
      #expect(hasApplied(.keep, stage))
    }
    stage.completeAll()
    #expect(stage.complaints() == [])
  }

  // MARK: Lists in cells

  /// Tiles of a carousel, and the delegate that serves them.
  final class Carousel: NSObject, UICollectionViewDataSource {
    let model = ListModel([])
    let list: UICollectionView
    let cells: AsyncCollectionViewDelegate
    private let registration: UICollectionView.CellRegistration<NameTile, Item>

    init(_ queue: KeyedOperationQueue, _ desk: Desk) {
      let layout = UICollectionViewFlowLayout()
      layout.scrollDirection = .horizontal
      layout.itemSize = CGSize(width: 100, height: 100)
      layout.minimumLineSpacing = 0
      list = UICollectionView(frame: .zero, collectionViewLayout: layout)
      cells = AsyncCollectionViewDelegate(operations: queue)
      registration = UICollectionView.CellRegistration<NameTile, Item> { [weak model] cell, path, item in
        model?.configure(cell, path, item)
      }
      super.init()
      model.onCell = { [weak cells] cell, path in
        cell.board.desk = desk
        if let cell = cell as? NameTile { cells?.prepare(cell, at: path) }
      }
      cells.offscreenPolicy = .cancel
      cells.itemIdentity = { [weak model] path in model?.item(at: path)?.id }
      list.dataSource = self
      cells.attach(to: list)
    }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      model.items.count
    }
    func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      let item = model.items[indexPath.item]
      return collectionView.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: item)
    }
    var visible: [NameTile] { list.visibleCells.compactMap { $0 as? NameTile } }
  }

  final class CarouselRow: UITableViewCell, AsyncCellContainer {
    var carousel: Carousel?
    var asyncLists: [CellCoordinator] { [carousel?.cells.coordinator].compactMap(\.self) }
    override func layoutSubviews() {
      super.layoutSubviews()
      carousel?.list.frame = bounds
    }
  }

  final class Carousels: NSObject, UITableViewDataSource {
    let makeCarousel: () -> Carousel
    init(_ makeCarousel: @escaping () -> Carousel) { self.makeCarousel = makeCarousel }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 40 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "carousel", for: indexPath)
      guard let cell = cell as? CarouselRow else { return cell }
      if cell.carousel == nil {
        let carousel = makeCarousel()
        cell.carousel = carousel
        cell.addSubview(carousel.list)
      }
      cell.carousel?.model.items = (0..<12).map { Item(100 * indexPath.row + $0) }
      cell.carousel?.list.setContentOffset(.zero, animated: false)
      cell.carousel?.list.reloadData()
      cell.carousel?.cells.listDidUpdate()
      return cell
    }
  }

  @Test(arguments: Schedule.fixed + Effort.seeds(0..<40).map { .chaos($0) })
  func `A carousel sideways in a row follows the row: it stops with it, and goes on with it`(schedule: Schedule) {
    let (engine, desk, driver) = (VirtualEngine(), Desk(), HeadlessDriver(schedule))
    let queue = engine.makeQueue(limit: 6)
    let table = UITableView(frame: .zero, style: .plain)
    let rows = Carousels { Carousel(queue, desk) }
    let outer = AsyncTableViewDelegate(operations: queue)
    table.register(CarouselRow.self, forCellReuseIdentifier: "carousel")
    table.rowHeight = 100
    table.dataSource = rows
    outer.itemIdentity = { $0.row }
    outer.attach(to: table)
    let screen = UIViewController()
    screen.view = table
    driver.onFrame = { engine.advance(by: .nanoseconds(16_666_667)) }
    driver.show(screen)
    func settle(_ frames: Int = 2) {
      driver.frames(frames)
      repeat { engine.settle() } while desk.sweep()
    }
    func complete() {
      settle(10)
      for _ in 0..<80 where !desk.wanted.isEmpty {
        desk.succeedAll()
        settle()
      }
    }
    settle()
    let first = (table.cellForRow(at: IndexPath(row: 0, section: 0)) as? CarouselRow)?.carousel
    #expect(first?.visible.count == 4)
    #expect(desk.wanted.contains("n0"))
    if let first { driver.drag(first.list, by: CGPoint(x: 250, y: 0), frames: 2) }
    // The rows leave, by far more than any of them is kept for.
    driver.jump(table, to: 2_000)
    settle(40)
    outer.didReceiveMemoryWarning()
    let held = Set(
      table.subviews.compactMap { ($0 as? CarouselRow)?.carousel }.flatMap(\.model.items).compactMap(\.name))
    #expect(desk.wanted.allSatisfy { held.contains($0) }, "\(desk.wanted)")
    driver.jump(table, to: 0)
    settle(4)
    complete()
    for row in table.visibleCells.compactMap({ $0 as? CarouselRow }) {
      for tile in row.carousel?.visible ?? [] {
        #expect(tile.board.content == tile.board.item?.name?.uppercased(), "\(schedule)")
        #expect(tile.board.wrong == [])
      }
    }
    // Hidden and shown with the list that it lies in.
    let inner = (table.visibleCells.first as? CarouselRow)?.carousel?.cells.coordinator
    outer.suspendOperations()
    #expect(inner?.isSuspended == true)
    outer.resumeOperations()
    #expect(inner?.isSuspended == false)
  }
}
