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
  private var forwarder: TableDelegateForwarder?
  private weak var tableView: UITableView?
  private var prefetchItem: ((IndexPath, _ distance: Int) -> Void)?
  private var memoryWarnings: NotificationObservation?

  // MARK: Attaching

  /// Makes this the table's delegate, with everything that it does not need itself forwarded to `delegate`.
  ///
  /// Display events come here first and then to `delegate`; all other delegate methods go to `delegate` alone. Neither
  /// is retained by the table. Memory warnings are followed from now on.
  ///
  /// - Precondition: the table has no other delegate than `delegate`, which would be displaced silently.
  public func attach(to tableView: UITableView, forwardingTo delegate: (any UITableViewDelegate)? = nil) {
    let present = tableView.delegate
    precondition(
      present == nil || present === self || present === delegate || present === forwarder,
      "The table view has a delegate already, and it is not the one to forward to: pass it as forwardingTo.")
    if let delegate, delegate !== self {
      let forwarder = TableDelegateForwarder(to: self, then: delegate)
      self.forwarder = forwarder
      tableView.delegate = forwarder
    } else {
      forwarder = nil
      tableView.delegate = self
    }
    self.tableView = tableView
    followPrefetches()
    followMemoryWarnings()
  }

  private func followPrefetches() {
    if prefetchItem != nil, let tableView, tableView.prefetchDataSource == nil { tableView.prefetchDataSource = self }
  }

  private func followMemoryWarnings() {
    guard memoryWarnings == nil else { return }
    memoryWarnings = NotificationObservation(of: UIApplication.didReceiveMemoryWarningNotification) { [weak self] in
      self?.didReceiveMemoryWarning()
    }
  }

  // MARK: Binding early

  /// Binds a cell while it is being configured, so that a result at hand is in it before it is measured or shown.
  ///
  /// Optional: without it the cell is bound when it comes on screen. Call it at the end of
  /// `tableView(_:cellForRowAt:)`. A list that reconfigures rows has to: UIKit sends no display event then.
  public func prepare(_ cell: UITableViewCell, at indexPath: IndexPath) {
    if let tableView { noteCount(of: tableView, indexPath.section) }
    coordinator.prepare(cell, item: identity(at: indexPath))
  }

  // MARK: Prefetching

  /// Says how to make an item's work before any cell exists; the table must have this delegate as its prefetch data
  /// source, which ``attach(to:forwardingTo:)`` sees to.
  ///
  /// - Parameter item: the key and the work of the item at an index path; nil if there is nothing to load there. Index
  ///   paths may be out of date: check them. It is kept: it must not capture what keeps this delegate.
  public func prefetchItems<Source: CellOperationSource>(
    _ item: @escaping @MainActor (IndexPath) -> (key: AnyHashable, source: Source)?
  ) {
    prefetchItem = { [coordinator] indexPath, distance in
      guard let (key, source) = item(indexPath) else { return coordinator.cancelPrefetch(at: indexPath) }
      coordinator.prefetch(source, forKey: key, distance: distance, at: indexPath)
    }
    followPrefetches()
  }

  // MARK: UITableViewDelegate; call super from overrides

  open func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    self.tableView = tableView
    noteCount(of: tableView, indexPath.section)
    coordinator.willDisplay(cell, item: identity(at: indexPath))
  }

  private func noteCount(of tableView: UITableView, _ section: Int) {
    coordinator.noteCount(tableView.numberOfRows(inSection: section), inSection: section)
  }

  open func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    // The index path is where the item was before an update: only the cell counts.
    coordinator.didEndDisplaying(cell)
  }

  open func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    coordinator.willDisplay(view)
  }

  open func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
    coordinator.didEndDisplaying(view)
  }

  open func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
    coordinator.willDisplay(view)
  }

  open func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {
    coordinator.didEndDisplaying(view)
  }

  // MARK: UITableViewDataSourcePrefetching

  open func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
    for (distance, indexPath) in indexPaths.enumerated() { prefetchItem?(indexPath, distance) }
  }

  open func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
    for indexPath in indexPaths { coordinator.cancelPrefetch(at: indexPath) }
  }
}
