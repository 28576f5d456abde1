import AsyncCellTesting
import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

/// Ways in which lists have gone wrong in the field. Each must fail at least one scenario, and none must fail none.
enum Fault: CaseIterable {
  case none
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
  /// Takes a row that has a cell for a visible one, and its work for urgent.
  case takesHeldForVisible
  /// Notes the index path when it asks, and delivers there.
  case deliversByIndexPath
  /// Starts nothing when the screen returns.
  case neverStartsAgain
  /// Cancels what an item is called, although another row shows it.
  case cancelsByIdentity
  /// Goes on for items that have gone.
  case neverCancels
}

/// A hand-written loader with one fault.
@MainActor
final class WrongLoader: NSObject, Loader, UITableViewDelegate, UICollectionViewDelegate {
  private final class Load {
    let name: String
    let path: IndexPath
    weak var cell: (any NameView)?
    var isCancelled = false
    var isDone = false

    init(_ name: String, _ path: IndexPath, _ cell: any NameView) {
      (self.name, self.path, self.cell) = (name, path, cell)
    }
  }

  private let fault: Fault
  private let desk: Desk
  private let queue: KeyedOperationQueue
  private weak var stage: ScenarioStage?
  private var loads: [Load] = []
  private var values: [AnyHashable: String] = [:]

  init(_ engine: VirtualEngine, _ desk: Desk, _ fault: Fault) {
    self.fault = fault
    self.desk = desk
    queue = engine.makeQueue(limit: fault == .takesHeldForVisible ? 1 : -1)
  }

  func attach(to stage: ScenarioStage) {
    self.stage = stage
    (stage.host as? TableHost)?.table.delegate = self
    (stage.host as? CollectionHost)?.list.delegate = self
  }

  func configure(_ cell: any NameView, at path: IndexPath) { start(cell, path) }

  func listDidUpdate() {
    guard fault != .neverCancels, let names = stage?.model.items.map(\.name) else { return }
    for load in loads where !names.contains(load.name) { cancel(load) }
  }

  func screen(isShown: Bool) {
    guard isShown else { return loads.forEach(cancel) }
    guard fault != .neverStartsAgain, fault != .startsInRequestOnly, fault != .cancelsForGood else { return }
    for (index, cell) in stage?.visible ?? [] where cell.board.content == nil {
      start(cell, IndexPath(item: index, section: 0))
    }
  }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    begin(cell, indexPath)
  }

  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    end(cell, indexPath)
  }

  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {
    begin(cell, indexPath)
  }

  func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {
    end(cell, indexPath)
  }

  private func begin(_ cell: UIView, _ path: IndexPath) {
    guard let cell = cell as? any NameView, cell.board.content == nil else { return }
    if fault != .startsInRequestOnly, fault != .cancelsForGood { start(cell, path) }
  }

  private func end(_ cell: UIView, _ path: IndexPath) {
    let name = (cell as? any NameView)?.board.item?.name
    for load in loads {
      switch fault {
      case .cancelsByIndexPath where load.path == path: cancel(load)
      case .startsInRequestOnly where load.cell === cell, .cancelsForGood where load.cell === cell: cancel(load)
      case .cancelsByIdentity where load.name == name: cancel(load)
      case .takesHeldForVisible where load.cell === cell && stage?.host.cell(at: path.item) == nil: cancel(load)
      default: break
      }
    }
  }

  private func cancel(_ load: Load) {
    guard !load.isCancelled, !load.isDone else { return }
    load.isCancelled = true
    let isShared = loads.contains { $0.name == load.name && !$0.isCancelled && !$0.isDone }
    if !isShared { queue.cancelOperation(forKey: load.name, producing: String.self) }
  }

  private func key(_ name: String, _ path: IndexPath) -> AnyHashable {
    fault == .keysByIndexPath ? path : name
  }

  private func start(_ cell: any NameView, _ path: IndexPath) {
    if fault != .noGeneration {
      for load in loads where load.cell === cell && load.name != cell.board.item?.name { load.cell = nil }
    }
    guard let name = cell.board.item?.name else { return cell.board.show(nil, "…") }
    if fault != .alwaysPlaceholder, let value = values[key(name, path)] { return cell.board.show(value, value) }
    if fault == .alwaysPlaceholder || cell.board.states.last != "…" { cell.board.show(nil, "…") }
    let isLoading = loads.contains { $0.cell === cell && $0.name == name && !$0.isCancelled && !$0.isDone }
    guard !isLoading else { return }
    let load = Load(name, path, cell)
    loads.append(load)
    queue.enqueue(desk.job(name), forKey: name) { [weak self] result in
      guard let self, !load.isCancelled, let value = try? result.get() else { return }
      load.isDone = true
      self.values[self.key(name, path)] = value
      let cell = self.fault == .deliversByIndexPath ? self.stage?.host.cell(at: path.item) : load.cell
      cell?.board.show(value, value)
    }
  }
}
