import AsyncCellUIKit
import DemoFeed
import DemoSupport
import Foundation
@_spi(Headless) import HeadlessUIKit

/// The feed in a headless window, looked at on every frame.
@MainActor
final class Stage {
  let feed: FeedViewController
  let window: UIWindow
  let options: Options
  private(set) var feedError: (any Error)?
  private(set) var isFeedComplete = false
  var watch = Watch()

  private let service: FeedService
  private let terminal: TerminalSession?
  private let cover = UIViewController()
  private let navigation: UINavigationController

  init(_ service: FeedService, options: Options, terminal: TerminalSession?) {
    self.service = service
    self.options = options
    self.terminal = terminal
    feed = FeedViewController(service: service, maximumRows: options.rows)
    feed.cells.operations.maxConcurrentOperationCount = options.concurrency
    navigation = UINavigationController(rootViewController: feed)
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 704))
    window.rootViewController = navigation
    feed.feedDidFail = { [weak self] error in self?.feedError = error }
    feed.feedDidGrow = { [weak self] isComplete in self?.isFeedComplete = isComplete }
  }

  var tableView: UITableView { feed.tableView }

  var feedAddress: String { service.base.absoluteString }

  func appear() {
    window.makeKeyAndVisible()
    frame()
  }

  /// One frame: motion and layout, a look at every visible cell, and a drawing of it where there is a terminal.
  func frame(_ note: String = "") {
    window.runFrame()
    watch.look(at: tableView, isCovered: navigation.topViewController === cover)
    guard let terminal else { return }
    let size = terminal.size
    var canvas = Canvas(width: size.columns, height: size.rows)
    canvas.draw(frameModel(note))
    terminal.present(canvas)
  }

  func leave(_ leaving: FeedViewController.Leaving) {
    feed.leaving = leaving
    navigation.pushViewController(cover, animated: true)
  }

  func comeBack() {
    _ = navigation.popViewController(animated: true)
  }

  /// What has been counted, each where it happened.
  func report() -> Report {
    let statistics = feed.cells.operations.statistics
    let counts = service.meter.counts
    let visible = watch.visible(in: tableView)
    var report = Report()
    report.rows = feed.photoCount
    report.visible = visible.count
    report.visibleComplete = visible.filter { $0.outcome == .complete }.count
    report.visibleFailed = visible.filter { $0.outcome == .failed }.count
    report.wrongCell = watch.wrongCell
    report.started = statistics.started
    report.completed = statistics.completed
    report.failed = statistics.failed
    report.cancelled = statistics.cancelled
    report.yielded = statistics.yielded
    report.parked = statistics.parked
    report.resumed = statistics.resumed
    report.retries = statistics.retries
    report.coalesced = statistics.coalesced
    report.cacheHits = feed.cells.cache.hitCount
    report.lanes = feed.cells.operations.lanes.map { lane in
      Report.Lane(
        name: lane.lane.name, limit: lane.maxConcurrentOperationCount, peakRunning: lane.peakRunningOperationCount)
    }
    report.fetchesStarted = counts.fetchesStarted
    report.fetchesCompleted = counts.fetchesCompleted
    report.avatarsStarted = counts.avatarsStarted
    report.feedPages = counts.feedPages
    report.redirects = counts.redirects
    // What the client has seen; the demo's own server knows better and replaces it.
    report.httpRequests = counts.fetchesStarted + counts.avatarsStarted + counts.feedPages + counts.redirects
    report.httpBytes = counts.bytes
    report.unidentified = counts.unidentified
    report.timeToVisibleMs = Report.Percentiles(of: watch.timesToVisible)
    report.wastedStarts = counts.photosStarted.subtracting(watch.photosSeen).count
    return report
  }

  private func frameModel(_ note: String) -> FrameModel {
    let operations = feed.cells.operations
    let lanes = operations.lanes.map { lane in
      "\(lane.lane) \(lane.runningOperationCount)/\(lane.maxConcurrentOperationCount)"
        + (lane.waitingOperationCount > 0 ? " +\(lane.waitingOperationCount)" : "")
    }
    let statistics = operations.statistics
    let times = Report.Percentiles(of: watch.timesToVisible)
    let top = tableView.contentOffset.y
    let span = max(1, tableView.contentSize.height - tableView.bounds.height)
    return FrameModel(
      title: "AsyncCell demo", detail: note, rows: watch.models(of: tableView),
      status: [
        "running \(lanes.joined(separator: ", "))  parked \(statistics.parked - statistics.resumed)"
          + "  cached \(feed.cells.cache.count)  retries \(statistics.retries)",
        "time to visible p50 \(Int(times.p50)) ms, p99 \(Int(times.p99)) ms   \(feed.photoCount) photos"
          + "   wrong cells \(watch.wrongCell)",
      ],
      scrollPosition: min(1, max(0, Double(top / span))))
  }
}
