import AsyncCellTesting
import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit

/// The library itself, with or without early binding.
@MainActor
final class RightAdapter: Adapter {
  let cells: AsyncTableViewDelegate
  let prepares: Bool
  private let source: Names
  private let desk: Desk

  init(_ parts: Stage.Parts, prepares: Bool, limit: Int = 4, policy: OffscreenPolicy = .demote) {
    let queue = parts.engine.makeQueue(limit: limit)
    queue.retryPolicy = .none
    cells = AsyncTableViewDelegate(operations: queue)
    cells.offscreenPolicy = policy
    self.prepares = prepares
    source = parts.source
    desk = parts.desk
  }

  func attach(to table: UITableView) {
    cells.prefetchItems { [source, desk] path -> (key: AnyHashable, source: Waterfall<String>)? in
      guard path.section == 0, path.row < source.names.count, let name = source.names[path.row] else { return nil }
      return (name, desk.job(name))
    }
    cells.attach(to: table)
  }

  func configure(_ cell: NameCell, at indexPath: IndexPath) {
    if prepares { cells.prepare(cell, at: indexPath) }
  }

  func screen(isShown: Bool) {
    if isShown { cells.resumeOperations() } else { cells.cancelOperations() }
  }
}
