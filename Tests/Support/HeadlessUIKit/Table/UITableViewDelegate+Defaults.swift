public import Foundation

// What UIKit does where the delegate does not implement the method: heights come from the table's properties, what
// may happen may happen.
extension UITableViewDelegate {
  public func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    tableView.noteDefaulted()
  }
  public func tableView(
    _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) {
    tableView.noteDefaulted()
  }
  public func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    tableView.noteDefaulted()
  }
  public func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
    tableView.noteDefaulted()
  }
  public func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
    tableView.noteDefaulted()
  }
  public func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {
    tableView.noteDefaulted()
  }
  public func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    tableView.defaulting(to: tableView.rowHeight)
  }
  public func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
    tableView.defaulting(to: tableView.sectionHeaderHeight)
  }
  public func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
    tableView.defaulting(to: tableView.sectionFooterHeight)
  }
  public func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
    tableView.defaulting(to: tableView.estimatedRowHeight)
  }
  public func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat {
    tableView.defaulting(to: tableView.estimatedSectionHeaderHeight)
  }
  public func tableView(_ tableView: UITableView, estimatedHeightForFooterInSection section: Int) -> CGFloat {
    tableView.defaulting(to: tableView.estimatedSectionFooterHeight)
  }
  public func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    tableView.defaulting(to: nil)
  }
  public func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
    tableView.defaulting(to: nil)
  }
  public func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    tableView.defaulting(to: true)
  }
  public func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
    tableView.noteDefaulted()
  }
  public func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
    tableView.noteDefaulted()
  }
  public func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    tableView.defaulting(to: indexPath)
  }
  public func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
    tableView.defaulting(to: indexPath)
  }
  public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.noteDefaulted()
  }
  public func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
    tableView.noteDefaulted()
  }
  public func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
    toProposedIndexPath proposedDestinationIndexPath: IndexPath
  ) -> IndexPath {
    tableView.defaulting(to: proposedDestinationIndexPath)
  }
}
