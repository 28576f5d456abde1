// The snippets of README.md, word for word, compiled in both isolation modes: this file belongs to two targets, one
// with the language's default and one whose default isolation is the main actor, as in Xcode's app template.

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

nonisolated struct Photo: Sendable {
  let url: URL
}

nonisolated struct Picture: Sendable {
  let bytes: Int
  init(data: Data) throws { bytes = data.count }
  func thumbnail(side: Int) -> Picture { self }
}

extension PhotoCell {
  func showPlaceholder(_ fraction: Double?) {}
  func show(_ picture: Picture) {}
  func showRetry(_ retry: @escaping @MainActor () -> Void) {}
}

// snippet
final class PhotoCell: UITableViewCell, AsyncCell {
  var photo: Photo?

  // What shapes the work. Two cells with the same one share one run and one cached value.
  var asyncOperationID: AnyHashable? { photo?.url }

  // Asked only when a run is needed. It captures values, never the cell.
  func asyncOperation() -> Waterfall<Picture>? {
    photo.map { photo in
      Waterfall(URLRequest(url: photo.url))
        .then(.fetch().timeout(15))
        .then("thumbnail", on: .processing) { try Picture(data: $0).thumbnail(side: 88) }
    }
  }

  func asyncOperationDidChange(_ state: AsyncCellState<Picture>) {
    switch state {
    case .inProgress(let progress): showPlaceholder(progress.fraction)
    case .complete(let picture): show(picture)
    case .failed(let failure): showRetry { failure.retry() }
    }
  }
}
// end

// snippet
final class FeedViewController: UITableViewController {
  let cells = AsyncTableViewDelegate()

  override func viewDidLoad() {
    super.viewDidLoad()
    cells.attach(to: tableView, forwardingTo: self)
    cells.operations.maxConcurrentOperationCount = 4
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    cells.resumeOperations()
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    cells.cancelOperations()  // or suspendOperations(), to go on from where it was
  }
}
// end
