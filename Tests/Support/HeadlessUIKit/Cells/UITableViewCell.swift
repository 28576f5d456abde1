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

  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/reuseidentifier>
  open var reuseIdentifier: String? { identifier }

  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/contentview>
  open var contentView: UIView { content }

  private let identifier: String?
  private let content = UIView(frame: .zero)

  /// Required because a registered class is made from its metatype; on iOS it is a plain designated initializer.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableviewcell/init(style:reuseidentifier:)>
  public required init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    identifier = reuseIdentifier
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    addSubview(content)
  }

  public required init?(coder: NSCoder) {
    identifier = nil
    super.init(coder: coder)
    addSubview(content)
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
    content.frame = bounds
  }
}

extension UITableViewCell: ReusableView {}
