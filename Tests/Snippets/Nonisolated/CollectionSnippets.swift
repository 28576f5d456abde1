// The snippets of the article "CollectionViews", word for word, compiled in both isolation modes.

import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

// snippet
final class GridViewController: UICollectionViewController {
  let cells = AsyncCollectionViewDelegate()

  override func viewDidLoad() {
    super.viewDidLoad()
    cells.attach(to: collectionView, forwardingTo: self)
    cells.follows(self, whenHidden: .suspend)
  }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    let grid = GridLayout(columns: 3, spacing: 10)
    (collectionViewLayout as? UICollectionViewFlowLayout)?.apply(grid, width: view.bounds.width)
  }
}
// end

final class TileCell: UICollectionViewCell {
  var price: Int?
}

final class ShopViewController: UICollectionViewController {
  let cells = AsyncCollectionViewDelegate()
  var products: [Product.ID: Product] = [:]
  var dataSource: UICollectionViewDiffableDataSource<Int, Product.ID>?

  // snippet
  override func viewDidLoad() {
    super.viewDidLoad()
    let tile = UICollectionView.CellRegistration<TileCell, Product> { [cells] cell, indexPath, product in
      cells.bind(cell, to: product.id, at: indexPath, price(of: product)) { cell, state in
        cell.price = state.value
      }
    }
    let dataSource = UICollectionViewDiffableDataSource<Int, Product.ID>(collectionView: collectionView) {
      [weak self] list, indexPath, id in
      list.dequeueConfiguredReusableCell(using: tile, for: indexPath, item: self?.products[id])
    }
    self.dataSource = dataSource
    cells.identifyItems(by: dataSource)
    cells.attach(to: collectionView, forwardingTo: self)
  }
  // end
}

// snippet
struct TileContent: UIContentConfiguration {
  var product: Product

  func makeContentView() -> any UIView & UIContentView { TileView(self) }
  func updated(for state: any UIConfigurationState) -> TileContent { self }
}

final class TileView: UIView, UIContentView, AsyncCell {
  var configuration: any UIContentConfiguration
  var price: Int?

  init(_ content: TileContent) {
    configuration = content
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { nil }

  var product: Product? { (configuration as? TileContent)?.product }

  var asyncOperationID: AnyHashable? { product?.id }

  func asyncOperation() -> Waterfall<Int>? { product.map { catalogPrice(of: $0) } }

  func asyncOperationDidChange(_ state: AsyncCellState<Int>) { price = state.value }
}
// end

final class ContentViewController: UICollectionViewController {
  let cells = AsyncCollectionViewDelegate()

  func makeTile() -> UICollectionView.CellRegistration<UICollectionViewCell, Product> {
    // snippet
    UICollectionView.CellRegistration<UICollectionViewCell, Product> { [cells] cell, indexPath, product in
      cell.contentConfiguration = TileContent(product: product)
      cells.prepare(cell, at: indexPath)
    }
    // end
  }
}

final class AuthorBanner: UICollectionReusableView, AsyncCell {
  var author: Author?
  var bookCount: Int?
  var asyncOperationID: AnyHashable? { author?.id }
  func asyncOperation() -> Waterfall<Int>? { author.map { Waterfall($0.id.count) } }
  func asyncOperationDidChange(_ state: AsyncCellState<Int>) { bookCount = state.value }
}

final class ShelfViewController: UICollectionViewController {
  let cells = AsyncCollectionViewDelegate()
  var authors: [Author] = []

  func makeBanner() -> UICollectionView.SupplementaryRegistration<AuthorBanner> {
    // snippet
    UICollectionView.SupplementaryRegistration<AuthorBanner>(
      elementKind: UICollectionView.elementKindSectionHeader
    ) { [weak self] banner, _, indexPath in
      guard let self else { return }
      banner.author = authors[indexPath.section]
      cells.prepare(supplementaryView: banner)
    }
    // end
  }
}

// snippet
final class CarouselCell: UITableViewCell, AsyncCellContainer {
  let carousel = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
  private(set) var cells: AsyncCollectionViewDelegate?

  var asyncLists: [CellCoordinator] { [cells?.coordinator].compactMap(\.self) }

  // Call it when the cell is configured: its carousel runs its work in the outer list's queue.
  func share(_ outer: AsyncListDelegate) {
    guard cells == nil else { return }
    let cells = AsyncCollectionViewDelegate(operations: outer.operations, cache: outer.cache)
    cells.offscreenPolicy = .suspend
    cells.attach(to: carousel)
    self.cells = cells
  }
}
// end
