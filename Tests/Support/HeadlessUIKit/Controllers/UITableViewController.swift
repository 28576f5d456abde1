public import Foundation

/// A controller whose view is a table, of which it is the delegate and the data source.
///
/// It declares each method of both protocols in its body, as UIKit's imported class does: a subclass writes `override`,
/// and its method is called. Beware: UIKit's class does not *implement* the optional ones, so that a call of `super` in
/// one of them works here and stops an app on iOS.
///
/// <https://developer.apple.com/documentation/uikit/uitableviewcontroller>
@MainActor
open class UITableViewController: UIViewController, UITableViewDelegate, UITableViewDataSource {
  /// <https://developer.apple.com/documentation/uikit/uitableviewcontroller/clearsselectiononviewwillappear>
  open var clearsSelectionOnViewWillAppear = true

  private let style: UITableView.Style
  private var hasAppeared = false

  /// <https://developer.apple.com/documentation/uikit/uitableviewcontroller/init(style:)>
  public init(style: UITableView.Style) {
    self.style = style
    super.init(nibName: nil, bundle: nil)
  }

  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    style = .plain
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  public required init?(coder: NSCoder) {
    style = .plain
    super.init(coder: coder)
  }

  /// <https://developer.apple.com/documentation/uikit/uitableviewcontroller/tableview>
  open var tableView: UITableView! {
    get { view as? UITableView }
    set { view = newValue }
  }

  /// <https://developer.apple.com/documentation/uikit/uitableviewcontroller/refreshcontrol>
  open var refreshControl: UIRefreshControl? {
    get { tableView.refreshControl }
    set { tableView.refreshControl = newValue }
  }

  open override func loadView() {
    let table = UITableView(frame: .zero, style: style)
    table.dataSource = self
    table.delegate = self
    tableView = table
  }

  /// Reloads the table before its first appearance, and clears its selection before each.
  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    if !hasAppeared { tableView.reloadData() }
    hasAppeared = true
    if clearsSelectionOnViewWillAppear, let path = tableView.indexPathForSelectedRow {
      tableView.deselectRow(at: path, animated: animated)
    }
  }

  // MARK: UITableViewDataSource

  open func numberOfSections(in tableView: UITableView) -> Int {
    tableView.defaulting(to: 1)
  }
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    tableView.defaulting(to: 0)
  }
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    preconditionFailure("A UITableViewController that has rows must implement tableView(_:cellForRowAt:).")
  }
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    tableView.defaulting(to: nil)
  }
  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    tableView.defaulting(to: nil)
  }
  open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
    tableView.defaulting(to: true)
  }
  open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    tableView.defaulting(to: true)
  }
  open func sectionIndexTitles(for tableView: UITableView) -> [String]? {
    tableView.defaulting(to: nil)
  }
  open func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    tableView.defaulting(to: index)
  }
  open func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    tableView.noteDefaulted()
  }
  open func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    tableView.noteDefaulted()
  }

  // MARK: UITableViewDelegate

  open func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    tableView.noteDefaulted()
  }
  open func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    tableView.noteDefaulted()
  }
  open func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    tableView.noteDefaulted()
  }
  open func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
    tableView.noteDefaulted()
  }
  open func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
    tableView.noteDefaulted()
  }
  open func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {
    tableView.noteDefaulted()
  }
  open func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    tableView.defaulting(to: tableView.rowHeight)
  }
  open func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
    tableView.defaulting(to: tableView.sectionHeaderHeight)
  }
  open func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
    tableView.defaulting(to: tableView.sectionFooterHeight)
  }
  open func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
    tableView.defaulting(to: tableView.estimatedRowHeight)
  }
  open func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat {
    tableView.defaulting(to: tableView.estimatedSectionHeaderHeight)
  }
  open func tableView(_ tableView: UITableView, estimatedHeightForFooterInSection section: Int) -> CGFloat {
    tableView.defaulting(to: tableView.estimatedSectionFooterHeight)
  }
  open func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    tableView.defaulting(to: nil)
  }
  open func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
    tableView.defaulting(to: nil)
  }
  open func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    tableView.defaulting(to: true)
  }
  open func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
    tableView.noteDefaulted()
  }
  open func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
    tableView.noteDefaulted()
  }
  open func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    tableView.defaulting(to: indexPath)
  }
  open func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
    tableView.defaulting(to: indexPath)
  }
  open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.noteDefaulted()
  }
  open func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
    tableView.noteDefaulted()
  }
  open func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
    toProposedIndexPath proposedDestinationIndexPath: IndexPath
  ) -> IndexPath {
    tableView.defaulting(to: proposedDestinationIndexPath)
  }

  // MARK: UIScrollViewDelegate

  open func scrollViewDidScroll(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  open func scrollViewDidZoom(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  open func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  open func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    scrollView.noteDefaulted()
  }
  open func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    scrollView.noteDefaulted()
  }
  open func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  open func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  open func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  open func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
    scrollView.defaulting(to: true)
  }
  open func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  open func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {
    scrollView.noteDefaulted()
  }
  open func viewForZooming(in scrollView: UIScrollView) -> UIView? {
    scrollView.defaulting(to: nil)
  }
  open func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {
    scrollView.noteDefaulted()
  }
  open func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {
    scrollView.noteDefaulted()
  }
}
