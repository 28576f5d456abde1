extension NSDiffableDataSourceSnapshot {
  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/appendsections(_:)>
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
    insert(identifiers, at: sections.count)
  }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/insertsections(_:beforesection:)>
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
  ) {
    if let index = section(toIdentifier) { insert(identifiers, at: index) }
  }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/insertsections(_:aftersection:)>
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
  ) {
    if let index = section(toIdentifier) { insert(identifiers, at: index + 1) }
  }

  /// With their items. Sections that are not there are ignored.
  ///
  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/deletesections(_:)>
  public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
    let deleted = Set(identifiers)
    for section in sections where deleted.contains(section.identifier) { known.subtract(section.items) }
    sections.removeAll { deleted.contains($0.identifier) }
    reloadedSectionIdentifiers.removeAll(where: deleted.contains)
    forgetMarksOfAbsentItems()
  }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/movesection(_:beforesection:)>
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
  ) {
    move(identifier, to: toIdentifier, offset: 0)
  }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/movesection(_:aftersection:)>
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
  ) {
    move(identifier, to: toIdentifier, offset: 1)
  }

  private mutating func move(_ identifier: SectionIdentifierType, to target: SectionIdentifierType, offset: Int) {
    guard let source = section(identifier), section(target) != nil, identifier != target else { return }
    let moved = sections.remove(at: source)
    guard let index = indexOfSection(target) else { return }
    sections.insert(moved, at: index + offset)
  }

  /// A section that is there already is not inserted again; UIKit throws.
  private mutating func insert(_ identifiers: [SectionIdentifierType], at index: Int) {
    var present = Set(sectionIdentifiers)
    var new: [Section] = []
    for identifier in identifiers {
      if present.insert(identifier).inserted {
        new.append(Section(identifier: identifier))
      } else {
        problems.append(.duplicateIdentifier("\(identifier)"))
      }
    }
    sections.insert(contentsOf: new, at: index)
  }
}
