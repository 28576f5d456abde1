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

    @Test func `The diffable shop shows each product's price`() async {
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = CGSize(width: 100, height: 100)
      let controller = ShopViewController(collectionViewLayout: layout)
      for id in 1...3 { controller.products[id] = Product(id: id) }
      show(controller)
      var snapshot = NSDiffableDataSourceSnapshot<Int, Product.ID>()
      snapshot.appendSections([0])
      snapshot.appendItems([1, 2, 3])
      await controller.dataSource?.apply(snapshot, animatingDifferences: false)
      window.runFrames(2)
      func prices() -> Set<Int?> {
        Set(controller.collectionView.visibleCells.map { ($0 as? TileCell)?.price })
      }
      await wait { prices() == [100, 200, 300] }
      #expect(controller.collectionView.headlessLog.violations.isEmpty)
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

    @Test func `A sent message keeps its result under its new id`() {
      let cells = AsyncTableViewDelegate()
      cells.coordinator.store(5, forKey: "draft")
      cells.replaceID("draft", with: "17")
      #expect(cells.coordinator.value(Int.self, forKey: "17") == 5)
      #expect(cells.coordinator.value(Int.self, forKey: "draft") == nil)
    }
  }
#endif
