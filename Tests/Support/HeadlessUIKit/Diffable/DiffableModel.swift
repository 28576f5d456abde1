import Foundation

/// The snapshot a list shows, and how another one takes its place: the part that tables and collection views share.
@MainActor
final class DiffableModel<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Snapshot = NSDiffableDataSourceSnapshot<Section, Item>

  private(set) var snapshot = Snapshot()
  private var paths: [Item: IndexPath]?
  private var isApplying = false
  private weak var list: (any UpdatableList)?

  init(list: any UpdatableList) {
    self.list = list
  }

  func item(at path: IndexPath) -> Item? {
    guard path.count == 2, snapshot.sections.indices.contains(path.section) else { return nil }
    let items = snapshot.sections[path.section].items
    return items.indices.contains(path.item) ? items[path.item] : nil
  }

  func path(of item: Item) -> IndexPath? {
    if let paths { return paths[item] }
    var paths: [Item: IndexPath] = [:]
    for (section, content) in snapshot.sections.enumerated() {
      for (index, item) in content.items.enumerated() { paths[item] = IndexPath(item: index, section: section) }
    }
    self.paths = paths
    return paths[item]
  }

  func section(at index: Int) -> Section? {
    snapshot.sections.indices.contains(index) ? snapshot.sections[index].identifier : nil
  }

  /// Since iOS 15 the difference is applied whether it is animated or not (B30).
  func apply(_ new: Snapshot, isAnimated: Bool, completion: (() -> Void)?) {
    replace(by: new, completion: completion) { list, change, completion in
      list.make(
        snapshot.updates(to: new), isAnimated: isAnimated, method: "apply(_:animatingDifferences:completion:)",
        change: change, completion: completion)
    }
  }

  func applyUsingReloadData(_ new: Snapshot, completion: (() -> Void)?) {
    replace(by: new, completion: completion) { list, change, completion in
      list.reload(method: "applySnapshotUsingReloadData(_:completion:)", change: change, completion: completion)
    }
  }

  private func replace(
    by new: Snapshot, completion: (() -> Void)?,
    with body: (any UpdatableList, () -> Void, ((Bool) -> Void)?) -> Void
  ) {
    let change = {
      self.snapshot = new.withoutMarks
      self.paths = nil
    }
    guard let list else {
      change()
      completion?()
      return
    }
    new.problems.forEach { list.headlessLog.violated($0) }
    let finish: ((Bool) -> Void)? = completion.map { body in { _ in body() } }
    // B30: UIKit throws when a snapshot is applied while another is.
    if isApplying {
      list.headlessLog.violated(.appliedDuringApply)
      list.reload(method: nil, change: change, completion: finish)
      return
    }
    isApplying = true
    defer { isApplying = false }
    body(list, change, finish)
  }
}
