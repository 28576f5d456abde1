#if !canImport(UIKit)
  import AsyncCellUIKit
  import Foundation
  @_spi(Headless) import HeadlessUIKit
  import Testing

  /// The snippets' own classes, run.
  @Suite(.timeLimit(.minutes(5))) @MainActor struct RecipeTests {
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 600))

    private func show(_ controller: UIViewController) {
      window.rootViewController = controller
      window.makeKeyAndVisible()
      window.runFrames(2)
    }

    /// Work comes back over the main queue: gives it the time it takes.
    private func wait(until isDone: () -> Bool) async {
      while !isDone() {
        await Task.yield()
        window.runFrame()
      }
    }

    @Test func `The grid has three columns in whatever width the screen has`() {
      let controller = GridViewController(collectionViewLayout: UICollectionViewFlowLayout())
      show(controller)
      let layout = controller.collectionViewLayout as? UICollectionViewFlowLayout
      #expect(layout?.itemSize == CGSize(width: 116, height: 116))
      window.frame = CGRect(x: 0, y: 0, width: 240, height: 600)
      controller.view.frame = window.bounds
      window.runFrames(2)
      #expect(layout?.itemSize.width == 66)
    }

    @Test(arguments: HeadlessProfile.all)
    func `S41: Bound inside a data-source callback, cells load, and the list is asked for nothing`(
      profile: HeadlessProfile
    ) async {
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = CGSize(width: 100, height: 100)
      let controller = ShopViewController(collectionViewLayout: layout)
      for id in 1...3 { controller.products[id] = Product(id: id) }
      window.headlessProfile = profile
      show(controller)
      var snapshot = NSDiffableDataSourceSnapshot<Int, Product.ID>()
      snapshot.appendSections([0])
      snapshot.appendItems([1, 2, 3])
      // The form with `async` would wait for a frame.
      func apply() { controller.dataSource?.apply(snapshot, animatingDifferences: false) }
      apply()
      window.runFrames(2)
      func prices() -> Set<Int?> {
        Set(controller.collectionView.visibleCells.map { ($0 as? TileCell)?.price })
      }
      await wait { prices() == [100, 200, 300] }
      #expect(controller.collectionView.headlessLog.violations.isEmpty)
      #expect(controller.collectionView.headlessLog.warnings.isEmpty)
    }

    /// How an app puts the delegate to its collection view.
    enum Way: CaseIterable { case asItIs, subclassed, byHand, attached }

    final class PlainSource: NSObject, UICollectionViewDataSource {
      func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }

      func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
      ) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: indexPath)
        (cell as? ItemCell)?.item = indexPath.item
        return cell
      }
    }

    final class ItemCell: UICollectionViewCell, AsyncCell {
      var item: Int?
      var value: Int?
      var asyncOperationID: AnyHashable? { item }
      func asyncOperation() -> Waterfall<Int>? { item.map { Waterfall($0).map { $0 * 10 } } }
      func asyncOperationDidChange(_ state: AsyncCellState<Int>) { value = state.value }
    }

    final class Subclass: AsyncCollectionViewDelegate {
      var displays = 0

      override func collectionView(
        _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
      ) {
        super.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath)
        displays += 1
      }
    }

    final class Selecting: NSObject, UICollectionViewDelegate {
      var displays = 0

      func collectionView(
        _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
      ) {
        displays += 1
      }
    }

    @Test(arguments: Way.allCases)
    func `Row 4: A collection view has its work done in each of the four ways`(way: Way) async {
      let list = UICollectionView(frame: window.bounds, collectionViewLayout: UICollectionViewFlowLayout())
      let source = PlainSource()
      list.register(ItemCell.self, forCellWithReuseIdentifier: "item")
      list.dataSource = source
      let cells = AsyncCollectionViewDelegate()
      let (subclass, own, selecting) = (Subclass(), OwnCollectionDelegate(), Selecting())
      switch way {
      case .asItIs: list.delegate = cells
      case .subclassed: list.delegate = subclass
      case .byHand: list.delegate = own
      case .attached: cells.attach(to: list, forwardingTo: selecting)
      }
      let controller = UIViewController()
      controller.view = list
      show(controller)
      await wait { Set(list.visibleCells.map { ($0 as? ItemCell)?.value }) == [0, 10, 20] }
      #expect(subclass.displays == (way == .subclassed ? 3 : 0))
      #expect(selecting.displays == (way == .attached ? 3 : 0))
      #expect(list.headlessLog.violations.isEmpty)
    }

    final class GrowingCell: StoryCell {
      var height = 50.0

      override func asyncOperationDidChange(_ state: AsyncCellState<Int>) { height = state.value == nil ? 50 : 150 }

      override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
      ) -> CGSize {
        CGSize(width: targetSize.width, height: height)
      }
    }

    @Test(arguments: HeadlessProfile.all)
    func `Row 36: Rows that size themselves follow their late results`(profile: HeadlessProfile) async {
      let controller = ArticleViewController(style: .plain)
      controller.stories = (0..<20).map { Story(id: $0) }
      controller.tableView.register(GrowingCell.self, forCellReuseIdentifier: "story")
      window.headlessProfile = profile
      show(controller)
      func heights() -> [CGFloat] {
        (0..<4).map { controller.tableView.rectForRow(at: IndexPath(row: $0, section: 0)).height }
      }
      #expect(heights() == [50, 50, 50, 50])
      await wait { heights() == [150, 150, 150, 150] }
      #expect(controller.tableView.contentOffset.y == 0)
    }

    @Test func `Parts bound by closure each have their own value`() async {
      let cells = AsyncTableViewDelegate()
      let cell = OfferCell(style: .default, reuseIdentifier: nil)
      showOffer(Product(id: 3), in: cell, cells)
      await wait { cell.price == 300 && cell.rating == 3 }
    }

    @Test func `A content view gets what is at hand before it is shown`() {
      let cells = AsyncCollectionViewDelegate()
      let cell = UICollectionViewCell(frame: .zero)
      cells.coordinator.store(700, forKey: 7)
      cell.contentConfiguration = TileContent(product: Product(id: 7))
      cells.prepare(cell, at: IndexPath(item: 0, section: 0))
      #expect((cell.contentView as? TileView)?.price == 700)
    }

    @Test func `A carousel in a row is suspended with the list around it`() {
      let outer = AsyncTableViewDelegate()
      let cell = CarouselCell(style: .default, reuseIdentifier: nil)
      cell.share(outer)
      outer.coordinator.willDisplay(cell)
      #expect(cell.cells?.operations === outer.operations)
      outer.suspendOperations()
      #expect(cell.cells?.coordinator.isSuspended == true)
      outer.resumeOperations()
      #expect(cell.cells?.coordinator.isSuspended == false)
      outer.coordinator.didEndDisplaying(cell)
      #expect(cell.cells?.coordinator.isSuspended == true)
    }

    @Test func `A list that follows its screen is suspended while another covers it`() {
      let controller = AlbumViewController(style: .plain)
      let navigation = UINavigationController(rootViewController: controller)
      show(navigation)
      #expect(!controller.cells.coordinator.isSuspended)
      navigation.pushViewController(UIViewController(), animated: true)
      window.runFrames(3)
      #expect(controller.cells.coordinator.isSuspended)
      navigation.popViewController(animated: true)
      window.runFrames(3)
      #expect(!controller.cells.coordinator.isSuspended)
    }

    @Test func `The endless list gets page after page as it is scrolled, and stops with the last`() async {
      let controller = EndlessViewController(style: .plain)
      controller.items = Array(0..<10)
      controller.tableView.register(UITableViewCell.self, forCellReuseIdentifier: "item")
      controller.tableView.rowHeight = 100
      show(controller)
      await wait {
        controller.tableView.jump(to: CGFloat(controller.items.count * 100 - 600))
        return controller.nextPage == nil
      }
      #expect(controller.items.count == 90)
    }

    @Test func `A sent message keeps its result under its new id`() {
      let cells = AsyncTableViewDelegate()
      cells.coordinator.store(5, forKey: "draft")
      cells.replaceID("draft", with: "17")
      #expect(cells.coordinator.value(Int.self, forKey: "17") == 5)
      #expect(cells.coordinator.value(Int.self, forKey: "draft") == nil)
    }
  }
#endif
