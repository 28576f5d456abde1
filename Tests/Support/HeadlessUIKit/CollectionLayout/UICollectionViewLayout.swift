public import Foundation

/// Says where the elements of a collection view lie; this one knows of none.
///
/// <https://developer.apple.com/documentation/uikit/uicollectionviewlayout>
@MainActor
open class UICollectionViewLayout: NSObject {
  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayout/collectionview>
  open var collectionView: UICollectionView? { owner }

  weak var owner: UICollectionView?

  public override init() {
    super.init()
  }

  public required init?(coder: NSCoder) {
    super.init()
  }

  /// Called before the first question after an invalidation.
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayout/prepare()>
  open func prepare() {}

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayout/collectionviewcontentsize>
  open var collectionViewContentSize: CGSize { .zero }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayout/layoutattributesforelements(in:)>
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayout/layoutattributesforitem(at:)>
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayout/layoutattributesforsupplementaryview(ofkind:at:)>
  open func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayout/shouldinvalidatelayout(forboundschange:)>
  open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

  /// Asked when a cell prefers another size than the layout gave it.
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayout/shouldinvalidatelayout(forpreferredlayoutattributes:withoriginalattributes:)>
  open func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool { false }

  /// Has the collection view ask for everything again at its next layout.
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayout/invalidatelayout()>
  open func invalidateLayout() {
    owner?.layoutIsInvalid()
  }

  // MARK: For the double's own layouts

  /// Whether cells are asked for the size they prefer.
  var estimatesSizes: Bool { false }

  func keepPreferred(_ size: CGSize, at path: IndexPath) {}

  func forgetPreferred(at path: IndexPath) {}

  /// The items changed places; a path that goes nowhere was deleted.
  func movePreferred(_ newPath: (IndexPath) -> IndexPath?) {}

  func forgetAllPreferred() {}
}
