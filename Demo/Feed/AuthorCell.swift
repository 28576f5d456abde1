public import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

/// A row about an author, whose avatar is loaded by ``AvatarOperation``.
public final class AuthorCell: UITableViewCell, AsyncCell {
  public let avatarView = PictureView()
  public let nameLabel = UILabel()
  /// The author shown.
  public private(set) var author: Int?
  private var url: URL?
  private var service: FeedService?

  func configure(_ author: Int, avatar url: URL, from service: FeedService) {
    if avatarView.superview == nil {
      contentView.addSubview(avatarView)
      contentView.addSubview(nameLabel)
    }
    if author != self.author { avatarView.content = .nothing }
    self.author = author
    self.url = url
    self.service = service
    nameLabel.text = "Author \(author)"
  }

  override public func layoutSubviews() {
    super.layoutSubviews()
    let side = contentView.bounds.height - 16
    avatarView.frame = CGRect(x: 8, y: 8, width: side, height: side)
    nameLabel.frame = CGRect(x: side + 24, y: 8, width: contentView.bounds.width - side - 32, height: side)
  }

  // MARK: AsyncCell

  public var asyncOperationID: AnyHashable? { url }

  public func asyncOperation() -> OperationFactory<AvatarOperation>? {
    guard let url, let service else { return nil }
    return service.avatar(at: url)
  }

  public func asyncOperationDidChange(_ state: AsyncCellState<Picture>) {
    switch state {
    case .inProgress(let progress):
      avatarView.content = progress.previous.map(PictureView.Content.picture) ?? .placeholder(fraction: nil)
    case .complete(let picture):
      avatarView.content = .picture(picture)
    case .failed:
      avatarView.content = .failure
    }
  }
}
