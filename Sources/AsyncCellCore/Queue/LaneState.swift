/// One lane of a ``QueueMachine``: its waiting entries, by where they go next, and its slots.
struct LaneState: Sendable {
  /// Waiting entries that will go on to one and the same lane.
  struct Group: Sendable {
    let next: UInt16
    var heap = IndexedHeap()
    /// How many of them count as on screen.
    var onScreen = 0
  }

  /// Jobs at once; -1: no limit, 0: none.
  var limit: Int
  /// Slots that exist or have been asked for.
  var slots = 0
  /// Slots that hold a body.
  var occupied = 0
  /// Slots whose body goes on although its operation has ended.
  var stuck = 0
  var peak = 0
  var groups: ContiguousArray<Group> = []

  init(limit: Int) {
    self.limit = limit
  }

  var waiting: Int { groups.reduce(0) { $0 + $1.heap.count } }

  var comparisons: Int { groups.reduce(0) { $0 + $1.heap.comparisons } }

  /// Whether so much waits here that nothing off screen should come this way yet.
  var isBackedUp: Bool { limit >= 0 && waiting > 2 * limit }

  mutating func push(
    _ entry: UInt32, next: UInt16, order: UInt64, positions: inout ContiguousArray<Int32>
  ) {
    let group = index(ofGroup: next)
    groups[group].heap.push(IndexedHeap.Node(order: order, entry: entry), positions: &positions)
    if CellPriority.isOnScreen(order: order) { groups[group].onScreen += 1 }
  }

  mutating func remove(
    _ entry: UInt32, next: UInt16, order: UInt64, positions: inout ContiguousArray<Int32>
  ) {
    let group = index(ofGroup: next)
    groups[group].heap.remove(entry, positions: &positions)
    if CellPriority.isOnScreen(order: order) { groups[group].onScreen -= 1 }
  }

  mutating func update(
    _ entry: UInt32, next: UInt16, from old: UInt64, to order: UInt64, positions: inout ContiguousArray<Int32>
  ) {
    let group = index(ofGroup: next)
    groups[group].heap.update(entry, order: order, positions: &positions)
    let change = (CellPriority.isOnScreen(order: order) ? 1 : 0) - (CellPriority.isOnScreen(order: old) ? 1 : 0)
    groups[group].onScreen += change
  }

  mutating func shrink() {
    groups = []
  }

  private mutating func index(ofGroup next: UInt16) -> Int {
    if let index = groups.firstIndex(where: { $0.next == next }) { return index }
    groups.append(Group(next: next))
    return groups.count - 1
  }
}
