// The snippets of the articles, word for word, compiled in both isolation modes.

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

// snippet
nonisolated final class AvatarOperation: CellOperation<Data>, @unchecked Sendable {
  let url: URL

  init(_ url: URL) {
    self.url = url
  }

  override func main() {
    hold(
      URLSession.shared.dataTask(with: url) { [self] data, _, error in
        finish(with: data.map { .success($0) } ?? .failure(error ?? URLError(.unknown)))
      })
  }
}
// end

final class AvatarCell: UITableViewCell, AsyncCell {
  var url: URL?
  var asyncOperationID: AnyHashable? { url }

  // snippet
  func asyncOperation() -> OperationFactory<AvatarOperation>? {
    url.map { url in OperationFactory { AvatarOperation(url) } }
  }
  // end

  func asyncOperationDidChange(_ state: AsyncCellState<Data>) {}
}

// snippet
final class MyTableDelegate: AsyncTableViewDelegate {
  override func tableView(
    _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) {
    super.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
    cell.backgroundColor = .white
  }
}
// end

// snippet
final class OwnDelegate: NSObject, UITableViewDelegate {
  let cells = AsyncTableViewDelegate()

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    cells.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
  }

  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    cells.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
  }
}
// end

final class StockViewController: UITableViewController {
  let cells = AsyncTableViewDelegate()
  let products: [String] = []

  func price(of product: String) -> Waterfall<Int> { Waterfall(product.count) }

  // snippet
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "product", for: indexPath)
    let product = products[indexPath.row]
    cells.bind(cell, to: product, price(of: product)) { cell, state in
      cell.isHidden = state.value == nil
    }
    return cell
  }
  // end

  func prefetch() {
    // snippet
    cells.prefetchItems { [weak self] indexPath -> (key: AnyHashable, source: Waterfall<Int>)? in
      guard let self, products.indices.contains(indexPath.row) else { return nil }
      let product = products[indexPath.row]
      return (key: product, source: price(of: product))
    }
    // end
  }
}

nonisolated func alone(_ url: URL) async throws -> Int {
  // snippet
  let size = Waterfall(URLRequest(url: url))
    .then(.fetch(maximumBytes: 1 << 20).timeout(15).retry(RetryPolicy()))
    .then("size", on: .processing) { $0.count }

  let run = size.run { result in print(result) }
  run.suspend()
  run.resume()
  run.cancel()

  let bytes = try await size.value()
  // end
  return bytes
}

nonisolated func callback() -> Waterfall<Int> {
  // snippet
  Waterfall("query")
    .then("search") { (query: String, handoff: Handoff<Int>) in
      DispatchQueue.global().async { handoff.succeed(query.count) }
    }
    .then("more") { count in
      count > 3 ? Waterfall(count).map { $0 * 2 } : Waterfall(count)
    }
  // end
}

// snippet
final class OwnCollectionDelegate: NSObject, UICollectionViewDelegate {
  let cells = AsyncCollectionViewDelegate()

  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {
    cells.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath)
  }

  func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {
    cells.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath)
  }
}
// end

@MainActor func asItIs(_ tableView: UITableView, _ cells: AsyncTableViewDelegate) {
  // snippet
  tableView.delegate = cells
  // end
}
