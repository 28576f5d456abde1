public import AsyncCellUIKit
public import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

/// A grid of photos in albums: a collection view with a diffable data source and registrations.
public final class GridViewController: UICollectionViewController {
  /// Runs the work of the tiles and of the headers.
  public let cells = AsyncCollectionViewDelegate()

  /// Called with the error when a page of the feed cannot be loaded.
  public var feedDidFail: ((any Error) -> Void)?

  private let service: FeedService
  private let maximumPhotos: Int
  private let grid = GridLayout(
    .adaptive(minimumWidth: 150), spacing: 11, lineSpacing: 22, aspectRatio: 0, additionalHeight: 132)
  private let flow = UICollectionViewFlowLayout()
  private var dataSource: UICollectionViewDiffableDataSource<Album, Photo.ID>?
  private var photos: [Photo.ID: Photo] = [:]
  private var nextPage = 0
  /// Whether there are no more pages.
  public private(set) var isComplete = false

  public init(service: FeedService, maximumPhotos: Int) {
    self.service = service
    self.maximumPhotos = maximumPhotos
    super.init(collectionViewLayout: flow)
  }

  public required init?(coder: NSCoder) {
    return nil
  }

  /// Photos in the grid.
  public var photoCount: Int { photos.count }

  /// The photo that the data source has at an index path.
  public func photo(at indexPath: IndexPath) -> Photo? {
    dataSource?.itemIdentifier(for: indexPath).flatMap { photos[$0] }
  }

  /// The album that the data source has at an index.
  public func album(at index: Int) -> Album? { dataSource?.sectionIdentifier(for: index) }

  // MARK: Life cycle

  override public func viewDidLoad() {
    super.viewDidLoad()
    flow.headerReferenceSize = CGSize(width: 0, height: 66)
    cells.prefetchItems { [weak self] indexPath -> (key: AnyHashable, source: Waterfall<Picture>)? in
      guard let self, let photo = photo(at: indexPath) else { return nil }
      return (key: photo.url, source: service.picture(photo))
    }
    cells.attach(to: collectionView, forwardingTo: self)
    cells.follows(self, whenHidden: .suspend)
    let dataSource = makeDataSource()
    self.dataSource = dataSource
    cells.identifyItems(by: dataSource)
    loadPages()
  }

  override public func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    flow.apply(grid, width: view.bounds.width)
  }

  private func makeDataSource() -> UICollectionViewDiffableDataSource<Album, Photo.ID> {
    let tile = UICollectionView.CellRegistration<UICollectionViewCell, Photo> {
      [cells, service] cell, indexPath, photo in
      cells.bind(cell, to: photo.url, at: indexPath, service.picture(photo)) { cell, state in
        cell.contentConfiguration = TileConfiguration(photo: photo, content: PictureView.Content(state))
      }
    }
    let header = UICollectionView.SupplementaryRegistration<AlbumHeader>(
      elementKind: UICollectionView.elementKindSectionHeader
    ) { [weak self] header, _, indexPath in
      guard let self, let album = album(at: indexPath.section) else { return }
      header.configure(album, from: service)
      cells.prepare(supplementaryView: header)
    }
    let dataSource = UICollectionViewDiffableDataSource<Album, Photo.ID>(collectionView: collectionView) {
      [weak self] collectionView, indexPath, id in
      collectionView.dequeueConfiguredReusableCell(using: tile, for: indexPath, item: self?.photos[id])
    }
    dataSource.supplementaryViewProvider = { collectionView, _, indexPath in
      collectionView.dequeueConfiguredReusableSupplementary(using: header, for: indexPath)
    }
    return dataSource
  }

  // MARK: The feed

  /// Loads the first page at once, and each other when the end of the list comes near.
  private func loadPages() {
    cells.operations.enqueue(service.page(0), forKey: "page 0") { [weak self] in self?.pageDidEnd($0) }
    cells.whenNearEnd(within: 15) { [weak self] () -> (key: AnyHashable, source: Waterfall<[Photo]>)? in
      guard let self, nextPage > 0, !isComplete else { return nil }
      return (key: "page \(nextPage)", source: service.page(nextPage))
    } completion: { [weak self] in
      self?.pageDidEnd($0)
    }
  }

  private func pageDidEnd(_ result: Result<[Photo], any Error>) {
    switch result {
    case .success(let page): append(page)
    case .failure(let error): feedDidFail?(error)
    }
  }

  private func append(_ page: [Photo]) {
    // A server may send an item twice; a list may not show it twice.
    var new: [Photo] = []
    for photo in page where photos[photo.id] == nil && photos.count < maximumPhotos {
      photos[photo.id] = photo
      new.append(photo)
    }
    isComplete = page.isEmpty || photos.count >= maximumPhotos
    guard let first = new.first else { return }
    nextPage += 1
    update { snapshot in
      let album = Album(number: nextPage, author: first.id)
      snapshot.appendSections([album])
      snapshot.appendItems(new.map(\.id), toSection: album)
    }
  }

  /// Deals the photos of an album anew, as the section at an index.
  public func shuffleAlbum(at index: Int) {
    guard let album = album(at: index) else { return }
    update { snapshot in
      let ids = snapshot.itemIdentifiers(inSection: album)
      let (upper, lower) = (ids.prefix(ids.count / 2), ids.dropFirst(ids.count / 2))
      snapshot.deleteItems(ids)
      snapshot.appendItems(zip(lower, upper).flatMap { [$0, $1] } + lower.dropFirst(upper.count), toSection: album)
    }
  }

  private func update(_ change: (inout NSDiffableDataSourceSnapshot<Album, Photo.ID>) -> Void) {
    guard let dataSource else { return }
    var snapshot = dataSource.snapshot()
    change(&snapshot)
    dataSource.apply(snapshot, animatingDifferences: view.window != nil)
    cells.listDidUpdate()
  }
}
