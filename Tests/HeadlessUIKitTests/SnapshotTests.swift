import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@Suite("Snapshots", .timeLimit(.minutes(5)))
struct SnapshotTests {
  typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

  func made() -> Snapshot {
    var snapshot = Snapshot()
    snapshot.appendSections(["a", "b"])
    snapshot.appendItems([1, 2, 3], toSection: "a")
    snapshot.appendItems([4, 5])
    return snapshot
  }

  @Test("Items are appended to the section named, or to the last")
  func append() {
    let snapshot = made()
    #expect(snapshot.itemIdentifiers == [1, 2, 3, 4, 5] && snapshot.numberOfItems == 5)
    #expect(snapshot.sectionIdentifiers == ["a", "b"] && snapshot.numberOfSections == 2)
    #expect(snapshot.itemIdentifiers(inSection: "b") == [4, 5] && snapshot.numberOfItems(inSection: "a") == 3)
    #expect(
      snapshot.sectionIdentifier(containingItem: 4) == "b" && snapshot.sectionIdentifier(containingItem: 9) == nil)
    #expect(snapshot.indexOfItem(5) == 4 && snapshot.indexOfItem(9) == nil)
    #expect(snapshot.indexOfSection("b") == 1 && snapshot.indexOfSection("c") == nil)
  }

  @Test("Items are inserted, deleted and moved, within sections and across")
  func items() {
    var snapshot = made()
    snapshot.insertItems([6], beforeItem: 1)
    snapshot.insertItems([7, 8], afterItem: 4)
    #expect(snapshot.itemIdentifiers == [6, 1, 2, 3, 4, 7, 8, 5])
    snapshot.moveItem(1, afterItem: 3)
    snapshot.moveItem(5, beforeItem: 6)
    #expect(snapshot.itemIdentifiers(inSection: "a") == [5, 6, 2, 3, 1])
    snapshot.deleteItems([6, 7, 99])
    #expect(snapshot.itemIdentifiers == [5, 2, 3, 1, 4, 8] && snapshot.numberOfItems == 6)
    snapshot.deleteAllItems()
    #expect(snapshot.numberOfItems == 0 && snapshot.numberOfSections == 0)
  }

  @Test("Sections are inserted, deleted and moved, with their items")
  func sections() {
    var snapshot = made()
    snapshot.insertSections(["c"], beforeSection: "a")
    snapshot.insertSections(["d"], afterSection: "a")
    #expect(snapshot.sectionIdentifiers == ["c", "a", "d", "b"])
    snapshot.moveSection("b", beforeSection: "c")
    snapshot.moveSection("c", afterSection: "d")
    #expect(snapshot.sectionIdentifiers == ["b", "a", "d", "c"])
    #expect(snapshot.itemIdentifiers == [4, 5, 1, 2, 3])
    snapshot.deleteSections(["b"])
    #expect(snapshot.itemIdentifiers == [1, 2, 3] && snapshot.indexOfItem(4) == nil)
  }

  @Test("Reloads and reconfigurations are remembered while their items are there")
  func marks() {
    var snapshot = made()
    snapshot.reloadItems([1, 4])
    snapshot.reconfigureItems([2, 5])
    snapshot.reloadSections(["b"])
    #expect(snapshot.reloadedItemIdentifiers == [1, 4] && snapshot.reconfiguredItemIdentifiers == [2, 5])
    #expect(snapshot.reloadedSectionIdentifiers == ["b"])
    snapshot.deleteSections(["b"])
    #expect(snapshot.reloadedItemIdentifiers == [1] && snapshot.reconfiguredItemIdentifiers == [2])
    #expect(snapshot.reloadedSectionIdentifiers.isEmpty)
  }
}
