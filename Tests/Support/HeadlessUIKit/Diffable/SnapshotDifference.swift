import Foundation

extension NSDiffableDataSourceSnapshot {
  /// The updates that turn the list of this snapshot into that of another.
  ///
  /// An item moves if it stays in a section that stays, or goes from one such section to another. One that is both
  /// moved and reloaded is deleted and inserted, because a move and a reload of one item conflict (B15).
  func updates(to new: Self) -> ListUpdates {
    var updates = sectionUpdates(to: new)
    let reloadedSections = Set(new.reloadedSectionIdentifiers)
    var reloaded = Set(new.reloadedItemIdentifiers)
    var sources: [ItemIdentifierType: IndexPath] = [:]
    var destinations: [(item: ItemIdentifierType, path: IndexPath)] = []
    var stayed: [ItemIdentifierType: IndexPath] = [:]

    let newIndices = Dictionary(uniqueKeysWithValues: new.sections.enumerated().map { ($1.identifier, $0) })
    for (index, section) in sections.enumerated() {
      guard let newIndex = newIndices[section.identifier] else { continue }
      if reloadedSections.contains(section.identifier) { continue }
      var removed: Set<Int> = []
      for change in new.sections[newIndex].items.difference(from: section.items) {
        switch change {
        case .remove(let offset, let item, _):
          removed.insert(offset)
          sources[item] = IndexPath(item: offset, section: index)
        case .insert(let offset, let item, _):
          destinations.append((item, IndexPath(item: offset, section: newIndex)))
        }
      }
      for (offset, item) in section.items.enumerated() where !removed.contains(offset) {
        stayed[item] = IndexPath(item: offset, section: index)
      }
    }

    for (item, destination) in destinations {
      if let source = sources[item], !reloaded.contains(item) {
        updates.moveItem(at: source, to: destination)
        stayed[item] = source
        sources[item] = nil
      } else {
        updates.insertItems(at: [destination])
      }
    }
    updates.deleteItems(at: sources.values.sorted())
    for item in new.reconfiguredItemIdentifiers where !reloaded.contains(item) {
      if let path = stayed[item] { updates.reconfigureItems(at: [path]) }
    }
    for item in new.reloadedItemIdentifiers where reloaded.remove(item) != nil {
      if let path = stayed[item] { updates.reloadItems(at: [path]) }
    }
    return updates
  }

  private func sectionUpdates(to new: Self) -> ListUpdates {
    var updates = ListUpdates()
    var moved: Set<SectionIdentifierType> = []
    for change in new.sectionIdentifiers.difference(from: sectionIdentifiers).inferringMoves() {
      switch change {
      case .insert(let offset, let section, let source?):
        updates.moveSection(source, to: offset)
        moved.insert(section)
      case .insert(let offset, _, nil): updates.insertSections([offset])
      case .remove(let offset, _, nil): updates.deleteSections([offset])
      case .remove: break
      }
    }
    for identifier in Set(new.reloadedSectionIdentifiers) {
      guard let old = indexOfSection(identifier), let index = new.indexOfSection(identifier) else { continue }
      if moved.contains(identifier) {
        updates.replaceMoveOfSection(old, to: index)
      } else {
        updates.reloadSections([old])
      }
    }
    return updates
  }

  /// What a data source answers when it is asked for its snapshot: no reloads, nothing wrong.
  var withoutMarks: Self {
    var copy = self
    copy.problems = []
    copy.reloadedItemIdentifiers = []
    copy.reconfiguredItemIdentifiers = []
    copy.reloadedSectionIdentifiers = []
    return copy
  }
}
