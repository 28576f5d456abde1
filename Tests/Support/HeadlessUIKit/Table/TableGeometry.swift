import Foundation

/// Where each row, header and footer of one column lies.
struct TableGeometry {
  struct Section {
    var header: CGFloat = 0
    var footer: CGFloat = 0
    var rows: [RowHeight] = []
  }

  struct RowHeight {
    var height: CGFloat
    /// An estimate stands until the row is needed (B22: estimates move work from loading to scrolling).
    var isEstimate: Bool
    /// Whether the cell of the row says how high it is (B23).
    var isSelfSized = false
  }

  private(set) var sections: [Section]
  /// For each section the tops of its rows and the bottom of the last, from the top of the first row.
  private var rowTops: [[CGFloat]]
  /// The top of each section, and the bottom of the last.
  private var sectionTops: [CGFloat] = [0]
  /// How many rows lie before each section, and how many there are.
  private var rowsBefore: [Int] = [0]

  init(sections: [Section] = []) {
    self.sections = sections
    rowTops = sections.map { section in
      section.rows.reduce(into: [0]) { tops, row in tops.append(tops[tops.count - 1] + row.height) }
    }
    for section in sections { rowsBefore.append(rowsBefore[rowsBefore.count - 1] + section.rows.count) }
    stackSections()
  }

  var height: CGFloat { sectionTops[sections.count] }
  var rowCount: Int { rowsBefore[sections.count] }

  func contains(_ path: IndexPath) -> Bool {
    path.count == 2 && sections.indices.contains(path.section) && sections[path.section].rows.indices.contains(path.row)
  }

  func row(_ path: IndexPath) -> (top: CGFloat, height: CGFloat) {
    let top = sectionTops[path.section] + sections[path.section].header + rowTops[path.section][path.row]
    return (top, sections[path.section].rows[path.row].height)
  }

  func section(_ index: Int) -> (top: CGFloat, bottom: CGFloat) {
    (sectionTops[index], sectionTops[index + 1])
  }

  func isEstimate(_ path: IndexPath) -> Bool {
    sections[path.section].rows[path.row].isEstimate
  }

  func isSelfSized(_ path: IndexPath) -> Bool {
    sections[path.section].rows[path.row].isSelfSized
  }

  mutating func setSelfSized(_ isSelfSized: Bool, at path: IndexPath) {
    sections[path.section].rows[path.row].isSelfSized = isSelfSized
  }

  /// - Complexity: O(rows of the section + sections).
  mutating func setHeight(_ height: CGFloat, at path: IndexPath) {
    let change = height - sections[path.section].rows[path.row].height
    sections[path.section].rows[path.row].height = height
    sections[path.section].rows[path.row].isEstimate = false
    guard change != 0 else { return }
    for row in path.row..<sections[path.section].rows.count { rowTops[path.section][row + 1] += change }
    stackSections()
  }

  // MARK: Rows in the order of the column

  func position(of path: IndexPath) -> Int {
    rowsBefore[path.section] + path.row
  }

  func path(at position: Int) -> IndexPath? {
    guard position >= 0, position < rowCount else { return nil }
    let section = firstIndex(in: rowsBefore) { $0 > position } - 1
    return IndexPath(row: position - rowsBefore[section], section: section)
  }

  /// - Returns: The rows of some height that reach into the span.
  /// - Complexity: O(log rows + answer).
  func rows(from top: CGFloat, to bottom: CGFloat) -> [IndexPath] {
    guard top < bottom, !sections.isEmpty else { return [] }
    var paths: [IndexPath] = []
    var section = max(0, firstIndex(in: sectionTops) { $0 > top } - 1)
    while section < sections.count, sectionTops[section] < bottom {
      let origin = sectionTops[section] + sections[section].header
      let tops = rowTops[section]
      var row = max(0, firstIndex(in: tops) { $0 > top - origin } - 1)
      while row < sections[section].rows.count, origin + tops[row] < bottom {
        if origin + tops[row + 1] > top, tops[row + 1] > tops[row] {
          paths.append(IndexPath(row: row, section: section))
        }
        row += 1
      }
      section += 1
    }
    return paths
  }

  private mutating func stackSections() {
    sectionTops = [0]
    for (index, section) in sections.enumerated() {
      let rows = rowTops[index][section.rows.count]
      sectionTops.append(sectionTops[index] + section.header + rows + section.footer)
    }
  }

  /// The first index whose element satisfies a predicate that no element before, and each one after, does.
  private func firstIndex<Element>(in elements: [Element], where predicate: (Element) -> Bool) -> Int {
    var low = 0
    var high = elements.count
    while low < high {
      let middle = (low + high) / 2
      if predicate(elements[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
