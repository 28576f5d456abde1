/// One lane of a ``QueueMachine``: its waiting entries, by where they go next, and its slots.
struct LaneState: Sendable {
  /// Which entries may start, or not, for one and the same reason.
  struct GroupID: Equatable, Sendable {
    /// The lane that they go on to, one up; 0: none.
    var next: UInt16
    var kind: Kind
  }

  enum Kind: Sendable {
    /// They have never been admitted.
    case fresh
    case begun
    /// They had to let go of what they held, and may have to again.
    case heldBack
  }

  struct Group: Sendable {
    let id: GroupID
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
  /// Chains that have been told to give way and whose slots are about to come back.
  var yielding = 0
  var peak = 0
  var groups: ContiguousArray<Group> = []

  init(limit: Int) {
    self.limit = limit
  }

  var waiting: Int { groups.reduce(0) { $0 + $1.heap.count } }

  /// Waiting entries that count as on screen.
  var onScreen: Int { groups.reduce(0) { $0 + $1.onScreen } }

  var comparisons: Int { groups.reduce(0) { $0 + $1.heap.comparisons } }

  /// Whether so much waits here that nothing off screen should set out to come this way yet.
  var isBackedUp: Bool { limit >= 0 && backlog > 2 * limit }

  /// Waiting entries that no other lane's backlog can keep from starting. The rest does not count: two lanes whose
  /// chains go on to each other would wait for each other for ever.
  var backlog: Int {
    groups.reduce(0) { $0 + ($1.id.kind == .fresh && $1.id.next > 0 ? $1.onScreen : $1.heap.count) }
  }

  mutating func push(_ entry: UInt32, in id: GroupID, order: UInt64, positions: inout ContiguousArray<Int32>) {
    let group = index(of: id)
    groups[group].heap.push(IndexedHeap.Node(order: order, entry: entry), positions: &positions)
    if CellPriority.isOnScreen(order: order) { groups[group].onScreen += 1 }
  }

  mutating func remove(_ entry: UInt32, in id: GroupID, order: UInt64, positions: inout ContiguousArray<Int32>) {
    let group = index(of: id)
    groups[group].heap.remove(entry, positions: &positions)
    if CellPriority.isOnScreen(order: order) { groups[group].onScreen -= 1 }
  }

  mutating func update(
    _ entry: UInt32, in id: GroupID, from old: UInt64, to order: UInt64, positions: inout ContiguousArray<Int32>
  ) {
    let group = index(of: id)
    groups[group].heap.update(entry, order: order, positions: &positions)
    let change = (CellPriority.isOnScreen(order: order) ? 1 : 0) - (CellPriority.isOnScreen(order: old) ? 1 : 0)
    groups[group].onScreen += change
  }

  /// Gives memory back. Nothing may wait.
  mutating func shrink() {
    groups = []
  }

  private mutating func index(of id: GroupID) -> Int {
    if let index = groups.firstIndex(where: { $0.id == id }) { return index }
    groups.append(Group(id: id))
    return groups.count - 1
  }
}
