public import AsyncCellCore
public import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

/// Runs the asynchronous work of a collection view's cells.
///
/// Use it in one of four ways: as the collection view's delegate as it is; subclassed, with `override` and `super`; by
/// forwarding ``collectionView(_:willDisplay:forItemAt:)`` and ``collectionView(_:didEndDisplaying:forItemAt:)`` from a
/// delegate of one's own; or with ``attach(to:forwardingTo:)``, which puts it before one's own delegate. The collection
/// view does not retain it: keep it in the view controller.
@MainActor
open class AsyncCollectionViewDelegate: AsyncListDelegate, UICollectionViewDelegate,
  UICollectionViewDataSourcePrefetching
{
  var forwarder: CollectionDelegateForwarder?
  var collectionView: UICollectionView? { viewport?.scrollView as? UICollectionView }

  override func followPrefetches() {
    guard coordinator.prefetchesItems, let collectionView, collectionView.prefetchDataSource == nil else { return }
    collectionView.prefetchDataSource = self
  }

  /// Tells items apart by the identifiers of a diffable data source, which is not retained. Sets
  /// ``AsyncListDelegate/itemIdentity``.
  public func identifyItems<Section: Hashable & Sendable, Item: Hashable & Sendable>(
    by dataSource: UICollectionViewDiffableDataSource<Section, Item>
  ) {
    itemIdentity = { [weak dataSource] indexPath in dataSource?.itemIdentifier(for: indexPath).map(AnyHashable.init) }
  }

  // MARK: Binding early

  /// Binds a cell while it is being configured, so that a result at hand is in it before it is measured or shown.
  ///
  /// It delivers exactly one state before it returns, or none to a cell on screen that shows the item already.
  /// Optional: without it the cell is bound when it comes on screen. Call it at the end of
  /// `collectionView(_:cellForItemAt:)`, or of a cell registration's handler. A list that reconfigures items has to:
  /// UIKit sends no display event then.
  public func prepare(_ cell: UICollectionViewCell, at indexPath: IndexPath) {
    noteCount(indexPath.section)
    coordinator.prepare(cell, content: cell.contentView, item: identity(at: indexPath), at: indexPath)
  }

  private func noteCount(_ section: Int) {
    if let collectionView {
      coordinator.noteCount(collectionView.numberOfItems(inSection: section), inSection: section)
    }
  }

  // MARK: Priorities

  /// How urgent the work of an item is, to all who want it; nil when there is none.
  ///
  /// - Complexity: O(n) in the number of items that the list shows or wants.
  public func priority(forItemAt indexPath: IndexPath) -> CellPriority? { coordinator.priority(at: indexPath) }

  /// Wants the work of these items as if they were on screen, until they have been and have left it.
  ///
  /// It concerns work that the list wants already; what no cell shows has to be prefetched first.
  public func raisePriority(forItemsAt indexPaths: [IndexPath]) { coordinator.raisePriority(at: indexPaths) }

  /// Wants the work of these items after everything else, on screen or not, until they are displayed anew.
  public func lowerPriority(forItemsAt indexPaths: [IndexPath]) { coordinator.lowerPriority(at: indexPaths) }

  // MARK: UICollectionViewDelegate; call super from overrides

  /// Binds the cell, which counts as on screen from now on.
  open func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {
    serve(CollectionViewport(collectionView, of: self), of: collectionView)
    noteCount(indexPath.section)
    coordinator.willDisplay(cell, content: cell.contentView, item: identity(at: indexPath), at: indexPath)
  }

  /// Lets go of what the cell shows; its work follows the policy for what is off screen.
  open func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {
    // The index path is where the item was before an update: only the cell counts.
    coordinator.didEndDisplaying(cell)
  }

  /// Binds the view, if it is an async cell.
  open func collectionView(
    _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind elementKind: String, at indexPath: IndexPath
  ) {
    coordinator.willDisplay(view)
  }

  /// Lets go of what the view shows.
  open func collectionView(
    _ collectionView: UICollectionView, didEndDisplayingSupplementaryView view: UICollectionReusableView,
    forElementOfKind elementKind: String, at indexPath: IndexPath
  ) {
    coordinator.didEndDisplaying(view)
  }

  // MARK: UICollectionViewDataSourcePrefetching

  /// Wants the work of these items ahead, as said with ``AsyncListDelegate/prefetchItems(_:)``.
  open func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
    coordinator.prefetch(at: indexPaths)
  }

  /// Takes that back; work that a cell wants goes on.
  open func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
    coordinator.cancelPrefetch(at: indexPaths)
  }
}
