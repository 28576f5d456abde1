import Foundation
@_spi(Headless) import HeadlessUIKit

/// A window over a collection view of one column, five items of 100 points each in sight, unless the layout is another.
@MainActor
final class CollectionStage {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
  let list: UICollectionView
  let layout: UICollectionViewFlowLayout
  let controller = UIViewController()
  let feed: CollectionFeed

  init(_ profile: HeadlessProfile = .preparedCache, items: Int = 100, feed: CollectionFeed = CollectionFeed()) {
    self.feed = feed
    layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 320, height: 100)
    layout.minimumLineSpacing = 0
    list = UICollectionView(frame: .zero, collectionViewLayout: layout)
    feed.sections = [Array(0..<items)]
    window.headlessProfile = profile
    list.register(ItemCell.self, forCellWithReuseIdentifier: "cell")
    for kind in [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter] {
      list.register(TitleView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "title")
    }
    list.dataSource = feed
    list.delegate = feed
    list.prefetchDataSource = feed
    controller.view = list
    window.rootViewController = controller
    window.makeKeyAndVisible()
  }

  var log: HeadlessLog { list.headlessLog }
  var violations: [HeadlessViolation.Kind] { log.violations.map(\.kind) }

  /// The first layout, forgotten by the log.
  func settled() -> Self {
    window.runFrame()
    log.clear()
    feed.calls = []
    return self
  }

  /// What the items got, without the scroll events.
  var itemEvents: [HeadlessEvent] {
    log.events.filter { if case .scroll = $0 { false } else { true } }
  }

  var visiblePaths: [IndexPath] { list.indexPathsForVisibleItems.sorted() }

  var visibleItems: [Int?] { list.visibleCells.map { ($0 as? ItemCell)?.item } }

  func cell(_ path: IndexPath) -> ItemCell? { list.cellForItem(at: path) as? ItemCell }

  func frame(_ path: IndexPath) -> CGRect? { list.layoutAttributesForItem(at: path)?.frame }
}

final class ItemCell: UICollectionViewCell {
  var item: Int?
  var reuses = 0
  var applied: [CGRect] = []
  var preferredHeight: CGFloat?

  override func prepareForReuse() {
    super.prepareForReuse()
    reuses += 1
  }

  override func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {
    super.apply(layoutAttributes)
    applied.append(layoutAttributes.frame)
  }

  override func preferredLayoutAttributesFitting(
    _ layoutAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes {
    let attributes = super.preferredLayoutAttributesFitting(layoutAttributes)
    if let preferredHeight { attributes.size.height = preferredHeight }
    return attributes
  }
}

final class TitleView: UICollectionReusableView {
  var section: Int?
  var reuses = 0

  override func prepareForReuse() {
    super.prepareForReuse()
    reuses += 1
  }
}

/// Data source, delegate and prefetch data source of one collection view, with a hook for each call a test wants to
/// enter.
class CollectionFeed: NSObject, UICollectionViewDataSource, UICollectionViewDelegate,
  UICollectionViewDataSourcePrefetching
{
  var sections: [[Int]] = []
  var calls: [String] = []
  var onCell: ((UICollectionView, IndexPath) -> UICollectionViewCell)?
  var inCell: ((UICollectionView, UICollectionViewCell, IndexPath) -> Void)?
  var onTitle: ((UICollectionView, String, IndexPath) -> UICollectionReusableView)?
  var onWillDisplay: ((UICollectionView, UICollectionViewCell, IndexPath) -> Void)?
  var onDidEnd: ((UICollectionView, UICollectionViewCell, IndexPath) -> Void)?

  func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    sections[section].count
  }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    if let onCell { return onCell(collectionView, indexPath) }
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
    (cell as? ItemCell)?.item = sections[indexPath.section][indexPath.item]
    inCell?(collectionView, cell, indexPath)
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    if let onTitle { return onTitle(collectionView, kind, indexPath) }
    let view = collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: "title", for: indexPath)
    (view as? TitleView)?.section = indexPath.section
    return view
  }

  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {
    onWillDisplay?(collectionView, cell, indexPath)
  }

  func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {
    onDidEnd?(collectionView, cell, indexPath)
  }

  func collectionView(
    _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind elementKind: String, at indexPath: IndexPath
  ) {
    calls.append("begin \(elementKind == UICollectionView.elementKindSectionHeader ? "H" : "F")\(indexPath.section)")
  }

  func collectionView(
    _ collectionView: UICollectionView, didEndDisplayingSupplementaryView view: UICollectionReusableView,
    forElementOfKind elementKind: String, at indexPath: IndexPath
  ) {
    calls.append("end \(elementKind == UICollectionView.elementKindSectionHeader ? "H" : "F")\(indexPath.section)")
  }

  func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
    calls.append("prefetch \(indexPaths.map(\.item))")
  }

  func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
    calls.append("cancel \(indexPaths.map(\.item))")
  }
}

func item(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(item: item, section: section) }
