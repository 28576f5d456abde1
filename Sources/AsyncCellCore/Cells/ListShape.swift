package import Foundation

/// How many items each section has, to count items from the beginning of the list.
package struct ListShape: Equatable, Sendable {
  package private(set) var counts: [Int] = []
  /// Items before each section, and all of them.
  private var starts: [Int] = [0]

  package init(_ counts: [Int] = []) {
    self.counts = counts
    for count in counts { starts.append(starts[starts.count - 1] + max(0, count)) }
  }

  package var itemCount: Int { starts[starts.count - 1] }

  /// How many items come before this one; nil where there is none.
  package func position(of path: IndexPath) -> Int? {
    guard path.count == 2, counts.indices.contains(path[0]), path[1] >= 0, path[1] < counts[path[0]] else { return nil }
    return starts[path[0]] + path[1]
  }

  /// - Complexity: O(log n) in the number of sections.
  package func path(at position: Int) -> IndexPath? {
    guard position >= 0, position < itemCount else { return nil }
    var (low, high) = (0, counts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle + 1] > position { high = middle } else { low = middle + 1 }
    }
    return IndexPath(indexes: [low, position - starts[low]])
  }
}
