import Foundation

extension UICollectionView {
  /// What the client says between the begin and the end of its block.
  struct Batch {
    var updates = ListUpdates()
    var completions: [(Bool) -> Void] = []
  }

  /// A completion that waits for the window's clock.
  struct Animation {
    let until: Int
    let completion: (Bool) -> Void
  }

  /// The model must be the old one when this is called, and the new one when the block returns (B16).
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/performbatchupdates(_:completion:)>
  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    guard mayChange() else { return }
    let isOutermost = batch == nil
    if isOutermost {
      loadCountsIfNeeded()
      batch = Batch()
    }
    if let completion { batch?.completions.append(completion) }
    updates?()
    guard isOutermost, let finished = batch else { return }
    batch = nil
    commit(finished)
  }

  func update(_ method: String = #function, _ note: (inout ListUpdates) -> Void) {
    guard mayChange(method) else { return }
    if var open = batch {
      note(&open.updates)
      batch = open
    } else {
      loadCountsIfNeeded()
      var single = Batch()
      note(&single.updates)
      commit(single)
    }
  }

  func afterAnimation(_ frames: Int, _ completion: ((Bool) -> Void)?) {
    guard let completion else { return }
    animations.append(Animation(until: (window?.frames.count ?? 0) + frames, completion: completion))
    if window == nil { finishAnimations() }
  }

  func finishAnimations() {
    let now = window?.frames.count ?? .max
    let over = animations.filter { $0.until <= now }
    animations.removeAll { $0.until <= now }
    for animation in over { animation.completion(window != nil) }
  }

  var framesOfAnimation: Int {
    guard let window else { return 0 }
    return Int((0.3 / window.frames.duration).rounded(.up))
  }

  private func commit(_ batch: Batch) {
    let new = countsFromDataSource()
    switch batch.updates.resolved(from: counts.sections, to: new) {
    case .invalid(let kinds):
      for kind in kinds { headlessLog.violated(kind) }
      markForReload()
    case .mapping(let mapping):
      counts = ItemCounts(new)
      areCountsStale = false
      isLayoutPrepared = false
      collectionViewLayout.movePreferred { mapping.replaced.contains($0) ? nil : mapping.newPath(for: $0) }
      // Cells of the model before a pending reload know no paths of the one that was updated.
      if !isReloadPending { apply(mapping, reloaded: Set(batch.updates.reloadedSections)) }
      layOutItems()
      setNeedsLayout()
    }
    for completion in batch.completions { afterAnimation(framesOfAnimation, completion) }
  }

  private func apply(_ mapping: UpdateMapping, reloaded: Set<Int>) {
    for cell in ledger.apply(mapping, until: frameNumber + framesOfAnimation) { pool.put(cell) }
    selection = Set(selection.filter { !mapping.replaced.contains($0) }.compactMap { mapping.newPath(for: $0) })
    prefetches.modelDidChange()
    working { moveSectionViews { reloaded.contains($0) ? nil : mapping.newSections[$0] } }
    if !mapping.reconfigured.isEmpty, !isLayoutPrepared { prepareLayout() }
    for path in mapping.reconfigured.compactMap({ mapping.newPath(for: $0) }).sorted() {
      if let cell = ledger[path]?.cell { reconfigureCell(cell, at: path) }
    }
  }
}
