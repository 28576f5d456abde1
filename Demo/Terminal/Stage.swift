import AsyncCellUIKit
import DemoFeed
import DemoSupport
import Foundation
@_spi(Headless) import HeadlessUIKit

/// One screen in a headless window, looked at on every frame.
@MainActor
final class Stage {
  let screen: any Screen
  let window: UIWindow
  private(set) var watch = Watch()

  private let service: FeedService
  private let terminal: TerminalSession?
  private let cover = UIViewController()
  private let navigation: UINavigationController
  private var nextDrawing = ContinuousClock.now

  /// Lines at the bottom of the terminal.
  private static let statusLines = 2
  private static let pointsPerLine = 22.0

  init(_ screen: any Screen, _ service: FeedService, options: Options, terminal: TerminalSession?) {
    self.screen = screen
    self.service = service
    self.terminal = terminal
    screen.cells.operations.maxConcurrentOperationCount = options.concurrency
    navigation = UINavigationController(rootViewController: screen.controller)
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: screen.width(inColumns: 81), height: 704))
    window.rootViewController = navigation
    fitTerminal()
  }

  var list: UIScrollView { screen.list }

  var feedAddress: String { service.base.absoluteString }

  func appear() {
    window.makeKeyAndVisible()
    frame()
  }

  /// One frame: motion and layout, a look at every visible cell, and a drawing of it where there is a terminal.
  func frame(_ note: String = "") {
    fitTerminal()
    window.runFrame()
    if navigation.topViewController === cover { watch.isCovered() } else { watch.look(at: screen.sights()) }
    let start = ContinuousClock.now
    guard let terminal, start >= nextDrawing else { return }
    let size = terminal.size
    var canvas = Canvas(width: size.columns, height: size.rows)
    canvas.draw(frameModel(note))
    terminal.present(canvas)
    // Where drawing takes long, frames go undrawn: the demo is about what happens in between.
    let end = ContinuousClock.now
    nextDrawing = end + (end - start)
  }

  /// Ends whatever has been asked for and is not there yet.
  func stop() {
    screen.cells.operations.cancelAllOperations()
  }

  /// Whether anything runs at all.
  var isRunning: Bool { screen.cells.operations.lanes.contains { $0.runningOperationCount > 0 } }

  func leave() {
    navigation.pushViewController(cover, animated: true)
  }

  func comeBack() {
    _ = navigation.popViewController(animated: true)
  }

  /// The window is as large as the terminal's list, also when the terminal changes its size.
  private func fitTerminal() {
    guard let size = terminal?.size else { return }
    let lines = max(4, size.rows - 1 - Self.statusLines)
    let frame = CGRect(
      x: 0, y: 0, width: screen.width(inColumns: size.columns), height: CGFloat(Double(lines) * Self.pointsPerLine))
    if window.frame != frame { window.frame = frame }
  }

  /// What has been counted, each where it happened.
  func report() -> Report {
    let statistics = screen.cells.operations.statistics
    let counts = service.meter.counts
    let visible = screen.sights()
    var report = Report()
    report.screen = screen.name.rawValue
    report.rows = screen.itemCount
    report.visible = visible.count
    report.visibleComplete = visible.filter { $0.outcome == .complete }.count
    report.visibleFailed = visible.filter { $0.outcome == .failed }.count
    report.wrongCell = watch.wrongCell
    report.violations = list.headlessLog.violations.count
    report.started = statistics.started
    report.completed = statistics.completed
    report.failed = statistics.failed
    report.cancelled = statistics.cancelled
    report.yielded = statistics.yielded
    report.parked = statistics.parked
    report.resumed = statistics.resumed
    report.retries = statistics.retries
    report.coalesced = statistics.coalesced
    report.cacheHits = screen.cells.cache.hitCount
    report.lanes = screen.cells.operations.lanes.map { lane in
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
    let operations = screen.cells.operations
    let lanes = operations.lanes.map { lane in
      "\(lane.lane) \(lane.runningOperationCount)/\(lane.maxConcurrentOperationCount)"
        + (lane.waitingOperationCount > 0 ? " +\(lane.waitingOperationCount)" : "")
    }
    let statistics = operations.statistics
    let times = Report.Percentiles(of: watch.timesToVisible)
    let span = max(1, list.contentSize.height - list.bounds.height)
    var model = FrameModel(
      title: "AsyncCell demo: \(screen.name.title)", detail: note,
      status: [
        "running \(lanes.joined(separator: ", "))  parked \(max(0, statistics.parked - statistics.resumed))"
          + "  cached \(screen.cells.cache.count)  retries \(statistics.retries)",
        "time to visible p50 \(Int(times.p50)) ms, p99 \(Int(times.p99)) ms   \(screen.itemCount) \(screen.unit)"
          + "   wrong cells \(watch.wrongCell)",
      ],
      scrollPosition: min(1, max(0, Double(list.contentOffset.y / span))), pointsPerLine: Self.pointsPerLine)
    screen.draw(in: &model)
    return model
  }
}

extension Options.Screen {
  /// What the screen is called in the terminal.
  var title: String {
    switch self {
    case .table: "table"
    case .grid: "grid"
    case .updates: "chat"
    }
  }
}
