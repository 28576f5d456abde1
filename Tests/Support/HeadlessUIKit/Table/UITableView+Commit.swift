import Foundation

extension UITableView {
  /// B17: after a reload that was not laid out yet, the counts before the batch are those of the data source now.
  func beginBatch() {
    guard batch == nil else {
      batch?.depth += 1
      return
    }
    loadDataIfNeeded()
    batch = UpdateBatch(reloadWasPending: isReloadPending)
  }

  /// - Parameter measuring: Whether a batch with nothing in it stands for an animated change of heights.
  func endBatch(measuring: Bool = false) {
    guard let ended = batch else { return headlessLog.violated(.endedNoUpdates) }
    batch?.depth -= 1
    guard ended.depth == 1 else { return }
    batch = nil
    let finished = commit(ended)
    let frames = ended.isAnimated || measuring && ended.updates.isEmpty ? framesOfAnimation : 0
    completions.add(ended.completions, at: (window?.frames.count ?? 0) + frames, finished: finished)
    if window == nil { completions.take(by: .max).forEach { $0() } }
  }

  /// - Returns: Whether the updates were made; else the table reloads, as UIKit did before it threw.
  private func commit(_ batch: UpdateBatch) -> Bool {
    // A reload inside the batch reads everything anew, so there is nothing to compare.
    if isReloadPending, !batch.reloadWasPending { return true }
    let (old, new) = (geometry.sections.map(\.rows.count), countsFromDataSource())
    switch batch.updates.resolved(from: old, to: new) {
    case .invalid(let violations):
      violations.forEach { headlessLog.violated($0) }
      markForReload()
      return false
    case .mapping(let mapping):
      apply(mapping, counts: new, until: batch.isAnimated ? frameNumber + framesOfAnimation : frameNumber)
      return true
    }
  }

  private func apply(_ mapping: UpdateMapping, counts: [Int], until frame: Int) {
    // Where a reload is pending it will let go of the cells, under the paths they had before it.
    if !isReloadPending {
      ledger.apply(mapping, until: frame).forEach { pool.put($0) }
      working { moveSectionViews(by: mapping) }
    }
    measuredSectionViews = [:]
    prefetches.modelDidChange()
    indexPathForSelectedRow = indexPathForSelectedRow.flatMap {
      mapping.replaced.contains($0) ? nil : mapping.newPath(for: $0)
    }
    updateGeometry(by: mapping, counts: counts)
    if !isReloadPending {
      for path in mapping.reconfigured.sorted() {
        guard let path = mapping.newPath(for: path), let cell = ledger[path]?.cell else { continue }
        reconfigureCell(cell, at: path)
      }
      layOutRows()
    }
    setNeedsLayout()
  }

  /// A row that stays keeps its height as an estimate, so that what is on screen does not jump; it is measured again
  /// when it is needed. Without estimates each height is asked for again.
  private func updateGeometry(by mapping: UpdateMapping, counts: [Int]) {
    let old = geometry
    staleness = .nothing
    working {
      geometry = TableGeometry(
        sections: counts.enumerated().map { section, count in
          TableGeometry.Section(
            header: sectionViewHeight(.init(.header, section)), footer: sectionViewHeight(.init(.footer, section)),
            rows: (0..<count).map { row in
              let path = IndexPath(row: row, section: section)
              let fresh = rowHeight(at: path)
              guard fresh.isEstimate, let oldPath = mapping.oldPath(for: path) else { return fresh }
              return .init(height: old.row(oldPath).height, isEstimate: true)
            })
        })
    }
    contentSize = CGSize(width: bounds.width, height: geometry.height)
  }

  private func moveSectionViews(by mapping: UpdateMapping) {
    let old = sectionViews
    sectionViews = [:]
    for (key, view) in old.sorted(by: { $0.key < $1.key }) {
      if mapping.newSections.indices.contains(key.section), let section = mapping.newSections[key.section] {
        sectionViews[.init(key.kind, section)] = view
      } else {
        endDisplay(of: view, at: key)
      }
    }
  }

  private var framesOfAnimation: Int {
    guard let window else { return 0 }
    return Int((0.3 / window.frames.duration).rounded(.up))
  }
}
