public import Foundation

/// <https://developer.apple.com/documentation/uikit/uicollectionviewcell>
@MainActor
open class UICollectionViewCell: UICollectionReusableView {
  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcell/contentview>
  open var contentView: UIView { content }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcell/isselected>
  open var isSelected = false

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcell/ishighlighted>
  open var isHighlighted = false

  private let content = UIView(frame: .zero)

  public required init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(content)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(content)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    content.frame = bounds
  }
}
