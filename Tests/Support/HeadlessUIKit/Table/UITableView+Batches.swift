public import Foundation

extension UITableView {
  /// Makes several changes at once. Paths of what goes are of the old model, paths of what comes of the new one,
  /// whatever the order of the calls; the model changes inside `updates` (B16). With none, heights are asked again.
  ///
  /// The completion is called when the animation ends; outside a window, at once.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/performbatchupdates(_:completion:)>
  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    guard mayChange() else {
      updates?()
      markForReload()
      completion?(false)
      return
    }
    beginBatch()
    updates?()
    if let completion { batch?.completions.append(completion) }
    endBatch(measuring: true)
  }

  /// Begins nest; only the end of the outermost makes the changes.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/beginupdates()>
  public func beginUpdates() {
    if mayChange() { beginBatch() }
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/endupdates()>
  public func endUpdates() {
    if mayChange() { endBatch(measuring: true) }
  }

  /// Always false: only a drop under way makes it true, and the double has no drops.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/hasuncommittedupdates>
  public var hasUncommittedUpdates: Bool { false }

  /// <https://developer.apple.com/documentation/uikit/uitableview/insertrows(at:with:)>
  public func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    change(with: animation) { $0.insertItems(at: indexPaths) }
  }

  /// The displayed cells of these rows end their display under the paths they had (B9).
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/deleterows(at:with:)>
  public func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    change(with: animation) { $0.deleteItems(at: indexPaths) }
  }

  /// The cell travels with its row; no other is asked for (B34).
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/moverow(at:to:)>
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change(with: .automatic) { $0.moveItem(at: indexPath, to: newIndexPath) }
  }

  /// Replaces the cells of these rows: another cell for a displayed one, none for a prepared one (B15). While the
  /// change is animated the row has two cells on screen.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/reloadrows(at:with:)>
  public func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    change(with: animation) { $0.reloadItems(at: Set(indexPaths).sorted()) }
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/insertsections(_:with:)>
  public func insertSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    change(with: animation) { $0.insertSections(sections) }
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/deletesections(_:with:)>
  public func deleteSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    change(with: animation) { $0.deleteSections(sections) }
  }

  /// Replaces each cell of the sections, whose counts may have changed.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/reloadsections(_:with:)>
  public func reloadSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    change(with: animation) { $0.reloadSections(sections) }
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/movesection(_:tosection:)>
  public func moveSection(_ section: Int, toSection newSection: Int) {
    change(with: .automatic) { $0.moveSection(section, to: newSection) }
  }

  /// A change outside a batch is a batch of its own.
  private func change(
    with animation: UITableView.RowAnimation, _ method: String = #function, _ body: (inout ListUpdates) -> Void
  ) {
    guard mayChange(method) else { return }
    beginBatch()
    if var changed = batch {
      body(&changed.updates)
      if animation != .none { changed.isAnimated = true }
      batch = changed
    }
    endBatch()
  }
}
