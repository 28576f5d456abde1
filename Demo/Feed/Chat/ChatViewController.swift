public import AsyncCellUIKit
public import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

/// A chat, the newest message at the bottom: a table with a diffable data source whose rows size themselves.
public final class ChatViewController: UITableViewController {
  /// Runs the work of the messages' parts.
  public let cells = AsyncTableViewDelegate()

  /// Called with the error when a page of messages cannot be loaded.
  public var feedDidFail: ((any Error) -> Void)?

  let service: FeedService
  let maximumMessages: Int
  var history = ChatHistory()
  /// Pages that have come and wait for the list to stand still.
  var waitingPages: [[ChatMessage]] = []
  var isLoadingOlder = false
  /// Whether the newest message stays on screen, as long as the user does not scroll away from it.
  private var isPinned = true
  private var dataSource: UITableViewDiffableDataSource<Int, MessageID>?

  public init(service: FeedService, maximumMessages: Int) {
    self.service = service
    self.maximumMessages = maximumMessages
    super.init(style: .plain)
  }

  public required init?(coder: NSCoder) {
    return nil
  }

  /// Messages in the chat.
  public var messageCount: Int { history.count }

  /// Whether there are no older messages.
  public var isComplete: Bool { history.isComplete }

  /// Messages that the server does not know yet.
  public var unsentCount: Int { history.unsentCount }

  /// The message that the data source has at an index path.
  public func message(at indexPath: IndexPath) -> ChatMessage? {
    dataSource?.itemIdentifier(for: indexPath).flatMap { history[$0] }
  }

  /// Whose picture the avatar of an author must be.
  public func avatar(of author: Int) -> Photo? { history.avatar(of: author, from: service) }

  // MARK: Life cycle

  override public func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(MessageCell.self, forCellReuseIdentifier: "message")
    tableView.rowHeight = UITableView.automaticDimension
    tableView.estimatedRowHeight = 132
    cells.attach(to: tableView, forwardingTo: self)
    cells.follows(self, whenHidden: .suspend)
    cells.remeasuring = .keepingLast
    cells.deliveryTiming = .eachFrame
    let dataSource = UITableViewDiffableDataSource<Int, MessageID>(tableView: tableView) {
      [weak self] tableView, indexPath, id in
      let cell = tableView.dequeueReusableCell(withIdentifier: "message", for: indexPath)
      self?.configure(cell, id, at: indexPath)
      return cell
    }
    self.dataSource = dataSource
    cells.identifyItems(by: dataSource)
    loadOlder()
  }

  private func configure(_ cell: UITableViewCell, _ id: MessageID, at indexPath: IndexPath) {
    guard let cell = cell as? MessageCell, let message = history[id] else { return }
    cell.configure(message, avatar: avatar(of: message.author), from: service)
    // The same cell configured again gets no display event.
    cells.prepare(cell, at: indexPath)
  }

  override public func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    // Rows that are measured change where the end is.
    stayPinned()
  }

  // MARK: Snapshots

  /// Shows the history as it is now, after a change of some messages' contents.
  func update(reconfiguring changed: [MessageID] = [], animated: Bool = true) {
    guard let dataSource else { return }
    var snapshot = NSDiffableDataSourceSnapshot<Int, MessageID>()
    snapshot.appendSections([0])
    snapshot.appendItems(history.ids)
    snapshot.reconfigureItems(changed)
    dataSource.apply(snapshot, animatingDifferences: animated && view.window != nil)
    cells.listDidUpdate()
    stayPinned()
    if isAtRest { showWaitingPages() }
  }

  /// Leaves the first message on screen where it is, whatever comes before it.
  func keepingPlace(_ change: () -> Void) {
    guard let dataSource, !isPinned, let first = tableView.indexPathsForVisibleRows?.first,
      let id = dataSource.itemIdentifier(for: first)
    else { return change() }
    let distance = tableView.rectForRow(at: first).minY - tableView.contentOffset.y
    change()
    guard let path = dataSource.indexPath(for: id) else { return }
    tableView.contentOffset.y = tableView.rectForRow(at: path).minY - distance
  }

  // MARK: Scrolling

  /// Stays with the newest message from now on.
  public func scrollToNewest() {
    isPinned = true
    let bottom = max(0, tableView.contentSize.height - tableView.bounds.height)
    if tableView.contentOffset.y != bottom { tableView.contentOffset.y = bottom }
  }

  private func stayPinned() {
    // Under the finger the list is the user's.
    if isPinned, isAtRest { scrollToNewest() }
  }

  /// Whether no finger moves the list, and none has set it in motion.
  var isAtRest: Bool { !tableView.isTracking && !tableView.isDragging && !tableView.isDecelerating }

  override public func tableView(
    _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) {
    if indexPath.row < 10 { loadOlder() }
  }

  override public func scrollViewDidScroll(_ scrollView: UIScrollView) {
    guard scrollView.isTracking || scrollView.isDecelerating else { return }
    isPinned = scrollView.contentSize.height - scrollView.bounds.maxY < 44
  }

  override public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    if !decelerate { showWaitingPages() }
  }

  override public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    showWaitingPages()
  }
}
