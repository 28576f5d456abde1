// The snippets of the article "Sizes", word for word, compiled in both isolation modes.

import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

final class ArticleViewController: UITableViewController {
  let cells = AsyncTableViewDelegate()
  var stories: [Story] = []

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { stories.count }

  // snippet
  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.rowHeight = UITableView.automaticDimension
    tableView.estimatedRowHeight = 120
    cells.attach(to: tableView, forwardingTo: self)
    cells.remeasuring = .keepingFirst
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "story", for: indexPath)
    if let cell = cell as? StoryCell { cell.story = stories[indexPath.row] }
    cells.prepare(cell, at: indexPath)
    return cell
  }
  // end
}

@MainActor func chat(_ cells: AsyncTableViewDelegate) {
  // snippet
  cells.remeasuring = .keepingLast
  // end
}

func grids() -> [GridLayout] {
  [
    // snippet
    GridLayout(.adaptive(minimumWidth: 160), spacing: 12, aspectRatio: 0.75, additionalHeight: 40, scale: 3)
    // end
  ]
}
