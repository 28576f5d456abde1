public import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

/// What a tile of the grid shows: any collection view cell can be given it.
public struct TileConfiguration: UIContentConfiguration {
  public var photo: Photo
  public var content: PictureView.Content

  public func makeContentView() -> any UIView & UIContentView { TileView(self) }

  public func updated(for state: any UIConfigurationState) -> TileConfiguration { self }
}

/// A picture with its title below.
public final class TileView: UIView, UIContentView {
  public let pictureView = PictureView()
  public let titleLabel = UILabel()
  /// What is shown.
  public private(set) var tile: TileConfiguration

  init(_ tile: TileConfiguration) {
    self.tile = tile
    super.init(frame: .zero)
    addSubview(pictureView)
    addSubview(titleLabel)
    show()
  }

  public required init?(coder: NSCoder) {
    return nil
  }

  public var configuration: any UIContentConfiguration {
    get { tile }
    set {
      guard let new = newValue as? TileConfiguration else { return }
      tile = new
      show()
    }
  }

  private func show() {
    pictureView.content = tile.content
    titleLabel.text = tile.photo.title
  }

  override public func layoutSubviews() {
    super.layoutSubviews()
    let caption = min(22, bounds.height)
    pictureView.frame = CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height - caption)
    titleLabel.frame = CGRect(x: 0, y: bounds.height - caption, width: bounds.width, height: caption)
  }
}
