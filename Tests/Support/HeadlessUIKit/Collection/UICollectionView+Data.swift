import Foundation

extension UICollectionView {
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/numberofsections>
  public var numberOfSections: Int {
    loadCountsIfNeeded()
    return counts.sections.count
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/numberofitems(insection:)>
  public func numberOfItems(inSection section: Int) -> Int {
    loadCountsIfNeeded()
    return counts.sections.indices.contains(section) ? counts.sections[section] : 0
  }

  func layoutIsInvalid() {
    isLayoutPrepared = false
    setNeedsLayout()
  }

  /// Asks for the counts again, if somebody said that they changed.
  func loadCountsIfNeeded() {
    guard areCountsStale, !isWorking, batch == nil else { return }
    counts = ItemCounts(countsFromDataSource())
    areCountsStale = false
    isLayoutPrepared = false
    collectionViewLayout.forgetAllPreferred()
  }

  func countsFromDataSource() -> [Int] {
    guard let dataSource else { return [] }
    return working {
      (0..<dataSource.numberOfSections(in: self)).map { dataSource.collectionView(self, numberOfItemsInSection: $0) }
    }
  }

  func loadDataIfNeeded() {
    guard !isWorking, batch == nil else { return }
    loadCountsIfNeeded()
    if !isLayoutPrepared { prepareLayout() }
  }

  func prepareLayout() {
    isLayoutPrepared = true
    working { collectionViewLayout.prepare() }
    contentSize = collectionViewLayout.collectionViewContentSize
  }

  /// What the layout shows in the bounds, in ascending order.
  struct ElementsInBounds {
    let items: [UICollectionViewLayoutAttributes]
    let others: [UICollectionViewLayoutAttributes]
  }

  func elementsInBounds() -> ElementsInBounds {
    let all = (collectionViewLayout.layoutAttributesForElements(in: bounds) ?? []).filter {
      !$0.isHidden && $0.frame.sharesArea(with: bounds)
    }
    let items = all.filter { $0.representedElementCategory == .cell && counts.contains($0.indexPath) }
    let others = all.filter { $0.representedElementCategory == .supplementaryView }
    return ElementsInBounds(
      items: items.sorted { $0.indexPath < $1.indexPath }, others: others.sorted { $0.indexPath < $1.indexPath })
  }
}
