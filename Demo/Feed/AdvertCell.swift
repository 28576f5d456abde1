import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

/// A row without asynchronous work: the list leaves it alone.
public final class AdvertCell: UITableViewCell {
  public let label = UILabel()

  func configure(_ text: String) {
    if label.superview == nil { contentView.addSubview(label) }
    label.text = text
  }

  override public func layoutSubviews() {
    super.layoutSubviews()
    label.frame = contentView.bounds.insetBy(dx: 16, dy: 8)
  }
}
