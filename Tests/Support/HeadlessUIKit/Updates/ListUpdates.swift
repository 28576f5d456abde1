package import Foundation

/// What one batch changes in a list, as the client said it.
///
/// The order of the calls does not matter: deletions, reloads, reconfigurations and sources of moves are paths of the
/// model *before* the batch, insertions and destinations of moves paths of the model *after* it.
package struct ListUpdates: Equatable {
  package struct Move<Position: Hashable>: Hashable {
    package let source: Position
    package let destination: Position
  }

  package private(set) var deletedItems: [IndexPath] = []
  package private(set) var insertedItems: [IndexPath] = []
  package private(set) var reloadedItems: [IndexPath] = []
  package private(set) var reconfiguredItems: [IndexPath] = []
  package private(set) var itemMoves: [Move<IndexPath>] = []

  package private(set) var deletedSections: [Int] = []
  package private(set) var insertedSections: [Int] = []
  package private(set) var reloadedSections: [Int] = []
  package private(set) var sectionMoves: [Move<Int>] = []

  package init() {}

  package var isEmpty: Bool { self == ListUpdates() }

  package mutating func deleteItems(at paths: [IndexPath]) { deletedItems += paths }
  package mutating func insertItems(at paths: [IndexPath]) { insertedItems += paths }
  package mutating func reloadItems(at paths: [IndexPath]) { reloadedItems += paths }
  package mutating func reconfigureItems(at paths: [IndexPath]) { reconfiguredItems += paths }

  package mutating func moveItem(at source: IndexPath, to destination: IndexPath) {
    itemMoves.append(.init(source: source, destination: destination))
  }

  package mutating func deleteSections(_ sections: IndexSet) { deletedSections += sections }
  package mutating func insertSections(_ sections: IndexSet) { insertedSections += sections }
  package mutating func reloadSections(_ sections: IndexSet) { reloadedSections += sections }

  package mutating func moveSection(_ source: Int, to destination: Int) {
    sectionMoves.append(.init(source: source, destination: destination))
  }

  mutating func append(_ other: ListUpdates) {
    deletedItems += other.deletedItems
    insertedItems += other.insertedItems
    reloadedItems += other.reloadedItems
    reconfiguredItems += other.reconfiguredItems
    itemMoves += other.itemMoves
    deletedSections += other.deletedSections
    insertedSections += other.insertedSections
    reloadedSections += other.reloadedSections
    sectionMoves += other.sectionMoves
  }

  /// A section that is moved and reloaded is deleted and inserted.
  mutating func replaceMoveOfSection(_ source: Int, to destination: Int) {
    sectionMoves.removeAll { $0 == .init(source: source, destination: destination) }
    deletedSections.append(source)
    insertedSections.append(destination)
  }

  package enum Resolution {
    /// Where each item went.
    case mapping(UpdateMapping)
    /// Why UIKit would throw.
    case invalid([HeadlessViolation.Kind])
  }

  /// Checks the updates against the counts of items per section before and after them.
  ///
  /// - Complexity: O(items + sections + updates).
  package func resolved(from old: [Int], to new: [Int]) -> Resolution {
    let violations = violations(from: old, to: new)
    return violations.isEmpty ? .mapping(UpdateMapping(self, from: old, to: new)) : .invalid(violations)
  }
}
