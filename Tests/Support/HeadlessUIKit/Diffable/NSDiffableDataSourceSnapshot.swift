/// The sections and items of a list at one time. What UIKit throws for is kept, and recorded when the snapshot is
/// applied.
///
/// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct>
@preconcurrency
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>: Sendable
where
  SectionIdentifierType: Hashable, SectionIdentifierType: Sendable, ItemIdentifierType: Hashable,
  ItemIdentifierType: Sendable
{
  struct Section: Sendable {
    let identifier: SectionIdentifierType
    var items: [ItemIdentifierType] = []
  }

  var sections: [Section] = []
  /// The items of all sections, to find a duplicate at once.
  var known: Set<ItemIdentifierType> = []
  var problems: [HeadlessViolation.Kind] = []

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/reloadeditemidentifiers>
  public internal(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/reconfigureditemidentifiers>
  public internal(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/reloadedsectionidentifiers>
  public internal(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/init()>
  public init() {}

  // MARK: Metrics

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/numberofitems>
  public var numberOfItems: Int { known.count }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/numberofsections>
  public var numberOfSections: Int { sections.count }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/numberofitems(insection:)>
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    itemIdentifiers(inSection: identifier).count
  }

  // MARK: Identifiers

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/sectionidentifiers>
  public var sectionIdentifiers: [SectionIdentifierType] { sections.map(\.identifier) }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/itemidentifiers>
  public var itemIdentifiers: [ItemIdentifierType] { sections.flatMap(\.items) }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/itemidentifiers(insection:)>
  public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
    indexOfSection(identifier).map { sections[$0].items } ?? []
  }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/sectionidentifier(containingitem:)>
  public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
    position(of: identifier).map { sections[$0.section].identifier }
  }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/indexofitem(_:)>
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
    position(of: identifier).map { position in
      sections[..<position.section].reduce(position.item) { $0 + $1.items.count }
    }
  }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/indexofsection(_:)>
  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
    sections.firstIndex { $0.identifier == identifier }
  }

  // MARK: Reloads

  /// Another cell for each of these items (B15).
  ///
  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/reloaditems(_:)>
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    let present = identifiers.filter { isPresent($0) }
    reloadedItemIdentifiers += present
  }

  /// The same cell, configured again, for each of these items (B14).
  ///
  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/reconfigureitems(_:)>
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
    let present = identifiers.filter { isPresent($0) }
    reconfiguredItemIdentifiers += present
  }

  /// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/reloadsections(_:)>
  public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
    for identifier in identifiers where section(identifier) != nil { reloadedSectionIdentifiers.append(identifier) }
  }

  // MARK: For the edits

  func position(of identifier: ItemIdentifierType) -> (section: Int, item: Int)? {
    guard known.contains(identifier) else { return nil }
    for (index, section) in sections.enumerated() {
      if let item = section.items.firstIndex(of: identifier) { return (index, item) }
    }
    return nil
  }

  /// - Returns: The index of a section that must be there.
  mutating func section(_ identifier: SectionIdentifierType) -> Int? {
    if let index = indexOfSection(identifier) { return index }
    problems.append(.unknownIdentifier("\(identifier)"))
    return nil
  }

  /// - Returns: Whether an item that must be there is.
  mutating func isPresent(_ identifier: ItemIdentifierType) -> Bool {
    if known.contains(identifier) { return true }
    problems.append(.unknownIdentifier("\(identifier)"))
    return false
  }
}
