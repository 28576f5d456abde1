import AsyncCellCore
import AsyncCellTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct IndexedHeapTests {
  /// The heap, and beside it the plainest thing that could do the same.
  private struct Pair {
    var heap = IndexedHeap()
    var positions: ContiguousArray<Int32> = []
    var model: [UInt32: UInt64] = [:]

    init(entries: Int) {
      positions = ContiguousArray(repeating: -1, count: entries)
    }

    mutating func push(_ entry: UInt32, _ order: UInt64) {
      heap.push(IndexedHeap.Node(order: order, entry: entry), positions: &positions)
      model[entry] = order
    }

    mutating func remove(_ entry: UInt32) {
      heap.remove(entry, positions: &positions)
      model[entry] = nil
    }

    mutating func update(_ entry: UInt32, _ order: UInt64) {
      heap.update(entry, order: order, positions: &positions)
      model[entry] = order
    }

    var fault: String? {
      if let rule = heap.brokenRule(positions: positions) { return rule }
      if heap.count != model.count { return "\(heap.count) nodes for \(model.count) entries" }
      if heap.top?.order != model.values.min() { return "the top is not the least" }
      for (entry, position) in positions.enumerated() where (position >= 0) != (model[UInt32(entry)] != nil) {
        return "entry \(entry) is thought to be at \(position)"
      }
      return nil
    }

    /// Takes everything out, the top first.
    mutating func drain() -> [UInt64] {
      var orders: [UInt64] = []
      while let top = heap.top {
        orders.append(top.order)
        remove(top.entry)
      }
      return orders
    }
  }

  @Test func `Every arrangement of up to six entries comes out in order`() {
    for count in 0...6 {
      forEachPermutation(of: Array(0..<count)) { arrangement in
        // Given
        var pair = Pair(entries: count)
        for (entry, order) in arrangement.enumerated() { pair.push(UInt32(entry), UInt64(order)) }
        #expect(pair.fault == nil, "\(arrangement)")

        // When, then
        #expect(pair.drain() == (0..<UInt64(count)).map { $0 })
      }
    }
  }

  @Test func `Any entry of every arrangement of five can be removed or moved anywhere`() {
    forEachPermutation(of: Array(0..<5)) { arrangement in
      var original = Pair(entries: 5)
      for (entry, order) in arrangement.enumerated() { original.push(UInt32(entry), UInt64(2 * order + 1)) }
      for entry in 0..<UInt32(5) {
        var pair = original
        pair.remove(entry)
        #expect(pair.fault == nil, "\(arrangement) without \(entry)")
        for order in 0...UInt64(11) {
          var moved = original
          moved.update(entry, order)
          #expect(moved.fault == nil, "\(arrangement), \(entry) to \(order)")
        }
      }
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `Random changes agree with a sorted list`(seed: UInt64) {
    // Given
    var random = SeededGenerator(seed: seed)
    var pair = Pair(entries: 60)
    let orders: UInt64 = seed.isMultiple(of: 3) ? 8 : 1 << 40

    for step in 0..<600 {
      // When
      let entry = UInt32.random(in: 0..<60, using: &random)
      let order = UInt64.random(in: 0..<orders, using: &random)
      if pair.model[entry] == nil {
        pair.push(entry, order)
      } else if Bool.random(using: &random) {
        pair.update(entry, order)
      } else {
        pair.remove(entry)
      }

      // Then
      guard let fault = pair.fault else { continue }
      Issue.record("seed \(seed), step \(step): \(fault)")
      return
    }
    let sorted = pair.model.values.sorted()
    #expect(pair.drain() == sorted, "seed \(seed)")
  }

  @Test func `A re-prioritisation costs few more comparisons among a million than among ten thousand`() {
    // Given
    func comparisons(among count: Int) -> Double {
      var random = SeededGenerator(seed: 7)
      var heap = IndexedHeap()
      var positions = ContiguousArray<Int32>(repeating: -1, count: count)
      for entry in 0..<UInt32(count) {
        heap.push(IndexedHeap.Node(order: UInt64(entry) << 24, entry: entry), positions: &positions)
      }
      let before = heap.comparisons
      for _ in 0..<5_000 {
        heap.update(
          UInt32.random(in: 0..<UInt32(count), using: &random),
          order: UInt64.random(in: 0..<UInt64(count) << 24, using: &random), positions: &positions)
      }
      return Double(heap.comparisons - before) / 5_000
    }

    // When
    let (few, many) = (comparisons(among: 10_000), comparisons(among: 1_000_000))

    // Then
    #expect(many <= 1.6 * few, "\(few) became \(many)")
    #expect(many < 60)
  }
}

private func forEachPermutation(of items: [Int], _ body: ([Int]) -> Void) {
  func permute(_ chosen: [Int], _ left: [Int]) {
    guard !left.isEmpty else { return body(chosen) }
    for index in left.indices {
      var rest = left
      permute(chosen + [rest.remove(at: index)], rest)
    }
  }
  permute([], items)
}
