public import Foundation

/// <https://developer.apple.com/documentation/uikit/uicollectionviewcell>
@MainActor
open class UICollectionViewCell: UICollectionReusableView {
  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcell/configurationupdatehandler-swift.typealias>
  public typealias ConfigurationUpdateHandler = @MainActor (UICollectionViewCell, UICellConfigurationState) -> Void

  /// The view that the content configuration made, where there is one.
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcell/contentview>
  open var contentView: UIView { content.view }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcell/isselected>
  open var isSelected = false {
    didSet { if oldValue != isSelected { setNeedsUpdateConfiguration() } }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcell/ishighlighted>
  open var isHighlighted = false {
    didSet { if oldValue != isHighlighted { setNeedsUpdateConfiguration() } }
  }

  private let content = ContentHost()
  /// Who measures the cell again when its size is no longer right.
  weak var sizingList: (any SelfSizingList)?

  public required init(frame: CGRect) {
    super.init(frame: frame)
    content.install(in: self)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    content.install(in: self)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    contentView.frame = bounds
  }

  // MARK: Configuration

  /// Makes a content view, or hands the configuration to the one there is if that supports it.
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcell/contentconfiguration>
  open var contentConfiguration: (any UIContentConfiguration)? {
    get { content.configuration }
    set {
      content.show(newValue)
      invalidateIntrinsicContentSize()
    }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcell/automaticallyupdatescontentconfiguration>
  open var automaticallyUpdatesContentConfiguration = true

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcell/configurationstate>
  open var configurationState: UICellConfigurationState {
    var state = UICellConfigurationState()
    state.isSelected = isSelected
    state.isHighlighted = isHighlighted
    return state
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcell/configurationupdatehandler-swift.property>
  open var configurationUpdateHandler: UICollectionViewCell.ConfigurationUpdateHandler? {
    didSet { setNeedsUpdateConfiguration() }
  }

  /// Several requests before the next layout make one update.
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcell/setneedsupdateconfiguration()>
  open func setNeedsUpdateConfiguration() {
    content.needsUpdate = true
    setNeedsLayout()
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionviewcell/updateconfiguration(using:)>
  open func updateConfiguration(using state: UICellConfigurationState) {
    configurationUpdateHandler?(self, state)
  }

  func updateConfigurationIfNeeded() {
    guard content.takeNeedsUpdate() else { return }
    let state = configurationState
    if automaticallyUpdatesContentConfiguration { content.update(for: state) }
    updateConfiguration(using: state)
  }

  override func prepareForLayout() {
    super.prepareForLayout()
    updateConfigurationIfNeeded()
  }

  // MARK: Size

  /// The size of the content where it has one; asked only where a flow layout estimates its item sizes.
  open override func preferredLayoutAttributesFitting(
    _ layoutAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes {
    updateConfigurationIfNeeded()
    let size = systemLayoutSizeFitting(layoutAttributes.size)
    if size.width > 0 { layoutAttributes.size.width = size.width }
    if size.height > 0 { layoutAttributes.size.height = size.height }
    return layoutAttributes
  }

  open override func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    contentView.systemLayoutSizeFitting(
      targetSize, withHorizontalFittingPriority: horizontalFittingPriority,
      verticalFittingPriority: verticalFittingPriority)
  }

  open override func invalidateIntrinsicContentSize() {
    super.invalidateIntrinsicContentSize()
    sizingList?.sizeIsInvalid(of: self, isOwn: true)
  }

  override func subviewInvalidatedSize(_ view: UIView) {
    sizingList?.sizeIsInvalid(of: self, isOwn: view === contentView)
  }
}
