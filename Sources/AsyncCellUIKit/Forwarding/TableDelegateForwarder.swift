import AsyncCellCore
import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

extension AsyncTableViewDelegate {
  /// Makes this the table's delegate, with everything that it does not need itself forwarded to `delegate`.
  ///
  /// Display and scroll events come here first and then to `delegate`, which alone has all other methods; only where to
  /// land `delegate` says first. Neither is retained by the table. Memory warnings and the background are followed from
  /// now on. If ``AsyncListDelegate/prefetchItems(_:)`` has been called, this becomes the table's prefetch data source,
  /// unless there is one.
  ///
  /// - Precondition: the table has no other delegate than `delegate`, which would be displaced silently, and this
  ///   delegate serves no other table.
  public func attach(to tableView: UITableView, forwardingTo delegate: (any UITableViewDelegate)? = nil) {
    let present = tableView.delegate
    precondition(
      present == nil || present === self || present === delegate || present === forwarder,
      "The table view has a delegate already, and it is not the one to forward to: pass it as forwardingTo.")
    precondition(
      self.tableView == nil || self.tableView === tableView,
      "The delegate serves another table view: each list has a delegate of its own; share its queue and its cache.")
    if let delegate, delegate !== self {
      let forwarder = TableDelegateForwarder(to: self, then: delegate)
      self.forwarder = forwarder
      tableView.delegate = forwarder
    } else {
      forwarder = nil
      tableView.delegate = self
    }
    serve(TableViewport(tableView, of: self), of: tableView)
    followPrefetches()
  }
}

/// Puts an AsyncTableViewDelegate before an app's own table delegate; see ScrollDelegateForwarder.
#if canImport(ObjectiveC)
  @MainActor
  final class TableDelegateForwarder: ScrollDelegateForwarder, UITableViewDelegate {
    private weak var list: AsyncTableViewDelegate?
    private weak var target: (any UITableViewDelegate)?

    init(to list: AsyncTableViewDelegate, then target: any UITableViewDelegate) {
      self.list = list
      self.target = target
      super.init(list: list, scrollTarget: target)
    }

    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
      list?.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
      target?.tableView?(tableView, willDisplay: cell, forRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
      list?.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
      target?.tableView?(tableView, didEndDisplaying: cell, forRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
      list?.tableView(tableView, willDisplayHeaderView: view, forSection: section)
      target?.tableView?(tableView, willDisplayHeaderView: view, forSection: section)
    }

    func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
      list?.tableView(tableView, willDisplayFooterView: view, forSection: section)
      target?.tableView?(tableView, willDisplayFooterView: view, forSection: section)
    }

    func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
      list?.tableView(tableView, didEndDisplayingHeaderView: view, forSection: section)
      target?.tableView?(tableView, didEndDisplayingHeaderView: view, forSection: section)
    }

    func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {
      list?.tableView(tableView, didEndDisplayingFooterView: view, forSection: section)
      target?.tableView?(tableView, didEndDisplayingFooterView: view, forSection: section)
    }
  }
#else
  @MainActor
  final class TableDelegateForwarder: ScrollDelegateForwarder, UITableViewDelegate {
    private weak var list: AsyncTableViewDelegate?
    private weak var target: (any UITableViewDelegate)?
    /// Answers when the app's delegate has gone.
    private let nobody = NoTableDelegate()

    init(to list: AsyncTableViewDelegate, then target: any UITableViewDelegate) {
      self.list = list
      self.target = target
      super.init(list: list, scrollTarget: target)
    }

    private var answering: any UITableViewDelegate { target ?? nobody }

    // MARK: First the list, then the app's delegate

    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
      list?.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
      target?.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
      list?.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
      target?.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
      list?.tableView(tableView, willDisplayHeaderView: view, forSection: section)
      target?.tableView(tableView, willDisplayHeaderView: view, forSection: section)
    }

    func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
      list?.tableView(tableView, willDisplayFooterView: view, forSection: section)
      target?.tableView(tableView, willDisplayFooterView: view, forSection: section)
    }

    func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
      list?.tableView(tableView, didEndDisplayingHeaderView: view, forSection: section)
      target?.tableView(tableView, didEndDisplayingHeaderView: view, forSection: section)
    }

    func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {
      list?.tableView(tableView, didEndDisplayingFooterView: view, forSection: section)
      target?.tableView(tableView, didEndDisplayingFooterView: view, forSection: section)
    }

    // MARK: The app's delegate alone

    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
      answering.tableView(tableView, heightForRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
      answering.tableView(tableView, heightForHeaderInSection: section)
    }

    func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
      answering.tableView(tableView, heightForFooterInSection: section)
    }

    func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
      answering.tableView(tableView, estimatedHeightForRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat {
      answering.tableView(tableView, estimatedHeightForHeaderInSection: section)
    }

    func tableView(_ tableView: UITableView, estimatedHeightForFooterInSection section: Int) -> CGFloat {
      answering.tableView(tableView, estimatedHeightForFooterInSection: section)
    }

    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      answering.tableView(tableView, viewForHeaderInSection: section)
    }

    func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
      answering.tableView(tableView, viewForFooterInSection: section)
    }

    func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
      answering.tableView(tableView, shouldHighlightRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
      answering.tableView(tableView, didHighlightRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
      answering.tableView(tableView, didUnhighlightRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
      answering.tableView(tableView, willSelectRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
      answering.tableView(tableView, willDeselectRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      answering.tableView(tableView, didSelectRowAt: indexPath)
    }

    func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
      answering.tableView(tableView, didDeselectRowAt: indexPath)
    }

    func tableView(
      _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
      toProposedIndexPath proposedDestinationIndexPath: IndexPath
    ) -> IndexPath {
      answering.tableView(
        tableView, targetIndexPathForMoveFromRowAt: sourceIndexPath, toProposedIndexPath: proposedDestinationIndexPath)
    }
  }

  private final class NoTableDelegate: NSObject, UITableViewDelegate {}
#endif
