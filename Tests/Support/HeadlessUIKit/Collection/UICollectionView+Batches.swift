import Foundation

extension UICollectionView {
  /// The model must be the old one when this is called, and the new one when the block returns (B16). With no updates,
  /// sizes are asked for again.
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/performbatchupdates(_:completion:)>
  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    guard mayChange() else {
      updates?()
      markForReload()
      completion?(false)
      return
    }
    beginBatch(isAnimated: true)
    updates?()
    if let completion { batch?.completions.append(completion) }
    endBatch()
  }

  /// A change outside a batch is a batch of its own.
  func update(_ method: String = #function, _ note: (inout ListUpdates) -> Void) {
    guard mayChange(method) else { return }
    beginBatch(isAnimated: true)
    if var open = batch {
      note(&open.updates)
      batch = open
    }
    endBatch()
  }

  var framesOfAnimation: Int {
    guard let window else { return 0 }
    return Int((0.3 / window.frames.duration).rounded(.up))
  }

  func complete(_ bodies: [(Bool) -> Void], after frames: Int, finished: Bool) {
    completions.add(bodies, at: (window?.frames.count ?? 0) + frames, finished: finished)
    if window == nil { completions.take(by: .max).forEach { $0() } }
  }

  /// B17: after a reload that was not laid out yet, the counts before the batch are those of the data source now.
  private func beginBatch(isAnimated: Bool) {
    if batch == nil {
      loadCountsIfNeeded()
      batch = UpdateBatch(reloadWasPending: isReloadPending)
    } else {
      batch?.depth += 1
    }
    if isAnimated { batch?.isAnimated = true }
  }

  private func endBatch() {
    guard let ended = batch else { return }
    batch?.depth -= 1
    guard ended.depth == 1 else { return }
    batch = nil
    let finished = commit(ended)
    complete(ended.completions, after: ended.isAnimated ? framesOfAnimation : 0, finished: finished)
  }

  /// - Returns: Whether the updates were made; else the collection view reloads, as UIKit did before it threw.
  private func commit(_ batch: UpdateBatch) -> Bool {
    // A reload inside the batch reads everything anew, so there is nothing to compare.
    if isReloadPending, !batch.reloadWasPending { return true }
    let new = countsFromDataSource()
    switch batch.updates.resolved(from: counts.sections, to: new) {
    case .invalid(let kinds):
      for kind in kinds { headlessLog.violated(kind) }
      markForReload()
      return false
    case .mapping(let mapping):
      counts = ItemCounts(new)
      isLayoutPrepared = false
      collectionViewLayout.movePreferred { mapping.replaced.contains($0) ? nil : mapping.newPath(for: $0) }
      selection = Set(selection.filter { !mapping.replaced.contains($0) }.compactMap { mapping.newPath(for: $0) })
      prefetches.modelDidChange()
      // Where a reload is pending it will let go of the cells, under the paths they had before it.
      if !isReloadPending { apply(mapping, batch) }
      setNeedsLayout()
      return true
    }
  }

  private func apply(_ mapping: UpdateMapping, _ batch: UpdateBatch) {
    let ending = batch.isAnimated ? frameNumber + framesOfAnimation : frameNumber
    for cell in ledger.apply(mapping, until: ending) { pool.put(cell) }
    let reloaded = Set(batch.updates.reloadedSections)
    working { moveSectionViews { reloaded.contains($0) ? nil : mapping.newSections[$0] } }
    if !mapping.reconfigured.isEmpty { prepareLayout() }
    for path in mapping.reconfigured.compactMap({ mapping.newPath(for: $0) }).sorted() {
      if let cell = ledger[path]?.cell { reconfigureCell(cell, at: path) }
    }
    layOutItems()
  }
}

extension UICollectionView: UpdatableList {
  func make(
    _ updates: ListUpdates, isAnimated: Bool, method: String, change: () -> Void, completion: ((Bool) -> Void)?
  ) {
    guard mayChange(method) else {
      change()
      markForReload()
      completion?(false)
      return
    }
    beginBatch(isAnimated: isAnimated && !updates.isEmpty)
    change()
    batch?.updates.append(updates)
    if let completion { batch?.completions.append(completion) }
    endBatch()
  }

  func reload(method: String?, change: () -> Void, completion: ((Bool) -> Void)?) {
    if let method { _ = mayChange(method) }
    change()
    markForReload()
    if let completion { complete([completion], after: 0, finished: true) }
  }
}
