import Foundation

extension UITableView {
  /// One layout pass: the pending reload, what came into the bounds, what left them.
  func layOutRows() {
    // B17: a reload waits for a layout with some size.
    guard bounds.width > 0, bounds.height > 0, !isWorking, batch == nil else { return }
    loadDataIfNeeded()
    if window == nil, geometry.rowCount > 0 { headlessLog.warn(.layoutOutsideWindow) }
    contentSize.width = bounds.width
    working {
      keepOffsetInsideContent()
      if isReloadPending { letGoOfEverything() }
      measureInvalidatedCells()
      let wanted = rowsInBounds()
      markWhatLeft(keeping: Set(wanted))
      if scheduler.passOrder(profile) == .endsFirst { endDisplays() }
      // A client that reloads from inside this pass has changed the model under it.
      for path in wanted where !isReloadPending { display(path) }
      layOutSectionViews()
      placeCells()
      endDisplays()
    }
  }

  /// What UIKit does when a frame has time left: late ends, data prefetch, cells ahead.
  func spendRestOfFrame() {
    guard window != nil, bounds.width > 0, bounds.height > 0, batch == nil else { return }
    guard !isReloadPending, staleness == .nothing else { return }
    working { endDisplays() }
    frameNumber += 1
    lookAhead()
    evictCachedCells()
  }

  // MARK: Begin

  private func display(_ path: IndexPath) {
    if ledger[path] == nil { prepareCell(at: path) }
    guard let cell = ledger[path]?.cell, ledger.display(at: path) else { return }
    cell.frame = rectForRow(at: path)
    headlessLog.note(.willDisplay(path))
    delegate?.tableView(self, willDisplay: cell, forRowAt: path)
    addSubview(cell)
  }

  func prepareCell(at path: IndexPath) {
    guard let cell = requestCell(at: path) else {
      if geometry.isEstimate(path) { setRowHeight(usualHeight(at: path), at: path) }
      return
    }
    ledger.prepare(cell, at: path)
    cell.sizingList = self
    if geometry.isSelfSized(path) { working { measureCell(cell, at: path) } }
    cell.frame = rectForRow(at: path)
  }

  private func placeCells() {
    for (path, entry) in ledger.entries where entry.phase == .displayed && geometry.contains(path) {
      entry.cell.frame = rectForRow(at: path)
    }
  }

  // MARK: End

  private func markWhatLeft(keeping wanted: Set<IndexPath>) {
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

  func announceEnd(of cell: UITableViewCell, at path: IndexPath) {
    cell.removeFromSuperview()
    headlessLog.note(.didEndDisplaying(path))
    delegate?.tableView(self, didEndDisplaying: cell, forRowAt: path)
  }

  private func letGoOfEverything() {
    isReloadPending = false
    for path in ledger.paths(.prepared) + ledger.paths(.waiting) {
      if let cell = ledger.drop(at: path) { pool.put(cell) }
    }
    for path in ledger.paths(.displayed) { _ = ledger.replace(at: path, until: frameNumber) }
    letGoOfSectionViews()
    prefetches.modelDidChange()
  }

  private func keepOffsetInsideContent() {
    guard !isDragging, geometry.height > 0 || contentOffset != .zero else { return }
    let clamped = clampedOffset(contentOffset)
    if !isDecelerating, contentOffset.y > clamped.y { bounds.origin.y = clamped.y }
  }
}
