public import Foundation

/// <https://developer.apple.com/documentation/uikit/uicollectionreusableview>
@MainActor
open class UICollectionReusableView: UIView {
  /// <https://developer.apple.com/documentation/uikit/uicollectionreusableview/reuseidentifier>
  open var reuseIdentifier: String? { identifier }

  /// The collection view names what it makes; what a client makes has no name and is never reused.
  var identifier: String?
  private var applied: UICollectionViewLayoutAttributes?

  /// Required because a registered class is made from its metatype; on iOS it is a plain designated initializer.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/init(frame:)>
  public required override init(frame: CGRect) {
    super.init(frame: frame)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Called just before a dequeue hands the view out again; not when it leaves the screen (B13).
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionreusableview/prepareforreuse()>
  open func prepareForReuse() {}

  /// <https://developer.apple.com/documentation/uikit/uicollectionreusableview/apply(_:)>
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}

  /// Asked only where a flow layout estimates its item sizes; nothing measures constraints here.
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionreusableview/preferredlayoutattributesfitting(_:)>
  open func preferredLayoutAttributesFitting(
    _ layoutAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes {
    layoutAttributes
  }

  /// Places the view, and tells it of attributes that it was not told of before.
  func adopt(_ attributes: UICollectionViewLayoutAttributes) {
    if frame != attributes.frame { frame = attributes.frame }
    alpha = attributes.alpha
    isHidden = attributes.isHidden
    guard applied?.matches(attributes) != true else { return }
    applied = attributes
    apply(attributes)
  }
}

extension UICollectionReusableView: ReusableView {}
