/// Boxes by token, in the order of their last use: a dictionary over a doubly linked list in an array.
@MainActor
final class CacheStorage {
  struct Node {
    var token: KeyToken
    let box: ValueBox
    let cost: Int
    let expiry: Duration?
    /// One bit for each list that has stored or used it; lists may share a bit.
    var owners: UInt64
    var newer: Int?
    var older: Int?
  }

  private let keys: KeyTable
  private var nodes: ContiguousArray<Node?> = []
  private var free: ContiguousArray<Int> = []
  private var index: [KeyToken: Int] = [:]
  private var newest: Int?
  private var oldest: Int?
  private(set) var totalCost = 0

  init(keys: KeyTable) {
    self.keys = keys
  }

  var count: Int { index.count }

  /// - Complexity: O(1)
  func use(_ token: KeyToken, now: Duration, owner: UInt64) -> ValueBox? {
    guard let position = index[token], let node = nodes[position] else { return nil }
    if let expiry = node.expiry, expiry <= now {
      remove(token)
      return nil
    }
    unlink(position)
    linkNewest(position)
    nodes[position]?.owners |= owner
    return node.box
  }

  func expiry(of token: KeyToken) -> Duration? {
    index[token].flatMap { nodes[$0]?.expiry }
  }

  func owners(of token: KeyToken) -> UInt64 {
    index[token].flatMap { nodes[$0]?.owners } ?? 0
  }

  /// The caller has made room and removed an older value of the token.
  func insert(_ box: ValueBox, _ token: KeyToken, cost: Int, expiry: Duration?, owner: UInt64) {
    keys.retain(token)
    let node = Node(token: token, box: box, cost: cost, expiry: expiry, owners: owner)
    let position: Int
    if let reused = free.popLast() {
      position = reused
      nodes[position] = node
    } else {
      position = nodes.count
      nodes.append(node)
    }
    index[token] = position
    totalCost += cost
    linkNewest(position)
  }

  func remove(_ token: KeyToken) {
    guard let position = index.removeValue(forKey: token), let node = nodes[position] else { return }
    unlink(position)
    nodes[position] = nil
    free.append(position)
    totalCost -= node.cost
    keys.release(token)
  }

  /// The value of a token belongs to another, unless that one has a value; its place in the order stays.
  func move(_ old: KeyToken, to new: KeyToken) {
    guard index[new] == nil, let position = index.removeValue(forKey: old) else { return remove(old) }
    keys.retain(new)
    nodes[position]?.token = new
    index[new] = position
    keys.release(old)
  }

  /// - Complexity: O(n) in the number of values dropped.
  func trim(to cost: Int, count: Int) {
    while totalCost > cost || index.count > max(0, count), let oldest, let node = nodes[oldest] {
      remove(node.token)
    }
  }

  func removeAll(where isUnwanted: (Node) -> Bool) {
    for case .some(let node) in nodes where isUnwanted(node) { remove(node.token) }
  }

  private func unlink(_ position: Int) {
    guard let node = nodes[position] else { return }
    if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
    if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
    nodes[position]?.newer = nil
    nodes[position]?.older = nil
  }

  private func linkNewest(_ position: Int) {
    nodes[position]?.older = newest
    if let newest { nodes[newest]?.newer = position }
    newest = position
    if oldest == nil { oldest = position }
  }
}
