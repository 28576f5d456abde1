import AsyncCellTesting
import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

/// An item of a scenario's list.
struct Item: Hashable {
  /// Its identity: stays the same whatever becomes of the item.
  var id: Int
  /// What its content is called, with a version after an `@`; nil: it has no content.
  var name: String?

  init(_ id: Int) {
    self.id = id
    name = "n\(id)"
  }

  /// The same with newer content.
  func next() -> Item {
    guard let name else { return self }
    let parts = name.split(separator: "@")
    var item = self
    item.name = "\(parts[0])@\((parts.count > 1 ? Int(parts[1]) ?? 0 : 0) + 1)"
    return item
  }
}

/// A cell that shows the name of its item in capitals, once that is loaded.
@MainActor
protocol NameView: UIView, AsyncCell where Source == Waterfall<String> {
  var board: Board { get }
}

/// What a cell shows, and what it has ever shown that it should not have.
@MainActor
final class Board {
  var item: Item?
  var desk: Desk?
  /// Most cells clear themselves for reuse.
  var clearsForReuse = true
  private(set) var content: String?
  /// Since the cell was made or reused.
  private(set) var states: [String] = []
  private(set) var failure: AsyncCellFailure?
  /// Views added for a response: never more than one.
  private(set) var layers: [String] = []
  private(set) var wrong: [String] = []
  private(set) var declarations = 0
  private(set) var reuses = 0

  func prepareForReuse() {
    reuses += 1
    states = []
    guard clearsForReuse else { return }
    content = nil
    failure = nil
    layers = []
  }

  func work() -> Waterfall<String>? {
    declarations += 1
    guard let name = item?.name, let desk else { return nil }
    return desk.job(name)
  }

  func show(_ state: AsyncCellState<String>) {
    switch state {
    case .inProgress(let progress): show(progress.previous, "…")
    case .complete(let value): show(value, value)
    case .failed: show(nil, "!")
    }
    failure = state.failure
  }

  func show(_ value: String?, _ state: String) {
    content = value
    states.append(state)
    layers = []
    guard let value else { return }
    layers.append(value)
    let own = item?.name?.uppercased()
    // An earlier version may be seen while the newer is on its way.
    let isOwn = value == own || state == "…" && value.stem == own?.stem
    if !isOwn { wrong.append("\(value) for \(own ?? "nothing")") }
  }

  var ends: [String] { states.filter { $0 != "…" } }
}

extension String {
  /// Without the version.
  var stem: Substring { prefix { $0 != "@" } }
}

final class NameRow: UITableViewCell, NameView {
  let board = Board()
  var asyncOperationID: AnyHashable? { board.item?.name }
  func asyncOperation() -> Waterfall<String>? { board.work() }
  func asyncOperationDidChange(_ state: AsyncCellState<String>) { board.show(state) }

  override func prepareForReuse() {
    super.prepareForReuse()
    board.prepareForReuse()
  }
}

final class NameTile: UICollectionViewCell, NameView {
  let board = Board()
  var asyncOperationID: AnyHashable? { board.item?.name }
  func asyncOperation() -> Waterfall<String>? { board.work() }
  func asyncOperationDidChange(_ state: AsyncCellState<String>) { board.show(state) }

  override func prepareForReuse() {
    super.prepareForReuse()
    board.prepareForReuse()
  }
}
