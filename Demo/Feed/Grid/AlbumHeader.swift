public import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

/// One page of the feed, as a section of the grid.
nonisolated public struct Album: Hashable, Sendable {
  /// Counted from 1.
  public let number: Int
  /// Whose avatar the header shows.
  public let author: Int
}

/// A section's header: a supplementary view with asynchronous work of its own.
public final class AlbumHeader: UICollectionReusableView, AsyncCell {
  public let avatarView = PictureView()
  public let titleLabel = UILabel()
  /// The album shown.
  public private(set) var album: Album?
  private var service: FeedService?

  /// Whether there is an avatar to load.
  public var hasAvatar: Bool { service?.hasAvatars ?? false }

  func configure(_ album: Album, from service: FeedService) {
    if avatarView.superview == nil {
      addSubview(avatarView)
      addSubview(titleLabel)
    }
    if album != self.album { avatarView.content = .nothing }
    self.album = album
    self.service = service
    titleLabel.text = "Album \(album.number)"
  }

  override public func layoutSubviews() {
    super.layoutSubviews()
    avatarView.frame = CGRect(x: 11, y: 22, width: 44, height: 44)
    titleLabel.frame = CGRect(x: hasAvatar ? 77 : 11, y: 22, width: bounds.width - 88, height: 44)
  }

  // MARK: AsyncCell

  public var asyncOperationID: AnyHashable? {
    guard let album, let service, service.hasAvatars else { return nil }
    return service.avatarURL(of: album.author)
  }

  public func asyncOperation() -> OperationFactory<AvatarOperation>? {
    guard let album, let service, service.hasAvatars else { return nil }
    return service.avatar(at: service.avatarURL(of: album.author))
  }

  public func asyncOperationDidChange(_ state: AsyncCellState<Picture>) {
    avatarView.content = PictureView.Content(state)
  }
}
