import Foundation
@_spi(Headless) import HeadlessUIKit

/// A window of five rows of 100 points each, over a list of items that a test may change at will.
@MainActor
final class Stage {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
  let table = UITableView(frame: .zero, style: .plain)
  let controller = UIViewController()
  let feed: Feed

  init(_ profile: HeadlessProfile = .preparedCache, rows: Int = 100, feed: Feed = Feed()) {
    self.feed = feed
    feed.sections = [Array(0..<rows)]
    window.headlessProfile = profile
    table.register(FeedCell.self, forCellReuseIdentifier: "cell")
    table.rowHeight = 100
    table.dataSource = feed
    table.delegate = feed
    table.prefetchDataSource = feed
    controller.view = table
    window.rootViewController = controller
    window.makeKeyAndVisible()
  }

  var log: HeadlessLog { table.headlessLog }

  /// The first layout, forgotten by the log.
  func settled() -> Self {
    window.runFrame()
    log.clear()
    feed.calls = []
    return self
  }

  /// What the rows got, without the scroll events.
  var rowEvents: [HeadlessEvent] {
    log.events.filter { if case .scroll = $0 { false } else { true } }
  }

  var scrollEvents: [HeadlessEvent.Scroll] {
    log.events.compactMap { if case .scroll(let event) = $0 { event } else { nil } }
  }
}

final class FeedCell: UITableViewCell {
  var item: Int?
  var reuses = 0
  var windowsSeen = 0

  override func prepareForReuse() {
    super.prepareForReuse()
    reuses += 1
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    if window != nil { windowsSeen += 1 }
  }
}

/// Data source, delegate and prefetch data source of one table, with a hook for each call a test wants to enter.
final class Feed: NSObject, UITableViewDataSource, UITableViewDelegate, UITableViewDataSourcePrefetching {
  var sections: [[Int]] = []
  var calls: [String] = []
  var onCell: ((UITableView, IndexPath) -> UITableViewCell)?
  var inCell: ((UITableView, UITableViewCell, IndexPath) -> Void)?
  var onWillDisplay: ((UITableView, UITableViewCell, IndexPath) -> Void)?
  var onDidEnd: ((UITableView, UITableViewCell, IndexPath) -> Void)?
  var onScroll: ((UIScrollView) -> Void)?
  var onWillEndDragging: ((UIScrollView, CGPoint, UnsafeMutablePointer<CGPoint>) -> Void)?

  func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    if let onCell { return onCell(tableView, indexPath) }
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    (cell as? FeedCell)?.item = sections[indexPath.section][indexPath.row]
    inCell?(tableView, cell, indexPath)
    return cell
  }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    onWillDisplay?(tableView, cell, indexPath)
  }

  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    onDidEnd?(tableView, cell, indexPath)
  }

  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
    calls.append("prefetch \(indexPaths.map(\.row))")
  }

  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
    calls.append("cancel \(indexPaths.map(\.row))")
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    onScroll?(scrollView)
  }

  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    onWillEndDragging?(scrollView, velocity, targetContentOffset)
  }
}

func row(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

extension [HeadlessEvent] {
  func count(_ event: HeadlessEvent) -> Int { count { $0 == event } }
}
