import Foundation

/// How many items each section of a list has, and where each stands among all.
struct ItemCounts {
  let sections: [Int]
  /// How many items lie before each section, and how many there are.
  private let before: [Int]

  init(_ sections: [Int] = []) {
    self.sections = sections
    before = sections.reduce(into: [0]) { before, count in before.append(before[before.count - 1] + count) }
  }

  var total: Int { before[sections.count] }

  func contains(_ path: IndexPath) -> Bool {
    path.count == 2 && sections.indices.contains(path.section) && 0..<sections[path.section] ~= path.item
  }

  func position(of path: IndexPath) -> Int {
    before[path.section] + path.item
  }

  /// - Complexity: O(log sections).
  func path(at position: Int) -> IndexPath? {
    guard position >= 0, position < total else { return nil }
    let section = before.firstSortedIndex { $0 > position } - 1
    return IndexPath(item: position - before[section], section: section)
  }
}
