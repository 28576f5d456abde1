/// Items without an identity of their own are told apart by where they are, until the list changes.
extension CellCoordinator {
  /// Tells how many items a section has. When that changes, keys that are only positions stand for other items now:
  /// they are dropped, with what is known of them.
  ///
  /// Call it before the cells of a changed list are bound. It only matters to items without an identity of their own.
  public func noteCount(_ count: Int, inSection section: Int) {
    if let viewport, !shape.counts.indices.contains(section) || shape.counts[section] != count {
      noteShape(ListShape(viewport.itemCounts))
    }
    defer { positionCounts[section] = count }
    if let known = positionCounts[section], known != count { positionsAreWrong() }
  }

  /// The list has other counts; with other sections, positions stand for other items.
  func noteShape(_ newShape: ListShape) {
    let hasOtherSections = !shape.counts.isEmpty && shape.counts.count != newShape.counts.count
    shape = newShape
    if hasOtherSections { positionsAreWrong() }
  }

  private func positionsAreWrong() {
    guard usesPositions else { return }
    positionsDidChange()
    guard !hasWarnedOfPositions else { return }
    hasWarnedOfPositions = true
    Diagnostics.log(
      "The number of items has changed without a reset, and items are told apart by index path alone: "
        + "their results are dropped. Give the list identities, or the cells an asyncOperationID.")
  }

  /// From now on positions stand for other items. Cells keep what they show until they are bound again.
  func positionsDidChange() {
    positionCounts = [:]
    positionEpoch += 1
    for record in Array(records.values) where isOutdated(record) && record.claims.isEmpty {
      unwant(record)
      dropIfIdle(record)
    }
  }

  /// Whether the record's key is a position that no binding leads to any more.
  func isOutdated(_ record: KeyRecord) -> Bool {
    record.positionEpoch.map { $0 < positionEpoch } ?? false
  }

  /// The key of a part of an item, for cells without an id of their own.
  func identity(of item: ItemIdentity, part: Int = 0) -> AnyHashable {
    if item.isPosition { usesPositions = true }
    return AnyHashable(ListKey(list: number, epoch: item.isPosition ? positionEpoch : nil, id: item.id, part: part))
  }
}
