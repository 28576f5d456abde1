import DemoFeed
import DemoSupport
import Foundation
import HeadlessUIKit

/// Looks at what the visible cells show, and remembers what it has seen.
@MainActor
struct Watch {
  enum Outcome { case pending, complete, failed }

  struct Row {
    let key: String
    let outcome: Outcome
    let isWrong: Bool
  }

  /// Pictures seen in a cell of another item.
  private(set) var wrongCell = 0
  /// Milliseconds from a row's coming on screen to its picture, for those that had to wait and those that had not.
  private(set) var timesToVisible: [Double] = []
  /// Photos whose picture has been on screen.
  private(set) var photosSeen: Set<Int> = []

  private var firstSeen: [String: ContinuousClock.Instant] = [:]
  private var measured: Set<String> = []

  mutating func look(at tableView: UITableView, isCovered: Bool) {
    let now = ContinuousClock.now
    guard !isCovered else {
      // Nobody waits for what is covered.
      firstSeen = [:]
      return
    }
    let rows = visible(in: tableView)
    for cell in tableView.visibleCells {
      if let cell = cell as? PhotoCell, case .picture = cell.pictureView.content, let photo = cell.photo {
        photosSeen.insert(photo.id)
      }
    }
    let keys = Set(rows.map(\.key))
    firstSeen = firstSeen.filter { keys.contains($0.key) }
    measured.formIntersection(keys)
    for row in rows {
      if row.isWrong { wrongCell += 1 }
      let since = firstSeen[row.key] ?? now
      firstSeen[row.key] = since
      if row.outcome == .complete, measured.insert(row.key).inserted {
        let waited = (now - since).components
        timesToVisible.append(Double(waited.seconds) * 1e3 + Double(waited.attoseconds) * 1e-15)
      }
    }
  }

  /// The rows on screen that have asynchronous work.
  func visible(in tableView: UITableView) -> [Row] {
    tableView.visibleCells.compactMap { cell in
      switch cell {
      case let cell as PhotoCell:
        row("photo \(cell.photo?.id ?? -1)", cell.pictureView.content, expecting: cell.photo?.id)
      case let cell as AuthorCell:
        row("author \(cell.author ?? -1)", cell.avatarView.content, expecting: cell.author)
      default:
        nil
      }
    }
  }

  private func row(_ key: String, _ content: PictureView.Content, expecting id: Int?) -> Row {
    switch content {
    case .picture(let picture):
      Row(key: key, outcome: .complete, isWrong: picture.id != nil && picture.id != id)
    case .failure:
      Row(key: key, outcome: .failed, isWrong: false)
    case .nothing, .placeholder:
      Row(key: key, outcome: .pending, isWrong: false)
    }
  }

  // MARK: For the terminal

  func models(of tableView: UITableView) -> [RowModel] {
    let top = tableView.contentOffset.y
    return tableView.visibleCells.map { cell in
      let y = Double(cell.frame.minY - top)
      let height = Double(cell.frame.height)
      switch cell {
      case let cell as PhotoCell:
        return RowModel(
          title: cell.titleLabel.text ?? "", subtitle: cell.detailLabel.text ?? "",
          state: Self.state(of: cell.pictureView.content), y: y, height: height)
      case let cell as AuthorCell:
        return RowModel(
          title: cell.nameLabel.text ?? "", state: Self.state(of: cell.avatarView.content), y: y, height: height)
      case let cell as AdvertCell:
        return RowModel(title: "", state: .plain(cell.label.text ?? ""), y: y, height: height)
      default:
        return RowModel(title: "", state: .plain(""), y: y, height: height)
      }
    }
  }

  private static func state(of content: PictureView.Content) -> RowModel.State {
    switch content {
    case .nothing: .placeholder(fraction: nil)
    case .placeholder(let fraction): .placeholder(fraction: fraction)
    case .picture(let picture):
      .picture(PixelBlock(rgb: picture.pixels, width: picture.width, height: picture.height))
    case .failure: .failure("could not be loaded")
    }
  }
}
