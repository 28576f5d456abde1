import AsyncCellUIKit
import DemoFeed
import DemoSupport
import Foundation
import HeadlessUIKit

/// The table of photos.
@MainActor
final class TableScreen: Screen {
  let feed: FeedViewController
  private(set) var feedError: (any Error)?
  private(set) var isFeedComplete = false

  init(_ service: FeedService, _ options: Options) {
    feed = FeedViewController(service: service, maximumRows: options.rows)
    feed.feedDidFail = { [weak self] error in self?.feedError = error }
    feed.feedDidGrow = { [weak self] isComplete in self?.isFeedComplete = isComplete }
  }

  var name: Options.Screen { .table }
  var controller: UIViewController { feed }
  var list: UIScrollView { feed.tableView }
  var cells: AsyncListDelegate { feed.cells }
  var unit: String { "photos" }
  var itemCount: Int { feed.photoCount }

  /// Rows fill any width.
  func width(inColumns columns: Int) -> CGFloat { 390 }

  func sights() -> [Sight] {
    feed.tableView.visibleCells.compactMap { cell in
      switch cell {
      case let cell as PhotoCell:
        let id = cell.photo?.id
        return Sight("photo", cell.pictureView.content, expecting: id, configured: id, isPhoto: true)
      case let cell as AuthorCell:
        return Sight(
          "author", cell.avatarView.content, expecting: cell.author, configured: cell.author, isPhoto: false)
      default:
        return nil
      }
    }
  }

  func draw(in frame: inout FrameModel) {
    let top = list.contentOffset.y
    frame.rows = feed.tableView.visibleCells.map { cell in
      let y = Double(cell.frame.minY - top)
      let height = Double(cell.frame.height)
      switch cell {
      case let cell as PhotoCell:
        return RowModel(
          title: cell.titleLabel.text ?? "", subtitle: cell.detailLabel.text ?? "",
          state: RowModel.State(cell.pictureView.content), y: y, height: height)
      case let cell as AuthorCell:
        return RowModel(
          title: cell.nameLabel.text ?? "", state: RowModel.State(cell.avatarView.content), y: y, height: height)
      case let cell as AdvertCell:
        return RowModel(title: "", state: .plain(cell.label.text ?? ""), y: y, height: height)
      default:
        return RowModel(title: "", state: .plain(""), y: y, height: height)
      }
    }
  }
}
