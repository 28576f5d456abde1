import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

/// One typed reference for each UIKit symbol that AsyncCellUIKit uses, compiled against the double and, on Apple's
/// platforms, against the SDK: if the two disagree, the double has lied.
@MainActor
enum UIKitSurface {
  // MARK: Tables

  static let attach: (UITableView, any UITableViewDelegate) -> Void = { $0.delegate = $1 }
  static let delegate: (UITableView) -> (any UITableViewDelegate)? = { $0.delegate }
  static let prefetch: (UITableView, any UITableViewDataSourcePrefetching) -> Void = { $0.prefetchDataSource = $1 }
  static let prefetchSource: (UITableView) -> (any UITableViewDataSourcePrefetching)? = { $0.prefetchDataSource }
  static let sections: (UITableView) -> Int = { $0.numberOfSections }
  static let rows: (UITableView, Int) -> Int = { $0.numberOfRows(inSection: $1) }
  static let rowPath: (UITableView, UITableViewCell) -> IndexPath? = { $0.indexPath(for: $1) }
  static let rowPaths: (UITableView, CGRect) -> [IndexPath]? = { $0.indexPathsForRows(in: $1) }
  static let rowRect: (UITableView, IndexPath) -> CGRect = { $0.rectForRow(at: $1) }
  static let rowContent: (UITableViewCell) -> UIView = { $0.contentView }
  static let isRowView: (UITableViewCell) -> UIView = { $0 }
  static let isScrollView: (UITableView) -> UIScrollView = { $0 }
  static let isObject: (any UITableViewDelegate) -> any NSObjectProtocol = { $0 }
  static let isScrollDelegate: (any UITableViewDelegate) -> any UIScrollViewDelegate = { $0 }
  static let rowItem: (UITableViewDiffableDataSource<Int, String>, IndexPath) -> String? = {
    $0.itemIdentifier(for: $1)
  }

  // MARK: Collection views

  static let attachItems: (UICollectionView, any UICollectionViewDelegate) -> Void = { $0.delegate = $1 }
  static let itemsDelegate: (UICollectionView) -> (any UICollectionViewDelegate)? = { $0.delegate }
  static let prefetchItems: (UICollectionView, any UICollectionViewDataSourcePrefetching) -> Void = {
    $0.prefetchDataSource = $1
  }
  static let itemsPrefetchSource: (UICollectionView) -> (any UICollectionViewDataSourcePrefetching)? = {
    $0.prefetchDataSource
  }
  static let itemSections: (UICollectionView) -> Int = { $0.numberOfSections }
  static let items: (UICollectionView, Int) -> Int = { $0.numberOfItems(inSection: $1) }
  static let itemPath: (UICollectionView, UICollectionViewCell) -> IndexPath? = { $0.indexPath(for: $1) }
  static let layout: (UICollectionView) -> UICollectionViewLayout = { $0.collectionViewLayout }
  static let elements: (UICollectionViewLayout, CGRect) -> [UICollectionViewLayoutAttributes]? = {
    $0.layoutAttributesForElements(in: $1)
  }
  static let itemAttributes: (UICollectionView, IndexPath) -> UICollectionViewLayoutAttributes? = {
    $0.layoutAttributesForItem(at: $1)
  }
  static let isCell: (UICollectionViewLayoutAttributes) -> Bool = { $0.representedElementCategory == .cell }
  static let attributesPath: (UICollectionViewLayoutAttributes) -> IndexPath = { $0.indexPath }
  static let attributesFrame: (UICollectionViewLayoutAttributes) -> CGRect = { $0.frame }
  static let itemContent: (UICollectionViewCell) -> UIView = { $0.contentView }
  static let isReusable: (UICollectionViewCell) -> UICollectionReusableView = { $0 }
  static let isItemView: (UICollectionReusableView) -> UIView = { $0 }
  static let isItemsScrollView: (UICollectionView) -> UIScrollView = { $0 }
  static let isItemsScrollDelegate: (any UICollectionViewDelegate) -> any UIScrollViewDelegate = { $0 }
  static let isItemsDelegate: (any UICollectionViewDelegateFlowLayout) -> any UICollectionViewDelegate = { $0 }
  static let item: (UICollectionViewDiffableDataSource<Int, String>, IndexPath) -> String? = {
    $0.itemIdentifier(for: $1)
  }

  // MARK: Flow layouts

  static let isLayout: (UICollectionViewFlowLayout) -> UICollectionViewLayout = { $0 }
  static let itemSize: (UICollectionViewFlowLayout, CGSize) -> Void = { $0.itemSize = $1 }
  static let lineSpacing: (UICollectionViewFlowLayout, CGFloat) -> Void = { $0.minimumLineSpacing = $1 }
  static let itemSpacing: (UICollectionViewFlowLayout, CGFloat) -> Void = { $0.minimumInteritemSpacing = $1 }
  static let sectionInset: (UICollectionViewFlowLayout, UIEdgeInsets) -> Void = { $0.sectionInset = $1 }
  static let insets: (CGFloat) -> UIEdgeInsets = { UIEdgeInsets(top: $0, left: $0, bottom: $0, right: $0) }
  static let areInsetsEqual: (UIEdgeInsets, UIEdgeInsets) -> Bool = { $0 == $1 }

  // MARK: Scroll views and views

  static let offset: (UIScrollView) -> CGPoint = { $0.contentOffset }
  static let contentSize: (UIScrollView) -> CGSize = { $0.contentSize }
  static let setOffset: (UIScrollView, CGPoint) -> Void = { $0.setContentOffset($1, animated: false) }
  static let isDriven: (UIScrollView) -> Bool = { $0.isTracking || $0.isDragging || $0.isDecelerating }
  static let bounds: (UIView) -> CGRect = { $0.bounds }
  static let frame: (UIView) -> CGRect = { $0.frame }
  static let hide: (UIView) -> Void = { $0.isHidden = true }
  static let add: (UIView, UIView) -> Void = { $0.addSubview($1) }
  static let remove: (UIView) -> Void = { $0.removeFromSuperview() }
  static let lay: (UIView) -> Void = { $0.layoutIfNeeded() }
  static let measure: (UIView) -> Void = { $0.invalidateIntrinsicContentSize() }

  // MARK: Controllers and the application

  static let addChild: (UIViewController, UIViewController) -> Void = { $0.addChild($1) }
  static let removeChild: (UIViewController) -> Void = { $0.removeFromParent() }
  static let willMove: (UIViewController, UIViewController?) -> Void = { $0.willMove(toParent: $1) }
  static let didMove: (UIViewController, UIViewController?) -> Void = { $0.didMove(toParent: $1) }
  static let view: (UIViewController) -> UIView? = { $0.view }
  static let viewIfLoaded: (UIViewController) -> UIView? = { $0.viewIfLoaded }
  static let memoryWarning: Notification.Name = UIApplication.didReceiveMemoryWarningNotification
  static let background: Notification.Name = UIApplication.didEnterBackgroundNotification
  static let foreground: Notification.Name = UIApplication.willEnterForegroundNotification

  final class Controller: UIViewController {
    init() { super.init(nibName: nil, bundle: nil) }
    required init?(coder: NSCoder) { nil }
    override func viewWillAppear(_ animated: Bool) { super.viewWillAppear(animated) }
    override func viewDidDisappear(_ animated: Bool) { super.viewDidDisappear(animated) }
  }

  // MARK: Methods that UIKit calls

  // These compile only if they are the methods of UIKit's protocols, or else they would be new ones and never be called;
  // the tests of the delegates and of their forwarders show that they are called.

  final class TableMethods: NSObject, UITableViewDelegate, UITableViewDataSourcePrefetching {
    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {}
    func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {}
    func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {}
    func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {}
    func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {}
    func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {}
    func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {}
    func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
  }

  final class CollectionMethods: NSObject, UICollectionViewDelegate, UICollectionViewDataSourcePrefetching {
    func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {}
    func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {}
    func collectionView(
      _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
      forElementKind elementKind: String, at indexPath: IndexPath
    ) {}
    func collectionView(
      _ collectionView: UICollectionView, didEndDisplayingSupplementaryView view: UICollectionReusableView,
      forElementOfKind elementKind: String, at indexPath: IndexPath
    ) {}
    func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {}
    func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {}
  }

  final class ScrollMethods: NSObject, UIScrollViewDelegate {
    func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    func scrollViewWillEndDragging(
      _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {}
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
    func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
  }
}
