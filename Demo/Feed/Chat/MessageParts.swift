public import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

/// The picture of a message. It stands for the message, whose identifier the list knows and may replace.
public final class AttachmentView: UIView, AsyncCell {
  public let pictureView = PictureView()
  /// What is attached to the message; nil if nothing is.
  public private(set) var photo: Photo?
  private var service: FeedService?

  func configure(_ photo: Photo?, from service: FeedService) {
    if pictureView.superview == nil { addSubview(pictureView) }
    if photo != self.photo { pictureView.content = .nothing }
    self.photo = photo
    self.service = service
  }

  override public func layoutSubviews() {
    super.layoutSubviews()
    pictureView.frame = bounds
  }

  /// The size of the picture in pixels, zero while it is not there.
  var pictureSize: CGSize {
    guard case .picture(let picture) = pictureView.content else { return .zero }
    return CGSize(width: picture.width, height: picture.height)
  }

  // MARK: AsyncCell

  public func asyncOperation() -> Waterfall<Picture>? {
    guard let photo, let service else { return nil }
    return service.picture(photo)
  }

  public func asyncOperationDidChange(_ state: AsyncCellState<Picture>) {
    pictureView.content = PictureView.Content(state)
  }
}

/// An author's avatar: one run and one result for all messages of the author.
public final class AvatarView: UIView, AsyncCell {
  public let pictureView = PictureView()
  /// The avatar; nil if the author has none.
  public private(set) var photo: Photo?
  private var service: FeedService?

  func configure(_ photo: Photo?, from service: FeedService) {
    if pictureView.superview == nil { addSubview(pictureView) }
    if photo != self.photo { pictureView.content = .nothing }
    self.photo = photo
    self.service = service
  }

  override public func layoutSubviews() {
    super.layoutSubviews()
    pictureView.frame = bounds
  }

  // MARK: AsyncCell

  public var asyncOperationID: AnyHashable? { photo?.url }

  public func asyncOperation() -> Waterfall<Picture>? {
    guard let photo, let service else { return nil }
    return service.avatar(of: photo)
  }

  public func asyncOperationDidChange(_ state: AsyncCellState<Picture>) {
    pictureView.content = PictureView.Content(state)
  }
}
