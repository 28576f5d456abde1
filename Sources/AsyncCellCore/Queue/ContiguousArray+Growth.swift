extension ContiguousArray {
  /// Appends, growing by a quarter where `append` doubles: a backlog is long, and half of it should not be room.
  ///
  /// - Complexity: O(1) on average.
  mutating func appendTightly(_ element: consuming Element) {
    if count == capacity { reserveCapacity(count + Swift.max(8, count / 4)) }
    append(element)
  }
}
