/// A 4-ary min-heap whose owner knows the position of each element, so that any of them can be moved or removed.
///
/// Positions live in an array of the owner's, indexed by entry, which all its heaps share: an entry is in one heap at
/// most. Four children to a node make the tree half as deep as a binary one, for as many cache misses.
package struct IndexedHeap: Sendable {
  package struct Node: Sendable {
    package var order: UInt64
    package var entry: UInt32

    package init(order: UInt64, entry: UInt32) {
      self.order = order
      self.entry = entry
    }
  }

  package private(set) var nodes: ContiguousArray<Node> = []
  /// Comparisons of two orders made so far, for benchmarks.
  package private(set) var comparisons = 0

  package init() {}

  package var count: Int { nodes.count }
  package var top: Node? { nodes.first }

  /// - Complexity: O(log n)
  package mutating func push(_ node: Node, positions: inout ContiguousArray<Int32>) {
    nodes.appendTightly(node)
    siftUp(from: nodes.count - 1, positions: &positions)
  }

  /// - Complexity: O(log n)
  package mutating func remove(_ entry: UInt32, positions: inout ContiguousArray<Int32>) {
    let position = Int(positions[Int(entry)])
    positions[Int(entry)] = -1
    let last = nodes.removeLast()
    guard position < nodes.count else { return }
    nodes[position] = last
    settle(position, positions: &positions)
  }

  /// - Complexity: O(log n)
  package mutating func update(_ entry: UInt32, order: UInt64, positions: inout ContiguousArray<Int32>) {
    let position = Int(positions[Int(entry)])
    nodes[position].order = order
    settle(position, positions: &positions)
  }

  private mutating func settle(_ position: Int, positions: inout ContiguousArray<Int32>) {
    let entry = nodes[position].entry
    siftUp(from: position, positions: &positions)
    if Int(positions[Int(entry)]) == position { siftDown(from: position, positions: &positions) }
  }

  private mutating func siftUp(from start: Int, positions: inout ContiguousArray<Int32>) {
    let node = nodes[start]
    var hole = start
    while hole > 0 {
      let parent = (hole - 1) / 4
      comparisons += 1
      guard node.order < nodes[parent].order else { break }
      nodes[hole] = nodes[parent]
      positions[Int(nodes[hole].entry)] = Int32(hole)
      hole = parent
    }
    nodes[hole] = node
    positions[Int(node.entry)] = Int32(hole)
  }

  private mutating func siftDown(from start: Int, positions: inout ContiguousArray<Int32>) {
    let node = nodes[start]
    var hole = start
    while true {
      let first = 4 * hole + 1
      guard first < nodes.count else { break }
      var best = first
      for child in first..<min(first + 4, nodes.count) where child != first {
        comparisons += 1
        if nodes[child].order < nodes[best].order { best = child }
      }
      comparisons += 1
      guard nodes[best].order < node.order else { break }
      nodes[hole] = nodes[best]
      positions[Int(nodes[hole].entry)] = Int32(hole)
      hole = best
    }
    nodes[hole] = node
    positions[Int(node.entry)] = Int32(hole)
  }

  /// The first rule that the heap breaks, for tests: a parent after its child, or a wrong position.
  package func brokenRule(positions: ContiguousArray<Int32>) -> String? {
    for index in nodes.indices {
      if index > 0, nodes[index].order < nodes[(index - 1) / 4].order {
        return "the node at \(index) precedes its parent"
      }
      if Int(positions[Int(nodes[index].entry)]) != index { return "the entry at \(index) is recorded elsewhere" }
    }
    return nil
  }
}
