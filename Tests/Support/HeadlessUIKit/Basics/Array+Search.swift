extension Array {
  /// The first index whose element satisfies a predicate that no element before, and each one after, does.
  ///
  /// - Complexity: O(log elements).
  func firstSortedIndex(where predicate: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
