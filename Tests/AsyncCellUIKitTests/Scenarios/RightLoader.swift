import AsyncCellTesting
import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

/// The library itself, bound early or late.
@MainActor
final class RightLoader: Loader {
  struct Options {
    var prepares = true
    var limit = 4
    var policy = OffscreenPolicy.demote
    var prefetches = true
  }

  private(set) var cells: AsyncListDelegate
  private let options: Options
  private let queue: KeyedOperationQueue
  private let cache: ResultCache
  private let desk: Desk

  init(_ engine: VirtualEngine, _ desk: Desk, _ options: Options = Options()) {
    self.desk = desk
    self.options = options
    queue = engine.makeQueue(limit: options.limit)
    queue.retryPolicy = .none
    cache = engine.makeCache()
    cells = AsyncListDelegate(operations: queue, cache: cache)
  }

  func attach(to stage: ScenarioStage) {
    if let host = stage.host as? TableHost {
      let cells = AsyncTableViewDelegate(operations: queue, cache: cache)
      self.cells = cells
      cells.attach(to: host.table)
    } else if let host = stage.host as? CollectionHost {
      let cells = AsyncCollectionViewDelegate(operations: queue, cache: cache)
      self.cells = cells
      cells.attach(to: host.list)
    }
    cells.offscreenPolicy = options.policy
    stage.host.identify(cells)
    guard options.prefetches else { return }
    cells.prefetchItems { [weak model = stage.model, desk] path -> (key: AnyHashable, source: Waterfall<String>)? in
      model?.item(at: path)?.name.map { ($0, desk.job($0)) }
    }
  }

  func configure(_ cell: any NameView, at path: IndexPath) {
    guard options.prepares else { return }
    if let cell = cell as? UITableViewCell { (cells as? AsyncTableViewDelegate)?.prepare(cell, at: path) }
    if let cell = cell as? UICollectionViewCell { (cells as? AsyncCollectionViewDelegate)?.prepare(cell, at: path) }
  }

  func listDidUpdate() { cells.listDidUpdate() }

  func screen(isShown: Bool) {
    if isShown { cells.resumeOperations() } else { cells.cancelOperations() }
  }

  func priority(_ index: Int) -> CellPriority? {
    cells.coordinator.priority(at: IndexPath(item: index, section: 0))
  }
}
