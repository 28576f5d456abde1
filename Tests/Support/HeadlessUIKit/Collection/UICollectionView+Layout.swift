import Foundation

extension UICollectionView {
  /// One layout pass: the pending reload, what came into the bounds, what left them.
  func layOutItems() {
    // B17: a reload waits for a layout with some size.
    guard bounds.width > 0, bounds.height > 0, !isWorking, batch == nil else { return }
    if isLayoutPrepared, collectionViewLayout.shouldInvalidateLayout(forBoundsChange: bounds) {
      isLayoutPrepared = false
    }
    loadDataIfNeeded()
    if window == nil, counts.total > 0 { headlessLog.warn(.layoutOutsideWindow) }
    working {
      keepOffsetInsideContent()
      if isReloadPending { letGoOfEverything() }
      measureInvalidatedCells()
      var elements = elementsInBounds()
      markWhatLeft(keeping: elements.items)
      if scheduler.passOrder(profile) == .endsFirst { endDisplays() }
      displayItems(in: &elements)
      markWhatLeft(keeping: elements.items)
      if !isReloadPending { layOutSectionViews(elements.others) }
      placeCells()
      endDisplays()
    }
  }

  /// What UIKit does when a frame has time left: late ends, data prefetch, cells ahead.
  func spendRestOfFrame() {
    guard window != nil, bounds.width > 0, bounds.height > 0, batch == nil else { return }
    guard !isReloadPending, !areCountsStale else { return }
    working { endDisplays() }
    frameNumber += 1
    lookAhead()
    evictCachedCells()
  }

  // MARK: Begin

  /// A new cell may prefer another size, which moves the rest: what is in the bounds is found again then.
  private func displayItems(in elements: inout ElementsInBounds) {
    var index = 0
    // A client that reloads from inside this pass has changed the model under it.
    while index < elements.items.count, !isReloadPending {
      let attributes = elements.items[index]
      if ledger[attributes.indexPath] == nil, prepareCell(at: attributes.indexPath) {
        elements = elementsInBounds()
        index = 0
      } else {
        display(attributes.indexPath, with: attributes)
        index += 1
      }
    }
  }

  private func display(_ path: IndexPath, with attributes: UICollectionViewLayoutAttributes) {
    guard let cell = ledger[path]?.cell, ledger.display(at: path) else { return }
    cell.adopt(attributes)
    headlessLog.note(.willDisplay(path))
    delegate?.collectionView(self, willDisplay: cell, forItemAt: path)
    addSubview(cell)
  }

  /// - Returns: Whether the layout changed, because the cell prefers another size.
  @discardableResult
  func prepareCell(at path: IndexPath) -> Bool {
    guard let cell = requestCell(at: path) else { return false }
    if let attributes = collectionViewLayout.layoutAttributesForItem(at: path) { cell.adopt(attributes) }
    cell.isSelected = selection.contains(path)
    ledger.prepare(cell, at: path)
    cell.sizingList = self
    return measure(cell, at: path)
  }

  /// - Returns: Whether the layout changed, because the cell prefers another size.
  @discardableResult
  func measure(_ cell: UICollectionViewCell, at path: IndexPath) -> Bool {
    guard collectionViewLayout.estimatesSizes,
      let attributes = collectionViewLayout.layoutAttributesForItem(at: path)
    else { return false }
    let preferred = working { cell.preferredLayoutAttributesFitting(attributes.duplicate()) }
    guard
      collectionViewLayout.shouldInvalidateLayout(
        forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes)
    else { return false }
    collectionViewLayout.keepPreferred(preferred.size, at: path)
    prepareLayout()
    if !isWorking { setNeedsLayout() }
    return true
  }

  private func placeCells() {
    for path in ledger.paths(.displayed) where counts.contains(path) {
      if let attributes = collectionViewLayout.layoutAttributesForItem(at: path) {
        ledger[path]?.cell.adopt(attributes)
      }
    }
  }

  // MARK: End

  private func markWhatLeft(keeping items: [UICollectionViewLayoutAttributes]) {
    let wanted = Set(items.map(\.indexPath))
    let profile = profile
    for path in ledger.paths(.displayed) where !wanted.contains(path) && ledger[path]?.leftBoundsAt == nil {
      let held = ledger.entries.count { $0.value.leftBoundsAt.map { $0 > frameNumber + 3 } == true }
      ledger.leaveBounds(at: path, in: frameNumber + scheduler.endDelay(profile, held: held))
    }
  }

  /// Ends each display that is due, under the path the cell had when it was displayed (B9).
  func endDisplays() {
    let profile = profile
    let now = window == nil ? Int.max : frameNumber
    for path in ledger.overdue(in: now, delay: 0) {
      guard let cell = ledger.endDisplay(at: path) else { continue }
      let isKept = scheduler.keepsCell(profile)
      if !isKept { _ = ledger.drop(at: path) }
      announceEnd(of: cell, at: path)
      if !isKept { pool.put(cell) }
    }
    for left in ledger.takeLeft(by: now) {
      announceEnd(of: left.cell, at: left.oldPath)
      pool.put(left.cell)
    }
  }

  func announceEnd(of cell: UICollectionViewCell, at path: IndexPath) {
    cell.removeFromSuperview()
    headlessLog.note(.didEndDisplaying(path))
    delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
  }

  private func letGoOfEverything() {
    isReloadPending = false
    for path in ledger.paths(.prepared) + ledger.paths(.waiting) {
      if let cell = ledger.drop(at: path) { pool.put(cell) }
    }
    for path in ledger.paths(.displayed) { _ = ledger.replace(at: path, until: frameNumber) }
    letGoOfSectionViews()
    prefetches.modelDidChange()
    selection = []
  }

  private func keepOffsetInsideContent() {
    guard !isDragging, contentSize != .zero || contentOffset != .zero, !isDecelerating else { return }
    let clamped = clampedOffset(contentOffset)
    let offset = CGPoint(x: min(contentOffset.x, clamped.x), y: min(contentOffset.y, clamped.y))
    if offset != contentOffset { bounds.origin = offset }
  }
}
