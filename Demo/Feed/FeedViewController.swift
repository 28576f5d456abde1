public import AsyncCellUIKit
public import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

/// A table of photos: ordinary UIKit code over AsyncCell.
public final class FeedViewController: UITableViewController {
  /// Runs the cells' work.
  public let cells = AsyncTableViewDelegate()

  /// What becomes of the work when the screen is covered.
  public enum Leaving: Sendable { case cancel, suspend }

  public var leaving = Leaving.cancel

  /// Called with the error when a page of the feed cannot be loaded.
  public var feedDidFail: ((any Error) -> Void)?

  /// Called when a page has been appended; with true when there are no more.
  public var feedDidGrow: ((_ isComplete: Bool) -> Void)?

  private let service: FeedService
  private let maximumRows: Int
  private var rows: [FeedRow] = []
  private var photos = 0
  private var isLoading = false

  public init(service: FeedService, maximumRows: Int) {
    self.service = service
    self.maximumRows = maximumRows
    super.init(style: .plain)
  }

  public required init?(coder: NSCoder) {
    return nil
  }

  /// Photos in the table.
  public var photoCount: Int { photos }

  // MARK: Life cycle

  override public func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(PhotoCell.self, forCellReuseIdentifier: "photo")
    tableView.register(AuthorCell.self, forCellReuseIdentifier: "author")
    tableView.register(AdvertCell.self, forCellReuseIdentifier: "advert")
    tableView.rowHeight = 88
    cells.attach(to: tableView, forwardingTo: self)
    let refresh = UIRefreshControl()
    refresh.addAction(UIAction { [weak self] _ in self?.refresh() }, for: .valueChanged)
    refreshControl = refresh
    loadPage(0)
  }

  override public func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    cells.resumeOperations()
  }

  override public func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    switch leaving {
    case .cancel: cells.cancelOperations()
    case .suspend: cells.suspendOperations()
    }
  }

  // MARK: The feed

  /// Fetches everything on screen anew, keeping what is shown until then.
  private func refresh() {
    cells.resetOperations(keepingValues: true)
    cells.operations.enqueue(service.page(0), forKey: "page 0") { [weak self] _ in
      self?.refreshControl?.endRefreshing()
    }
  }

  private func loadPage(_ number: Int) {
    cells.operations.enqueue(service.page(number), forKey: "page \(number)") { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let page):
        append(page)
        let isComplete = page.isEmpty || photos >= maximumRows
        feedDidGrow?(isComplete)
        if !isComplete { loadPage(number + 1) }
      case .failure(let error):
        feedDidFail?(error)
      }
    }
  }

  private func append(_ page: [Photo]) {
    guard !page.isEmpty else { return }
    for photo in page.prefix(maximumRows - photos) {
      rows.append(.photo(photo))
      photos += 1
      if photos % 9 == 0 { rows.append(.advert("An advert, which has nothing to load")) }
      if photos % 7 == 0, service.hasAvatars {
        rows.append(.author(id: photo.id, avatar: service.avatarURL(of: photo.id)))
      }
    }
    tableView.reloadData()
  }

  // MARK: UITableViewDataSource

  override public func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    rows.count
  }

  override public func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let identifier =
      switch rows[indexPath.row] {
      case .photo: "photo"
      case .author: "author"
      case .advert: "advert"
      }
    let cell = tableView.dequeueReusableCell(withIdentifier: identifier, for: indexPath)
    switch (rows[indexPath.row], cell) {
    case (.photo(let photo), let cell as PhotoCell): cell.configure(photo, from: service)
    case (.author(let id, let avatar), let cell as AuthorCell): cell.configure(id, avatar: avatar, from: service)
    case (.advert(let text), let cell as AdvertCell): cell.configure(text)
    default: assertionFailure("A cell of another class was registered for \(identifier).")
    }
    cells.prepare(cell, at: indexPath)
    return cell
  }
}
