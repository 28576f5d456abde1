public import Foundation

/// Lines of items, filled one after the other: rows that scroll vertically, or columns that scroll horizontally.
///
/// UIKit documents no rule for what is left over in a line. Here as there was observed: full lines are justified,
/// items of one size stand in columns, a single column is centred.
///
/// <https://developer.apple.com/documentation/uikit/uicollectionviewflowlayout>
@MainActor
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  /// As `estimatedItemSize`, has each cell asked for the size it prefers.
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionviewflowlayout/automaticsize>
  public static let automaticSize = CGSize(
    width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewflowlayout/minimumlinespacing>
  open var minimumLineSpacing: CGFloat = 10 { didSet { if oldValue != minimumLineSpacing { invalidateLayout() } } }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewflowlayout/minimuminteritemspacing>
  open var minimumInteritemSpacing: CGFloat = 10 {
    didSet { if oldValue != minimumInteritemSpacing { invalidateLayout() } }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewflowlayout/itemsize>
  open var itemSize = CGSize(width: 50, height: 50) { didSet { if oldValue != itemSize { invalidateLayout() } } }

  /// Not zero: items have this size until their cells say which they prefer.
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionviewflowlayout/estimateditemsize>
  open var estimatedItemSize = CGSize.zero { didSet { if oldValue != estimatedItemSize { invalidateLayout() } } }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewflowlayout/scrolldirection>
  open var scrollDirection = UICollectionView.ScrollDirection.vertical {
    didSet { if oldValue != scrollDirection { invalidateLayout() } }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewflowlayout/headerreferencesize>
  open var headerReferenceSize = CGSize.zero { didSet { if oldValue != headerReferenceSize { invalidateLayout() } } }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewflowlayout/footerreferencesize>
  open var footerReferenceSize = CGSize.zero { didSet { if oldValue != footerReferenceSize { invalidateLayout() } } }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewflowlayout/sectioninset>
  open var sectionInset = UIEdgeInsets.zero { didSet { if oldValue != sectionInset { invalidateLayout() } } }

  private var geometry = FlowGeometry()
  private var preferred: [IndexPath: CGSize] = [:]

  // MARK: UICollectionViewLayout

  /// - Complexity: O(items), once after each invalidation.
  open override func prepare() {
    super.prepare()
    guard let owner else { return geometry = FlowGeometry() }
    let isVertical = scrollDirection == .vertical
    let inset = owner.contentInset
    geometry = FlowGeometry(
      (0..<owner.numberOfSections).map(plan(of:)),
      breadth: isVertical
        ? owner.bounds.width - inset.left - inset.right : owner.bounds.height - inset.top - inset.bottom,
      isVertical: isVertical)
  }

  open override var collectionViewContentSize: CGSize { geometry.contentSize }

  open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    let sectionViews = geometry.sections(in: rect).flatMap { section in
      [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter].compactMap {
        layoutAttributesForSupplementaryView(ofKind: $0, at: IndexPath(item: 0, section: section))
      }
    }
    return geometry.items(in: rect).compactMap(layoutAttributesForItem(at:))
      + sectionViews.filter { $0.frame.sharesArea(with: rect) }
  }

  open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    guard geometry.contains(indexPath) else { return nil }
    let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
    attributes.frame = geometry.sections[indexPath.section].frames[indexPath.item]
    return attributes
  }

  open override func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    guard indexPath.count == 2, indexPath.item == 0, geometry.sections.indices.contains(indexPath.section) else {
      return nil
    }
    let section = geometry.sections[indexPath.section]
    let frame: CGRect
    switch elementKind {
    case UICollectionView.elementKindSectionHeader: frame = section.header
    case UICollectionView.elementKindSectionFooter: frame = section.footer
    default: return nil
    }
    guard frame.width > 0, frame.height > 0 else { return nil }
    let attributes = UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: elementKind, with: indexPath)
    attributes.frame = frame
    return attributes
  }

  open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    guard let owner else { return false }
    let inset = owner.contentInset
    let breadth =
      scrollDirection == .vertical
      ? newBounds.width - inset.left - inset.right : newBounds.height - inset.top - inset.bottom
    return breadth != geometry.breadth
  }

  open override func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool {
    estimatesSizes && preferredAttributes.size != originalAttributes.size
  }

  // MARK: Sizes

  override var estimatesSizes: Bool { estimatedItemSize != .zero }

  override func keepPreferred(_ size: CGSize, at path: IndexPath) { preferred[path] = size }

  override func forgetPreferred(at path: IndexPath) { preferred[path] = nil }

  override func forgetAllPreferred() { preferred = [:] }

  override func movePreferred(_ newPath: (IndexPath) -> IndexPath?) {
    let old = preferred
    preferred = [:]
    for (path, size) in old { if let path = newPath(path) { preferred[path] = size } }
  }

  private func plan(of section: Int) -> FlowGeometry.SectionPlan {
    guard let owner else { return FlowGeometry.SectionPlan() }
    let delegate = owner.delegate as? any UICollectionViewDelegateFlowLayout
    let header =
      delegate?.collectionView(owner, layout: self, referenceSizeForHeaderInSection: section) ?? headerReferenceSize
    let footer =
      delegate?.collectionView(owner, layout: self, referenceSizeForFooterInSection: section) ?? footerReferenceSize
    let isVertical = scrollDirection == .vertical
    return FlowGeometry.SectionPlan(
      sizes: (0..<owner.numberOfItems(inSection: section)).map { item in
        let path = IndexPath(item: item, section: section)
        return preferred[path] ?? delegate?.collectionView(owner, layout: self, sizeForItemAt: path) ?? baseSize
      },
      inset: delegate?.collectionView(owner, layout: self, insetForSectionAt: section) ?? sectionInset,
      lineSpacing: delegate?.collectionView(owner, layout: self, minimumLineSpacingForSectionAt: section)
        ?? minimumLineSpacing,
      itemSpacing: delegate?.collectionView(owner, layout: self, minimumInteritemSpacingForSectionAt: section)
        ?? minimumInteritemSpacing,
      headerLength: isVertical ? header.height : header.width,
      footerLength: isVertical ? footer.height : footer.width)
  }

  /// The size of an item of which neither its cell nor the delegate has said anything.
  var baseSize: CGSize {
    estimatesSizes && estimatedItemSize != Self.automaticSize ? estimatedItemSize : itemSize
  }
}
