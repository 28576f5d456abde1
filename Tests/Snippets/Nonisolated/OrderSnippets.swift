// The snippets of the article "OrderAndTiming", word for word, compiled in both isolation modes.

import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

// snippet
final class RankedDelegate: AsyncTableViewDelegate {
  var favourites: Set<IndexPath> = []

  override func priority(for indexPath: IndexPath, isVisible: Bool, proposed: CellPriority) -> CellPriority {
    !isVisible && favourites.contains(indexPath) ? .prefetch() : proposed
  }
}
// end

nonisolated struct Page: Sendable {
  var items: [Int]
  var next: Int?
}

@MainActor func tune(_ cells: AsyncTableViewDelegate, _ paths: [IndexPath]) {
  // snippet
  cells.operations.maxConcurrentOperationCount = 6
  cells.operations[.processing].maxConcurrentOperationCount = 2
  // end
  // snippet
  cells.raisePriority(forRowsAt: paths)
  cells.lowerPriority(forRowsAt: paths)
  // end
  // snippet
  cells.coordinator.prefetchBacklogLimit = 40
  cells.coordinator.prefetchLifetime = 10
  // end
  // snippet
  cells.deliveryTiming = .whenScrollingStops
  cells.coordinator.deliveryBudget = 0.002
  // end
  // snippet
  cells.coordinator.skipsWhatFliesPast = false
  // end
}

final class EndlessViewController: UITableViewController {
  let cells = AsyncTableViewDelegate()
  var items: [Int] = []
  var nextPage: Int? = 0

  func page(_ number: Int) -> Waterfall<Page> {
    Waterfall(number).map { Page(items: Array($0 * 20..<$0 * 20 + 20), next: $0 < 3 ? $0 + 1 : nil) }
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { items.count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    tableView.dequeueReusableCell(withIdentifier: "item", for: indexPath)
  }

  // snippet
  override func viewDidLoad() {
    super.viewDidLoad()
    cells.attach(to: tableView, forwardingTo: self)
    cells.whenNearEnd(within: 5) { [weak self] () -> (key: AnyHashable, source: Waterfall<Page>)? in
      guard let self, let nextPage else { return nil }
      return (key: nextPage, source: page(nextPage))
    } completion: { [weak self] result in
      guard let self, let page = try? result.get() else { return }
      items += page.items
      nextPage = page.next
      tableView.reloadData()
      cells.listDidUpdate()
    }
  }
  // end
}
