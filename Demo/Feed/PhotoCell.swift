public import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

/// A row with a photo: declares the chain that loads its picture, and shows the states of it.
public final class PhotoCell: UITableViewCell, AsyncCell {
  public let pictureView = PictureView()
  public let titleLabel = UILabel()
  public let detailLabel = UILabel()
  /// Runs the work again; set while a failure is shown.
  public private(set) var retry: (@MainActor () -> Void)?

  public private(set) var photo: Photo?
  private var service: FeedService?

  func configure(_ photo: Photo, from service: FeedService) {
    if pictureView.superview == nil {
      for view in [pictureView, titleLabel, detailLabel] { contentView.addSubview(view) }
    }
    if photo != self.photo { show(.nothing) }
    self.photo = photo
    self.service = service
    titleLabel.text = photo.title
  }

  override public func layoutSubviews() {
    super.layoutSubviews()
    let side = contentView.bounds.height - 8
    let left = side * 4 / 3 + 16
    pictureView.frame = CGRect(x: 4, y: 4, width: side * 4 / 3, height: side)
    titleLabel.frame = CGRect(x: left, y: 8, width: contentView.bounds.width - left - 8, height: 24)
    detailLabel.frame = titleLabel.frame.offsetBy(dx: 0, dy: 28)
  }

  // MARK: AsyncCell

  public var asyncOperationID: AnyHashable? { photo?.url }

  public func asyncOperation() -> Waterfall<Picture>? {
    guard let photo, let service else { return nil }
    return service.picture(photo)
  }

  public func asyncOperationDidChange(_ state: AsyncCellState<Picture>) {
    switch state {
    case .inProgress(let progress):
      show(progress.previous.map(PictureView.Content.picture) ?? .placeholder(fraction: progress.fraction))
    case .complete(let picture):
      show(.picture(picture), detail: "\(picture.width) × \(picture.height)")
    case .failed(let failure):
      show(.failure, detail: "\(failure)")
      retry = { failure.retry() }
    }
  }

  private func show(_ content: PictureView.Content, detail: String = "") {
    pictureView.content = content
    detailLabel.text = detail
    retry = nil
  }
}
