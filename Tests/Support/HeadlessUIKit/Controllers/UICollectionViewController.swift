public import Foundation

/// A controller of a collection view, of which it is the delegate and the data source.
///
/// It declares each method of both protocols in its body, as UIKit's imported class does: a subclass writes `override`,
/// and its method is called. Beware: UIKit's class does not *implement* the optional ones, so that a call of `super` in
/// one of them works here and stops an app on iOS. Its `view` is not the collection view but holds it, as in UIKit.
///
/// <https://developer.apple.com/documentation/uikit/uicollectionviewcontroller>
@MainActor
open class UICollectionViewController: UIViewController, UICollectionViewDelegate, UICollectionViewDataSource {
  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcontroller/clearsselectiononviewwillappear>
  open var clearsSelectionOnViewWillAppear = true

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcontroller/collectionviewlayout>
  open var collectionViewLayout: UICollectionViewLayout { list?.collectionViewLayout ?? firstLayout }

  private let firstLayout: UICollectionViewLayout
  private var list: UICollectionView?
  private var hasAppeared = false

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcontroller/init(collectionviewlayout:)>
  public init(collectionViewLayout layout: UICollectionViewLayout) {
    firstLayout = layout
    super.init(nibName: nil, bundle: nil)
  }

  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    firstLayout = UICollectionViewFlowLayout()
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  public required init?(coder: NSCoder) {
    firstLayout = UICollectionViewFlowLayout()
    super.init(coder: coder)
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcontroller/collectionview>
  open var collectionView: UICollectionView! {
    get {
      loadViewIfNeeded()
      return list
    }
    set {
      guard list !== newValue else { return }
      list?.removeFromSuperview()
      list = newValue
      if let newValue { viewIfLoaded?.addSubview(newValue) }
    }
  }

  open override func loadView() {
    let list = UICollectionView(frame: .zero, collectionViewLayout: firstLayout)
    list.dataSource = self
    list.delegate = self
    view = WrapperView(frame: .zero)
    collectionView = list
  }

  /// Reloads the collection view before its first appearance, and clears its selection before each.
  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    guard let list else { return }
    if !hasAppeared { list.reloadData() }
    hasAppeared = true
    guard clearsSelectionOnViewWillAppear else { return }
    for path in list.indexPathsForSelectedItems ?? [] { list.deselectItem(at: path, animated: animated) }
  }

  /// Keeps the collection view as large as itself.
  private final class WrapperView: UIView {
    override func layoutSubviews() {
      super.layoutSubviews()
      for view in subviews { view.frame = bounds }
    }
  }

  // MARK: UICollectionViewDataSource

  open func numberOfSections(in collectionView: UICollectionView) -> Int {
    collectionView.defaulting(to: 1)
  }
  open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    collectionView.defaulting(to: 0)
  }
  open func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    preconditionFailure("A UICollectionViewController that has items must implement collectionView(_:cellForItemAt:).")
  }
  open func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    collectionView.defaulting(to: collectionView.supplementaryViewNobodyMade(kind, at: indexPath))
  }
  open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
    collectionView.defaulting(to: true)
  }
  open func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    collectionView.noteDefaulted()
  }

  // MARK: UICollectionViewDelegate

  open func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {
    collectionView.noteDefaulted()
  }
  open func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {
    collectionView.noteDefaulted()
  }
  open func collectionView(
    _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind elementKind: String, at indexPath: IndexPath
  ) {
    collectionView.noteDefaulted()
  }
  open func collectionView(
    _ collectionView: UICollectionView, didEndDisplayingSupplementaryView view: UICollectionReusableView,
    forElementOfKind elementKind: String, at indexPath: IndexPath
  ) {
    collectionView.noteDefaulted()
  }
  open func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
    collectionView.defaulting(to: true)
  }
  open func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {
    collectionView.noteDefaulted()
  }
  open func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {
    collectionView.noteDefaulted()
  }
  open func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
    collectionView.defaulting(to: true)
  }
  open func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
    collectionView.defaulting(to: true)
  }
  open func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    collectionView.noteDefaulted()
  }
  open func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
    collectionView.noteDefaulted()
  }
  open func collectionView(
    _ collectionView: UICollectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
    atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
  ) -> IndexPath {
    collectionView.defaulting(to: proposedIndexPath)
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
