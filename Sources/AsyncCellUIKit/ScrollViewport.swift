import AsyncCellCore
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

/// Tells a coordinator about the scroll view that shows its list; what only a table or a collection view knows is left
/// to its subclasses.
@MainActor
class ScrollViewport: ListViewport {
  private(set) weak var scrollView: UIScrollView?
  private(set) weak var owner: AsyncListDelegate?

  init(_ scrollView: UIScrollView, of owner: AsyncListDelegate) {
    self.scrollView = scrollView
    self.owner = owner
  }

  var axis: ScrollAxis {
    scrollView.map { ScrollAxis(content: $0.contentSize, bounds: $0.bounds.size) } ?? .vertical
  }

  var offset: Double { scrollView.map { axis.value($0.contentOffset) } ?? 0 }

  var length: Double { scrollView.map { axis.length($0.bounds.size) } ?? 0 }

  var isDriven: Bool { scrollView.map { $0.isTracking || $0.isDragging || $0.isDecelerating } ?? false }

  func setOffset(_ offset: Double) {
    guard let scrollView else { return }
    scrollView.setContentOffset(axis.point(offset, like: scrollView.contentOffset), animated: false)
  }

  func extent(of cell: AnyObject) -> ClosedRange<Double>? {
    (cell as? UIView).map { axis.extent($0.frame) }
  }

  func item(at indexPath: IndexPath) -> ItemIdentity? { owner?.identity(at: indexPath) }

  func remeasure(_ cells: [AnyObject]) {
    for case let cell as UIView in cells { cell.invalidateIntrinsicContentSize() }
    scrollView?.layoutIfNeeded()
  }

  /// Where the viewport would be at an offset.
  func rect(atOffset offset: Double) -> CGRect {
    guard let scrollView else { return .zero }
    return CGRect(origin: axis.point(offset, like: scrollView.contentOffset), size: scrollView.bounds.size)
  }

  // MARK: For the subclasses

  var itemCounts: [Int] { [] }
  func indexPath(of cell: AnyObject) -> IndexPath? { nil }
  func extent(at indexPath: IndexPath) -> ClosedRange<Double>? { nil }
  func indexPaths(atOffset offset: Double) -> [IndexPath] { [] }
}

final class TableViewport: ScrollViewport {
  private var tableView: UITableView? { scrollView as? UITableView }

  override var itemCounts: [Int] {
    tableView.map { table in (0..<table.numberOfSections).map { table.numberOfRows(inSection: $0) } } ?? []
  }

  override func indexPath(of cell: AnyObject) -> IndexPath? {
    (cell as? UITableViewCell).flatMap { tableView?.indexPath(for: $0) }
  }

  override func indexPaths(atOffset offset: Double) -> [IndexPath] {
    tableView?.indexPathsForRows(in: rect(atOffset: offset)) ?? []
  }

  override func extent(at indexPath: IndexPath) -> ClosedRange<Double>? {
    tableView.map { axis.extent($0.rectForRow(at: indexPath)) }
  }
}

final class CollectionViewport: ScrollViewport {
  private var collectionView: UICollectionView? { scrollView as? UICollectionView }

  override var itemCounts: [Int] {
    collectionView.map { list in (0..<list.numberOfSections).map { list.numberOfItems(inSection: $0) } } ?? []
  }

  override func indexPath(of cell: AnyObject) -> IndexPath? {
    (cell as? UICollectionViewCell).flatMap { collectionView?.indexPath(for: $0) }
  }

  override func indexPaths(atOffset offset: Double) -> [IndexPath] {
    let attributes = collectionView?.collectionViewLayout.layoutAttributesForElements(in: rect(atOffset: offset)) ?? []
    return attributes.filter { $0.representedElementCategory == .cell }.map(\.indexPath)
  }

  override func extent(at indexPath: IndexPath) -> ClosedRange<Double>? {
    (collectionView?.layoutAttributesForItem(at: indexPath)?.frame).map { axis.extent($0) }
  }
}
