public import Foundation

/// <https://developer.apple.com/documentation/uikit/uitableviewcell>
@MainActor
open class UITableViewCell: UIView {
  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/cellstyle>
  public enum CellStyle: Int, Sendable {
    case `default`, value1, value2, subtitle
  }

  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/editingstyle>
  public enum EditingStyle: Int, Sendable {
    case none, delete, insert
  }

  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/configurationupdatehandler-swift.typealias>
  public typealias ConfigurationUpdateHandler = @MainActor (UITableViewCell, UICellConfigurationState) -> Void

  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/reuseidentifier>
  open var reuseIdentifier: String? { identifier }

  /// The view that the content configuration made, where there is one.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/contentview>
  open var contentView: UIView { content.view }

  private let identifier: String?
  private let content = ContentHost()
  /// Who measures the cell again when its size is no longer right.
  weak var sizingList: (any SelfSizingList)?

  /// Required because a registered class is made from its metatype; on iOS it is a plain designated initializer.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/init(style:reuseidentifier:)>
  public required init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    identifier = reuseIdentifier
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    content.install(in: self)
  }

  public required init?(coder: NSCoder) {
    identifier = nil
    super.init(coder: coder)
    content.install(in: self)
  }

  public convenience init() {
    self.init(style: .default, reuseIdentifier: nil)
  }

  /// Called just before a dequeue hands the cell out again; not when it leaves the screen, not without a reuse
  /// identifier, not for a reconfiguration (B13).
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/prepareforreuse()>
  open func prepareForReuse() {}

  open override func layoutSubviews() {
    super.layoutSubviews()
    contentView.frame = bounds
  }

  // MARK: Configuration

  /// Makes a content view, or hands the configuration to the one there is if that supports it.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/contentconfiguration>
  open var contentConfiguration: (any UIContentConfiguration)? {
    get { content.configuration }
    set {
      content.show(newValue)
      invalidateIntrinsicContentSize()
    }
  }

  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/automaticallyupdatescontentconfiguration>
  open var automaticallyUpdatesContentConfiguration = true

  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/configurationstate>
  open var configurationState: UICellConfigurationState { UICellConfigurationState() }

  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/configurationupdatehandler-swift.property>
  open var configurationUpdateHandler: UITableViewCell.ConfigurationUpdateHandler? {
    didSet { setNeedsUpdateConfiguration() }
  }

  /// Several requests before the next layout make one update.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/setneedsupdateconfiguration()>
  open func setNeedsUpdateConfiguration() {
    content.needsUpdate = true
    setNeedsLayout()
  }

  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/updateconfiguration(using:)>
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

extension UITableViewCell: ReusableView {}
