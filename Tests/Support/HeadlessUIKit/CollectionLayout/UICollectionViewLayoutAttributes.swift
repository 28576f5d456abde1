public import Foundation

/// Where one element of a collection view lies.
///
/// <https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes>
@MainActor
open class UICollectionViewLayoutAttributes: NSObject {
  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes/indexpath>
  open var indexPath: IndexPath

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes/representedelementcategory>
  open var representedElementCategory: UICollectionView.ElementCategory { category }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes/representedelementkind>
  open var representedElementKind: String? { kind }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes/center>
  open var center: CGPoint = .zero

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes/size>
  open var size: CGSize = .zero

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes/alpha>
  open var alpha: CGFloat = 1

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes/zindex>
  open var zIndex = 0

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes/ishidden>
  open var isHidden = false

  private var category = UICollectionView.ElementCategory.cell
  private var kind: String?

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes/init(forcellwith:)>
  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes/init(forsupplementaryviewofkind:with:)>
  public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
    category = .supplementaryView
    kind = elementKind
  }

  public override required init() {
    indexPath = IndexPath()
    super.init()
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes/frame>
  open var frame: CGRect {
    get {
      CGRect(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
    }
    set {
      center = CGPoint(x: newValue.midX, y: newValue.midY)
      size = newValue.size
    }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes/bounds>
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: size) }
    set { size = newValue.size }
  }

  func matches(_ other: UICollectionViewLayoutAttributes) -> Bool {
    indexPath == other.indexPath && kind == other.kind && center == other.center && size == other.size
      && alpha == other.alpha && zIndex == other.zIndex && isHidden == other.isHidden
  }

  /// A cell may change what it is handed to say what it prefers.
  func duplicate() -> UICollectionViewLayoutAttributes {
    let copy = UICollectionViewLayoutAttributes(forCellWith: indexPath)
    copy.category = category
    copy.kind = kind
    copy.center = center
    copy.size = size
    copy.alpha = alpha
    copy.zIndex = zIndex
    copy.isHidden = isHidden
    return copy
  }
}
