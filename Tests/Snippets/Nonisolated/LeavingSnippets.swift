// The snippets of the article "LeavingAndArriving", word for word, compiled in both isolation modes.

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
final class AlbumViewController: UITableViewController {
  let cells = AsyncTableViewDelegate()

  override func viewDidLoad() {
    super.viewDidLoad()
    cells.attach(to: tableView, forwardingTo: self)
    cells.follows(self, whenHidden: .suspend)
  }
}
// end

final class GracefulViewController: UITableViewController {
  let cells = AsyncTableViewDelegate()

  override func viewDidLoad() {
    super.viewDidLoad()
    // snippet
    cells.follows(self, whenHidden: .cancel, grace: 5)
    // end
  }
}

@MainActor func leaving(_ cells: AsyncListDelegate, _ url: URL) -> Waterfall<Data> {
  // snippet
  cells.offscreenPolicy = .suspend
  cells.offscreenGrace = 2
  // end
  // snippet
  cells.coordinator.backgroundPolicy = .keep
  // end
  // snippet
  let cache = ResultCache(totalCostLimit: 32 << 20, countLimit: 500)
  let cells = AsyncTableViewDelegate(cache: cache)
  // end
  cells.offscreenPolicy = .demote
  // snippet
  let upload = Waterfall(URLRequest(url: url)).then(.fetch()).offscreen(.keep)
  // end
  return upload
}

// snippet
@MainActor func logOut(_ cache: ResultCache) {
  cache.invalidate()
}
// end
