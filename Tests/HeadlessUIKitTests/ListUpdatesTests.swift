import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

/// The pure part of batch updates, by exhaustion of small cases.
@Suite("Batches of updates", .timeLimit(.minutes(5)))
struct ListUpdatesTests {
  /// The updates that turn one list of sections into another, moving the given items by name.
  static func updates(from old: [[Int]], to new: [[Int]], moving moved: Set<Int>) -> ListUpdates {
    var updates = ListUpdates()
    let (before, after) = (positions(old), positions(new))
    for (item, path) in before where after[item] == nil { updates.deleteItems(at: [path]) }
    for (item, path) in after where before[item] == nil { updates.insertItems(at: [path]) }
    for item in moved { updates.moveItem(at: before[item]!, to: after[item]!) }
    return updates
  }

  static func positions(_ sections: [[Int]]) -> [Int: IndexPath] {
    var positions: [Int: IndexPath] = [:]
    for (section, items) in sections.enumerated() {
      for (row, item) in items.enumerated() { positions[item] = IndexPath(row: row, section: section) }
    }
    return positions
  }

  static func permutations(_ items: [Int]) -> [[Int]] {
    if items.isEmpty { return [[]] }
    return items.indices.flatMap { index in
      var rest = items
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }

  static func subsets(_ items: [Int]) -> [[Int]] {
    items.reduce([[]]) { sets, item in sets + sets.map { $0 + [item] } }
  }

  /// Each way to arrange some of the items in two sections.
  static func arrangements(_ items: [Int]) -> [[[Int]]] {
    subsets(items).flatMap(permutations).flatMap { order in
      (0...order.count).map { [Array(order[..<$0]), Array(order[$0...])] }
    }
  }

  /// Whether the items that are not moved keep section and order, as a list of updates can say it.
  static func keepsOrder(_ old: [[Int]], _ new: [[Int]], of kept: Set<Int>) -> Bool {
    zip(old, new).allSatisfy { $0.filter(kept.contains) == $1.filter(kept.contains) }
  }

  @Test(
    "Each item of each small list is found where it went", arguments: [[[1, 2, 3], []], [[1, 2], [3]], [[], []]])
  func mapping(old: [[Int]]) {
    var checked = 0
    for new in Self.arrangements(old.flatMap { $0 } + [8, 9]) {
      let survivors = Set(old.joined()).intersection(new.joined())
      for moved in Self.subsets(survivors.sorted()).map(Set.init)
      where Self.keepsOrder(old, new, of: survivors.subtracting(moved)) {
        let updates = Self.updates(from: old, to: new, moving: moved)
        guard case .mapping(let mapping) = updates.resolved(from: old.map(\.count), to: new.map(\.count)) else {
          Issue.record("\(old) to \(new) moving \(moved)")
          continue
        }
        let (before, after) = (Self.positions(old), Self.positions(new))
        #expect(before.allSatisfy { mapping.newPath(for: $0.value) == after[$0.key] }, "\(old) to \(new)")
        #expect(after.allSatisfy { mapping.oldPath(for: $0.value) == before[$0.key] }, "\(old) to \(new)")
        #expect(mapping.inserted == Set(after.filter { before[$0.key] == nil }.values))
        #expect(mapping.deleted == Set(before.filter { after[$0.key] == nil }.values))
        checked += 1
      }
    }
    #expect(checked >= 9)
  }

  @Test("B16: a count that is off by any number is found, in its section")
  func counts() {
    for before in 0...3 {
      for inserted in 0...2 {
        for deleted in 0...before {
          for after in inserted...6 {
            var updates = ListUpdates()
            updates.insertItems(at: (0..<inserted).map { row($0, 1) })
            updates.deleteItems(at: (0..<deleted).map { row($0, 1) })
            let violations = violations(updates, from: [2, before], to: [2, after])
            let isRight = after == before + inserted - deleted
            #expect(violations == (isRight ? [] : [.invalidCount(section: 1, before: before, after: after)]))
          }
        }
      }
    }
  }

  @Test("Sections carry their items; what stays keeps its order around what came and went")
  func sections() {
    // Sections a b c d of one item each; b is deleted, d moves to the front, x is inserted at 1: d x a c.
    var updates = ListUpdates()
    updates.insertSections([1])
    updates.moveSection(3, to: 0)
    updates.deleteSections([1])
    guard case .mapping(let mapping) = updates.resolved(from: [1, 1, 1, 1], to: [1, 7, 1, 1]) else {
      Issue.record("It is valid.")
      return
    }
    #expect(mapping.newSections == [2, nil, 3, 0])
    #expect((0..<4).map { mapping.newPath(for: row(0, $0)) } == [row(0, 2), nil, row(0, 3), row(0, 0)])
    #expect(mapping.inserted == Set((0..<7).map { row($0, 1) }))
  }

  @Test("A reloaded section may have any count, and none of its old items")
  func reloadedSection() {
    var updates = ListUpdates()
    updates.reloadSections([0])
    guard case .mapping(let mapping) = updates.resolved(from: [2, 1], to: [5, 1]) else {
      Issue.record("It is valid.")
      return
    }
    #expect(mapping.newSections == [0, 1])
    #expect(mapping.newPath(for: row(0)) == nil && mapping.newPath(for: row(0, 1)) == row(0, 1))
  }

  @Test("B15: two of deletion, reload and move for one item conflict")
  func conflicts() {
    let changes: [(inout ListUpdates) -> Void] = [
      { $0.deleteItems(at: [row(1)]) }, { $0.reloadItems(at: [row(1)]) }, { $0.moveItem(at: row(1), to: row(0)) },
    ]
    for first in changes.indices {
      for second in changes.indices {
        var updates = ListUpdates()
        changes[first](&updates)
        changes[second](&updates)
        let violations = violations(updates, from: [3], to: [3])
        if first != second { #expect(violations == [.conflictingUpdates(row(1))]) }
        if first == second { #expect(violations.first == .duplicateUpdate(row(1))) }
      }
    }
  }

  @Test("Sections out of range, doubled or in conflict")
  func badSections() {
    var updates = ListUpdates()
    updates.deleteSections([4])
    updates.insertSections([9])
    #expect(violations(updates, from: [1], to: [1]) == [.sectionOutOfRange(4), .sectionOutOfRange(9)])

    updates = ListUpdates()
    updates.deleteSections([0])
    updates.deleteSections([0])
    #expect(violations(updates, from: [1], to: []) == [.duplicateSectionUpdate(0)])

    updates = ListUpdates()
    updates.deleteSections([0])
    updates.reloadSections([0])
    #expect(violations(updates, from: [1], to: []) == [.conflictingSectionUpdates(0)])

    updates = ListUpdates()
    updates.deleteSections([0])
    #expect(violations(updates, from: [1], to: [1]) == [.invalidSectionCount(before: 1, after: 1)])
  }

  @Test("Deletions are out of range in the old model, insertions in the new one")
  func ranges() {
    var updates = ListUpdates()
    updates.deleteItems(at: [row(2)])
    updates.insertItems(at: [row(3)])
    updates.moveItem(at: row(0, 1), to: row(-1))
    #expect(
      violations(updates, from: [2], to: [3]) == [
        .indexPathOutOfRange(row(2)), .indexPathOutOfRange(row(0, 1)), .indexPathOutOfRange(row(3)),
        .indexPathOutOfRange(row(-1)),
      ])
  }

  func violations(_ updates: ListUpdates, from old: [Int], to new: [Int]) -> [HeadlessViolation.Kind] {
    if case .invalid(let violations) = updates.resolved(from: old, to: new) { violations } else { [] }
  }
}
