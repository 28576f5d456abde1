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

/// Ways in which lists have gone wrong in the field. Each must fail at least one scenario.
enum Fault: CaseIterable {
  /// Starts in `cellForRowAt` only, and cancels when a display ends.
  case startsInRequestOnly
  /// Cancels what the index path names, not what the cell holds.
  case cancelsByIndexPath
  /// Does not check, when a value arrives, what the cell stands for now.
  case noGeneration
  /// Cancels at the end of a display and does not start again with the next.
  case cancelsForGood
  /// Remembers values by index path.
  case keysByIndexPath
  /// Starts again without a look at what is there: a placeholder each time.
  case alwaysPlaceholder
}

/// A hand-written loader with one fault.
@MainActor
final class WrongAdapter: NSObject, Adapter, UITableViewDelegate {
  private final class Load {
    let name: String
    let path: IndexPath
    weak var cell: NameCell?
    var isCancelled = false

    init(_ name: String, _ path: IndexPath, _ cell: NameCell) {
      (self.name, self.path, self.cell) = (name, path, cell)
    }
  }

  private let fault: Fault
  private let parts: Stage.Parts
  private let queue: KeyedOperationQueue
  private var loads: [Load] = []
  private var values: [AnyHashable: String] = [:]
  private var ended: Set<ObjectIdentifier> = []

  init(_ parts: Stage.Parts, _ fault: Fault) {
    self.parts = parts
    self.fault = fault
    queue = parts.engine.makeQueue(limit: -1)
  }

  func attach(to table: UITableView) { table.delegate = self }

  func configure(_ cell: NameCell, at indexPath: IndexPath) { start(cell, indexPath) }

  func screen(isShown: Bool) {
    if !isShown { for load in loads { load.isCancelled = true } }
  }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    guard let cell = cell as? NameCell, cell.content == nil else { return }
    switch fault {
    case .startsInRequestOnly, .cancelsForGood: return
    case .cancelsByIndexPath, .noGeneration, .keysByIndexPath, .alwaysPlaceholder: start(cell, indexPath)
    }
  }

  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    for load in loads {
      switch fault {
      case .cancelsByIndexPath where load.path == indexPath: load.isCancelled = true
      case .startsInRequestOnly where load.cell === cell, .cancelsForGood where load.cell === cell:
        load.isCancelled = true
      default: break
      }
    }
  }

  private func key(_ name: String, _ path: IndexPath) -> AnyHashable {
    fault == .keysByIndexPath ? path : name
  }

  private func start(_ cell: NameCell, _ path: IndexPath) {
    guard let name = cell.name else { return }
    if fault != .noGeneration {
      for load in loads where load.cell === cell && load.name != name { load.isCancelled = true }
    }
    if fault != .alwaysPlaceholder, let value = values[key(name, path)] { return cell.show(value, value) }
    cell.show(nil, "…")
    guard !loads.contains(where: { $0.cell === cell && $0.name == name && !$0.isCancelled }) else { return }
    let load = Load(name, path, cell)
    loads.append(load)
    queue.enqueue(parts.desk.job(name), forKey: "\(name) \(loads.count)") { [weak self] result in
      guard let self, !load.isCancelled, let value = try? result.get() else { return }
      self.values[self.key(name, path)] = value
      load.cell?.show(value, value)
      load.isCancelled = true
    }
  }
}
