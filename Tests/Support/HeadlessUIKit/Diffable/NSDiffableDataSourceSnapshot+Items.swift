extension NSDiffableDataSourceSnapshot {
  /// To the last section, unless another is named.
  ///
  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/appenditems(_:tosection:)>
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
  ) {
    let index: Int? = if let sectionIdentifier { section(sectionIdentifier) } else { sections.indices.last }
    guard let index else {
      // UIKit: "There are currently no sections in the data source."
      if sectionIdentifier == nil { problems.append(.noSectionForItems) }
      return
    }
    insert(identifiers, at: (index, sections[index].items.count))
  }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/insertitems(_:beforeitem:)>
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
  ) {
    guard isPresent(beforeIdentifier), let position = position(of: beforeIdentifier) else { return }
    insert(identifiers, at: position)
  }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/insertitems(_:afteritem:)>
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
  ) {
    guard isPresent(afterIdentifier), let position = position(of: afterIdentifier) else { return }
    insert(identifiers, at: (position.section, position.item + 1))
  }

  /// Items that are not there are ignored.
  ///
  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/deleteitems(_:)>
  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    let deleted = Set(identifiers)
    for index in sections.indices { sections[index].items.removeAll(where: deleted.contains) }
    known.subtract(deleted)
    forgetMarksOfAbsentItems()
  }

  /// Of all items, and of all sections.
  ///
  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/deleteallitems()>
  public mutating func deleteAllItems() {
    sections = []
    known = []
    reloadedSectionIdentifiers = []
    forgetMarksOfAbsentItems()
  }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/moveitem(_:beforeitem:)>
  public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType) {
    move(identifier, to: toIdentifier, offset: 0)
  }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/moveitem(_:afteritem:)>
  public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType) {
    move(identifier, to: toIdentifier, offset: 1)
  }

  private mutating func move(_ identifier: ItemIdentifierType, to target: ItemIdentifierType, offset: Int) {
    guard isPresent(identifier), isPresent(target), identifier != target else { return }
    guard let source = position(of: identifier) else { return }
    sections[source.section].items.remove(at: source.item)
    guard let position = position(of: target) else { return }
    sections[position.section].items.insert(identifier, at: position.item + offset)
  }

  /// An item that is there already is not inserted again; UIKit throws.
  private mutating func insert(_ identifiers: [ItemIdentifierType], at position: (section: Int, item: Int)) {
    let new = identifiers.filter { known.insert($0).inserted }
    if new.count < identifiers.count {
      var fresh = Set(new)
      for identifier in identifiers where fresh.remove(identifier) == nil {
        problems.append(.duplicateIdentifier("\(identifier)"))
      }
    }
    sections[position.section].items.insert(contentsOf: new, at: position.item)
  }

  mutating func forgetMarksOfAbsentItems() {
    reloadedItemIdentifiers.removeAll { !known.contains($0) }
    reconfiguredItemIdentifiers.removeAll { !known.contains($0) }
  }
}
