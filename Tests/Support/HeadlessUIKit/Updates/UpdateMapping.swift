package import Foundation

/// Where a valid batch of updates puts each item and section.
package struct UpdateMapping {
  /// For each old section its new index, or `nil` if it was deleted.
  package let newSections: [Int?]
  /// Items that stay but need another cell, by their old path (B15).
  package let replaced: Set<IndexPath>
  /// Items whose cell is to be configured again, by their old path (B14).
  package let reconfigured: Set<IndexPath>
  private var newPaths: [[IndexPath?]]
  private var oldPaths: [[IndexPath?]]

  init(_ updates: ListUpdates, from old: [Int], to new: [Int]) {
    newSections = Self.sections(updates, from: old.count, to: new.count)
    replaced = Set(updates.reloadedItems)
    reconfigured = Set(updates.reconfiguredItems)
    newPaths = old.map { Array(repeating: nil, count: $0) }
    oldPaths = new.map { Array(repeating: nil, count: $0) }

    for move in updates.itemMoves { connect(move.source, move.destination) }
    let went = Set(updates.deletedItems).union(updates.itemMoves.map(\.source))
    let came = Set(updates.insertedItems).union(updates.itemMoves.map(\.destination))
    let reloaded = Set(updates.reloadedSections)
    for (section, newSection) in newSections.enumerated() {
      guard let newSection, !reloaded.contains(section) else { continue }
      let stayed = (0..<old[section]).map { IndexPath(item: $0, section: section) }.filter { !went.contains($0) }
      let free = (0..<new[newSection]).map { IndexPath(item: $0, section: newSection) }.filter { !came.contains($0) }
      for (source, destination) in zip(stayed, free) { connect(source, destination) }
    }
  }

  /// - Returns: Where the item at an old path is now, or `nil` if it is gone; items of a reloaded section are gone.
  package func newPath(for old: IndexPath) -> IndexPath? {
    path(old, in: newPaths)
  }

  /// - Returns: Where the item at a new path was, or `nil` if it is new.
  package func oldPath(for new: IndexPath) -> IndexPath? {
    path(new, in: oldPaths)
  }

  /// The new paths of the items that were not there before.
  package var inserted: Set<IndexPath> { missing(in: oldPaths) }

  /// The old paths of the items that are gone.
  package var deleted: Set<IndexPath> { missing(in: newPaths) }

  /// What stays keeps its order around what was inserted and moved.
  static func sections(_ updates: ListUpdates, from old: Int, to new: Int) -> [Int?] {
    let went = Set(updates.deletedSections).union(updates.sectionMoves.map(\.source))
    let came = Set(updates.insertedSections).union(updates.sectionMoves.map(\.destination))
    var sections: [Int?] = Array(repeating: nil, count: old)
    for move in updates.sectionMoves { sections[move.source] = move.destination }
    let stayed = (0..<old).filter { !went.contains($0) }
    for (source, destination) in zip(stayed, (0..<new).filter { !came.contains($0) }) { sections[source] = destination }
    return sections
  }

  private mutating func connect(_ source: IndexPath, _ destination: IndexPath) {
    newPaths[source.section][source.item] = destination
    oldPaths[destination.section][destination.item] = source
  }

  private func path(_ path: IndexPath, in paths: [[IndexPath?]]) -> IndexPath? {
    guard path.count == 2, paths.indices.contains(path.section), paths[path.section].indices.contains(path.item) else {
      return nil
    }
    return paths[path.section][path.item]
  }

  private func missing(in paths: [[IndexPath?]]) -> Set<IndexPath> {
    var missing: Set<IndexPath> = []
    for (section, items) in paths.enumerated() {
      for (item, path) in items.enumerated() where path == nil { missing.insert([section, item]) }
    }
    return missing
  }
}
