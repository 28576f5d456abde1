// The snippets of the article "Tables", word for word, compiled in both isolation modes.

import AsyncCellUIKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

nonisolated struct Product: Identifiable, Hashable, Sendable {
  var id: Int
  var name = ""
  var revision = 0
}

func price(of product: Product) -> Waterfall<Int> { Waterfall(product.id).map { $0 * 100 } }
func catalogPrice(of product: Product) -> Waterfall<Int> { price(of: product) }
func rating(of product: Product) -> Waterfall<Double> { Waterfall(product.id).map { Double($0) } }

final class GalleryViewController: UITableViewController {
  let cells = AsyncTableViewDelegate()
  var photos: [Photo] = []

  // snippet
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "photo", for: indexPath)
    if let cell = cell as? PhotoCell { cell.photo = photos[indexPath.row] }
    cells.prepare(cell, at: indexPath)
    return cell
  }
  // end
}

// snippet
final class PictureView: UIView, AsyncCell {
  var url: URL?
  var picture: Picture?

  var asyncOperationID: AnyHashable? { url }

  func asyncOperation() -> Waterfall<Picture>? {
    url.map { url in
      Waterfall(URLRequest(url: url))
        .then(.fetch())
        .then("decode", on: .processing) { try Picture(data: $0) }
    }
  }

  func asyncOperationDidChange(_ state: AsyncCellState<Picture>) {
    picture = state.value
  }
}

final class PostCell: UITableViewCell, AsyncCellContainer {
  let photo = PictureView()
  let avatar = PictureView()

  var asyncCells: [any AsyncCell] { [photo, avatar] }
}
// end

final class OfferCell: UITableViewCell {
  var price: Int?
  var rating: Double?
}

@MainActor func showOffer(_ product: Product, in cell: OfferCell, _ cells: AsyncTableViewDelegate) {
  // snippet
  cells.bind(cell, part: "price", to: product.id, price(of: product)) { cell, state in
    cell.price = state.value
  }
  cells.bind(cell, part: "rating", to: product.id, rating(of: product)) { cell, state in
    cell.rating = state.value
  }
  // end
}

nonisolated struct Author: Sendable {
  var id: String
}

// snippet
final class AuthorHeader: UITableViewHeaderFooterView, AsyncCell {
  var author: Author?
  var bookCount: Int?

  var asyncOperationID: AnyHashable? { author?.id }

  func asyncOperation() -> Waterfall<Int>? {
    author.map { author in Waterfall(author.id).then("books") { $0.count } }
  }

  func asyncOperationDidChange(_ state: AsyncCellState<Int>) {
    bookCount = state.value
  }
}
// end

final class LibraryViewController: UITableViewController {
  let cells = AsyncTableViewDelegate()
  var authors: [Author] = []

  // snippet
  override func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    let header = tableView.dequeueReusableHeaderFooterView(withIdentifier: "author") as? AuthorHeader
    header?.author = authors[section]
    if let header { cells.prepare(supplementaryView: header) }
    return header
  }
  // end
}
