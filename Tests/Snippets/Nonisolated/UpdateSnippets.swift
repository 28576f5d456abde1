// The snippets of the article "IdentityAndUpdates", word for word, compiled in both isolation modes.

import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

nonisolated struct Story: Sendable {
  var id: Int
  var revision = 0
}

class StoryCell: UITableViewCell, AsyncCell {
  var story: Story?
  // snippet
  var asyncOperationID: AnyHashable? { story.map { [$0.id, $0.revision] } }
  // end
  func asyncOperation() -> Waterfall<Int>? { story.map { Waterfall($0.id) } }
  func asyncOperationDidChange(_ state: AsyncCellState<Int>) {}
}

final class NewsViewController: UITableViewController {
  let cells = AsyncTableViewDelegate()
  var stories: [Story] = []

  func identify() {
    // snippet
    cells.itemIdentity = { [weak self] indexPath in
      guard let self, stories.indices.contains(indexPath.row) else { return nil }
      return stories[indexPath.row].id
    }
    // end
  }

  // snippet
  func prepend(_ new: [Story]) {
    stories.insert(contentsOf: new, at: 0)
    tableView.performBatchUpdates {
      self.tableView.insertRows(at: new.indices.map { IndexPath(row: $0, section: 0) }, with: .automatic)
    }
    cells.listDidUpdate()
  }
  // end
}

final class DiffableViewController: UITableViewController {
  let cells = AsyncTableViewDelegate()
  var stories: [Story.ID: Story] = [:]

  // snippet
  lazy var dataSource = UITableViewDiffableDataSource<Int, Story.ID>(tableView: tableView) {
    [weak self] tableView, indexPath, id in
    let cell = tableView.dequeueReusableCell(withIdentifier: "story", for: indexPath)
    if let cell = cell as? StoryCell { cell.story = self?.stories[id] }
    self?.cells.prepare(cell, at: indexPath)
    return cell
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    cells.identifyItems(by: dataSource)
    cells.attach(to: tableView, forwardingTo: self)
  }

  func show(_ snapshot: NSDiffableDataSourceSnapshot<Int, Story.ID>) {
    dataSource.apply(snapshot, animatingDifferences: true) { [cells] in
      cells.listDidUpdate()
    }
  }
  // end

  // snippet
  func refresh(_ changed: [Story]) async {
    for story in changed { stories[story.id] = story }
    var snapshot = dataSource.snapshot()
    snapshot.reconfigureItems(changed.map(\.id))
    await dataSource.apply(snapshot, animatingDifferences: false)
    cells.listDidUpdate()
  }
  // end
}

extension Story: Identifiable {}

nonisolated struct Message: Sendable {
  var id: String
}

final class ChatViewController: UITableViewController {
  let cells = AsyncTableViewDelegate()
  var messages: [Message] = []

  // snippet
  func didSend(_ draftID: String, as serverID: String) {
    guard let row = messages.firstIndex(where: { $0.id == draftID }) else { return }
    cells.replaceID(draftID, with: serverID)
    messages[row].id = serverID
    tableView.reconfigureRows(at: [IndexPath(row: row, section: 0)])
  }
  // end
}
