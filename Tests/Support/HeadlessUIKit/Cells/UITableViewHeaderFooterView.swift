public import Foundation

/// <https://developer.apple.com/documentation/uikit/uitableviewheaderfooterview>
@MainActor
open class UITableViewHeaderFooterView: UIView {
  /// <https://developer.apple.com/documentation/uikit/uitableviewheaderfooterview/reuseidentifier>
  open var reuseIdentifier: String? { identifier }

  /// <https://developer.apple.com/documentation/uikit/uitableviewheaderfooterview/contentview>
  open var contentView: UIView { content }

  private let identifier: String?
  private let content = UIView(frame: .zero)

  /// Required because a registered class is made from its metatype; on iOS it is a plain designated initializer.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableviewheaderfooterview/init(reuseidentifier:)>
  public required init(reuseIdentifier: String?) {
    identifier = reuseIdentifier
    super.init(frame: .zero)
    addSubview(content)
  }

  public required init?(coder: NSCoder) {
    identifier = nil
    super.init(coder: coder)
    addSubview(content)
  }

  /// <https://developer.apple.com/documentation/uikit/uitableviewheaderfooterview/prepareforreuse()>
  open func prepareForReuse() {}

  open override func layoutSubviews() {
    super.layoutSubviews()
    content.frame = bounds
  }
}

extension UITableViewHeaderFooterView: ReusableView {}
