import AsyncCellUIKit
import DemoFeed
import DemoSupport
import Foundation
import HeadlessUIKit

/// The grid of photos.
@MainActor
final class GridScreen: Screen {
  let grid: GridViewController
  private(set) var feedError: (any Error)?

  init(_ service: FeedService, _ options: Options) {
    grid = GridViewController(service: service, maximumPhotos: options.rows)
    grid.feedDidFail = { [weak self] error in self?.feedError = error }
  }

  var name: Options.Screen { .grid }
  var controller: UIViewController { grid }
  var list: UIScrollView { grid.collectionView }
  var cells: AsyncListDelegate { grid.cells }
  var unit: String { "photos" }
  var itemCount: Int { grid.photoCount }
  /// Pages come as the list is scrolled.
  var isFeedComplete: Bool { grid.photoCount > 0 || grid.isComplete }

  func sights() -> [Sight] {
    let tiles = grid.collectionView.visibleCells.map { cell in
      // The data source says what belongs there, not the cell.
      let expected = grid.collectionView.indexPath(for: cell).flatMap { grid.photo(at: $0) }
      let tile = (cell.contentView as? TileView)?.tile
      return Sight(
        "photo", tile?.content ?? .nothing, expecting: expected?.id, configured: tile?.photo.id, isPhoto: true)
    }
    let headers = visibleHeaders.filter { $0.header.hasAvatar }.map { section, header in
      Sight(
        "album", header.avatarView.content, expecting: grid.album(at: section)?.author,
        configured: header.album?.author, isPhoto: false)
    }
    return tiles + headers
  }

  func draw(in frame: inout FrameModel) {
    frame.tiles = grid.collectionView.visibleCells.map { cell in
      let tile = cell.contentView as? TileView
      return TileModel(
        title: tile?.titleLabel.text ?? "", state: RowModel.State(tile?.pictureView.content ?? .nothing),
        frame: cell.frame.offsetBy(dx: -list.contentOffset.x, dy: -list.contentOffset.y))
    }
    frame.headings = visibleHeaders.map { _, header in
      HeadingModel(
        title: header.titleLabel.text ?? "",
        avatar: header.hasAvatar ? RowModel.State(header.avatarView.content) : nil,
        titleFrame: onScreen(header.titleLabel, in: header), avatarFrame: onScreen(header.avatarView, in: header))
    }
  }

  private var visibleHeaders: [(section: Int, header: AlbumHeader)] {
    let kind = UICollectionView.elementKindSectionHeader
    return grid.collectionView.indexPathsForVisibleSupplementaryElements(ofKind: kind).compactMap { path in
      let view = grid.collectionView.supplementaryView(forElementKind: kind, at: path)
      return (view as? AlbumHeader).map { (path.section, $0) }
    }
  }
}
