public import AsyncCellCore
public import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

/// Runs the asynchronous work of a table view's cells.
///
/// Use it in one of four ways: as the table's delegate as it is; subclassed, with `override` and `super`; by forwarding
/// ``tableView(_:willDisplay:forRowAt:)`` and ``tableView(_:didEndDisplaying:forRowAt:)`` from a delegate of one's own;
/// or with ``attach(to:forwardingTo:)``, which puts it before one's own delegate. The table does not retain it: keep it
/// in the view controller.
@MainActor
open class AsyncTableViewDelegate: AsyncListDelegate, UITableViewDelegate, UITableViewDataSourcePrefetching {
  var forwarder: TableDelegateForwarder?
  var tableView: UITableView? { viewport?.scrollView as? UITableView }

  override func followPrefetches() {
    guard coordinator.prefetchesItems, let tableView, tableView.prefetchDataSource == nil else { return }
    tableView.prefetchDataSource = self
  }

  /// Tells items apart by the identifiers of a diffable data source, which is not retained. Sets
  /// ``AsyncListDelegate/itemIdentity``.
  public func identifyItems<Section: Hashable & Sendable, Item: Hashable & Sendable>(
    by dataSource: UITableViewDiffableDataSource<Section, Item>
  ) {
    itemIdentity = { [weak dataSource] indexPath in dataSource?.itemIdentifier(for: indexPath).map(AnyHashable.init) }
  }

  // MARK: Binding early

  /// Binds a cell while it is being configured, so that a result at hand is in it before it is measured or shown.
  ///
  /// It delivers exactly one state before it returns, or none to a cell on screen that shows the item already.
  /// Optional: without it the cell is bound when it comes on screen. Call it at the end of
  /// `tableView(_:cellForRowAt:)`. A list that reconfigures rows has to: UIKit sends no display event then.
  public func prepare(_ cell: UITableViewCell, at indexPath: IndexPath) {
    noteCount(indexPath.section)
    coordinator.prepare(cell, content: cell.contentView, item: identity(at: indexPath), at: indexPath)
  }

  private func noteCount(_ section: Int) {
    if let tableView { coordinator.noteCount(tableView.numberOfRows(inSection: section), inSection: section) }
  }

  // MARK: Priorities

  /// How urgent the work of a row is, to all who want it; nil when there is none.
  ///
  /// - Complexity: O(n) in the number of items that the list shows or wants.
  public func priority(forRowAt indexPath: IndexPath) -> CellPriority? { coordinator.priority(at: indexPath) }

  /// Wants the work of these rows as if they were on screen, until they have been and have left it.
  ///
  /// It concerns work that the list wants already; what no cell shows has to be prefetched first.
  public func raisePriority(forRowsAt indexPaths: [IndexPath]) { coordinator.raisePriority(at: indexPaths) }

  /// Wants the work of these rows after everything else, on screen or not, until they are displayed anew.
  public func lowerPriority(forRowsAt indexPaths: [IndexPath]) { coordinator.lowerPriority(at: indexPaths) }

  // MARK: UITableViewDelegate; call super from overrides

  /// Binds the cell, which counts as on screen from now on.
  open func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    serve(TableViewport(tableView, of: self), of: tableView)
    noteCount(indexPath.section)
    coordinator.willDisplay(cell, content: cell.contentView, item: identity(at: indexPath), at: indexPath)
  }

  /// Lets go of what the cell shows; its work follows the policy for what is off screen.
  open func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    // The index path is where the item was before an update: only the cell counts.
    coordinator.didEndDisplaying(cell)
  }

  /// Binds the header, if it is an async cell.
  open func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    coordinator.willDisplay(view)
  }

  /// Lets go of what the header shows.
  open func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
    coordinator.didEndDisplaying(view)
  }

  /// Binds the footer, if it is an async cell.
  open func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
    coordinator.willDisplay(view)
  }

  /// Lets go of what the footer shows.
  open func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {
    coordinator.didEndDisplaying(view)
  }

  // MARK: UITableViewDataSourcePrefetching

  /// Wants the work of these rows ahead, as said with ``AsyncListDelegate/prefetchItems(_:)``.
  open func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
    coordinator.prefetch(at: indexPaths)
  }

  /// Takes that back; work that a cell wants goes on.
  open func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
    coordinator.cancelPrefetch(at: indexPaths)
  }
}
