public import AsyncCellUIKit
public import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

/// A message in a bubble: two parts with asynchronous work, and a height that depends on text and picture.
public final class MessageCell: UITableViewCell, AsyncCellContainer {
  public let bubbleView = UIView()
  public let nameLabel = UILabel()
  public let messageLabel = UILabel()
  public let attachmentView = AttachmentView()
  public let avatarView = AvatarView()
  /// The message shown.
  public private(set) var message: ChatMessage?

  func configure(_ message: ChatMessage, avatar: Photo?, from service: FeedService) {
    if bubbleView.superview == nil {
      for view in [bubbleView, nameLabel, messageLabel, attachmentView, avatarView] { contentView.addSubview(view) }
      bubbleView.backgroundColor = .lightGray
      #if canImport(UIKit)
        messageLabel.numberOfLines = 0
        for label in [nameLabel, messageLabel] { label.font = .monospacedSystemFont(ofSize: 17, weight: .regular) }
      #endif
    }
    self.message = message
    nameLabel.text = heading(of: message)
    attachmentView.configure(message.picture, from: service)
    avatarView.configure(avatar, from: service)
    setNeedsLayout()
  }

  private func heading(of message: ChatMessage) -> String {
    if case .local = message.id { return "\(message.authorName) · sending…" }
    return message.isEdited ? "\(message.authorName) · edited" : message.authorName
  }

  /// Where everything stands in a cell of some width, now.
  public func layout(inWidth width: CGFloat) -> MessageLayout? {
    message.map { message in
      MessageLayout(
        message, heading: heading(of: message),
        picture: message.picture == nil ? nil : attachmentView.pictureSize, width: width)
    }
  }

  override public func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    CGSize(width: targetSize.width, height: layout(inWidth: targetSize.width)?.height ?? 66)
  }

  override public func layoutSubviews() {
    super.layoutSubviews()
    guard let layout = layout(inWidth: contentView.bounds.width) else { return }
    bubbleView.frame = layout.bubble
    nameLabel.frame = layout.name
    messageLabel.frame = layout.text
    messageLabel.text = layout.lines.joined(separator: "\n")
    attachmentView.frame = layout.attachment
    avatarView.frame = layout.avatar
  }

  // MARK: AsyncCellContainer

  public var asyncCells: [any AsyncCell] { [attachmentView, avatarView] }
}
