import Foundation

/// Cells that show several things at once, and cells that lists lie in.
extension CellCoordinator {
  /// Binds everything that a cell shows.
  func bindAll(
    _ cell: AnyObject, _ content: AnyObject?, _ item: ItemIdentity?, _ path: IndexPath?, isDisplayed: Bool?
  ) {
    let own = bindOne(cell, part: 0, item: item, at: path, isDisplayed: isDisplayed)
    let content = content === cell ? nil : content
    let containers = [cell, content].compactMap { $0 as? any AsyncCellContainer }
    let known = groups[ObjectIdentifier(cell)]
    // Most cells are one thing and nothing else.
    guard content is any AsyncCell || !containers.isEmpty || known != nil else { return }
    let group = group(of: cell)
    let former = group.members
    var members = [own].compactMap(\.self)
    var part = 0
    for object in [content].compactMap(\.self) + containers.flatMap({ $0.asyncCells as [AnyObject] }) {
      part += 1
      maximumPart = max(maximumPart, part)
      guard object !== cell else { continue }
      if let claim = bindOne(object, part: part, of: cell, item: item, at: path, isDisplayed: isDisplayed) {
        members.append(claim)
      }
    }
    // What was bound by closure has no other way to be displayed again.
    for claim in former where claim.id.part != nil {
      if isDisplayed == true { _ = bindAgain(claim, cell, at: path) }
      members.append(claim)
    }
    // The app's code may have bound or unbound while it was asked.
    group.members =
      members
      + group.members.filter { member in
        member.id.part != nil && !members.contains { $0 === member }
      }
    for claim in former where belongs(claim, to: cell) && !group.members.contains(where: { $0 === claim }) {
      unbind(claim)
    }
    let formerLists = group.lists
    group.lists = containers.flatMap(\.asyncLists).filter { $0 !== self }.map(NestedList.init)
    guard isDisplayed == true || group.isDisplayed else { return }
    if group.isDisplayed { hide(formerLists.filter { former in !group.lists.contains { $0.list === former.list } }) }
    showLists(in: group)
  }

  func add(_ claim: Claim, to cell: AnyObject) {
    let group = group(of: cell)
    if !group.members.contains(where: { $0 === claim }) { group.members.append(claim) }
  }

  /// Everything that a cell shows.
  func claims(of cell: AnyObject) -> [Claim] {
    let own = claims[ClaimID(object: ObjectIdentifier(cell))].flatMap { $0.cell === cell ? $0 : nil }
    guard let group = groups[ObjectIdentifier(cell)], group.cell === cell else { return own.map { [$0] } ?? [] }
    return [own].compactMap(\.self) + group.members.filter { $0 !== own && belongs($0, to: cell) }
  }

  /// Whether a part has not been taken over by another cell.
  private func belongs(_ claim: Claim, to cell: AnyObject) -> Bool {
    claim.listedCell === cell
  }

  /// A part that joins a cell on screen is on screen.
  func joinDisplay(_ claim: Claim) {
    guard claim.host != nil || claim.id.part != nil, let cell = claim.listedCell else { return }
    guard let group = groups[ObjectIdentifier(cell)], group.cell === cell, group.isDisplayed else { return }
    claim.isDisplayed = true
  }

  private func group(of cell: AnyObject) -> CellGroup {
    let id = ObjectIdentifier(cell)
    if let group = groups[id], group.cell === cell { return group }
    let group = CellGroup(cell)
    groups[id] = group
    return group
  }

  func discardDeadGroups() {
    for (id, group) in groups where group.cell == nil { groups[id] = nil }
  }

  // MARK: Lists in cells

  private func showLists(in group: CellGroup) {
    group.isDisplayed = true
    for nested in group.lists { nested.list?.follow(presence) }
  }

  func hideLists(in cell: AnyObject) {
    guard let group = groups[ObjectIdentifier(cell)], group.cell === cell, group.isDisplayed else { return }
    group.isDisplayed = false
    hide(group.lists)
  }

  /// Hides lists whose cell has left, unless another cell shows them by now.
  private func hide(_ lists: [NestedList]) {
    guard !lists.isEmpty else { return }
    let displayed = displayedLists
    for list in lists.compactMap(\.list) where !displayed.contains(where: { $0 === list }) {
      list.outerCellDidLeave(presence)
    }
  }

  /// Lists in cells are hidden and shown with this one.
  func tellNestedLists() {
    guard !groups.isEmpty else { return }
    let displayed = displayedLists
    for list in displayed { list.follow(presence) }
    for list in groups.values.flatMap(\.lists).compactMap(\.list) where !displayed.contains(where: { $0 === list }) {
      list.followAway(presence)
    }
  }

  /// The lists that lie in cells on screen.
  var displayedLists: [CellCoordinator] {
    groups.isEmpty ? [] : groups.values.filter(\.isDisplayed).flatMap { $0.lists.compactMap(\.list) }
  }
}
