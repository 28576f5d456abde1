import AsyncCellCore
import AsyncCellTesting
import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit

/// Jobs that take a fixed time, by the clock of the engine.
final class TimedWork: Sendable {
  private let clock: ManualClock
  private let latency: Duration
  private let jobs: Int
  private let started = Locked<Set<String>>([])

  init(_ clock: ManualClock, latency: Duration, jobs: Int = 1) {
    self.clock = clock
    self.latency = latency
    self.jobs = jobs
  }

  var names: Set<String> { started.withLock { $0 } }

  func work(_ name: String) -> Waterfall<String> {
    (1..<jobs).reduce(Waterfall(name).then(job(notes: true))) { chain, _ in chain.then(job(notes: false)) }
      .map { $0.uppercased() }
  }

  private func job(notes: Bool) -> Job<String, String> {
    .callback("load") { [clock, latency, started] (name: String, handoff: Handoff<String>) -> Void in
      if notes { started.withLock { _ = $0.insert(name) } }
      _ = clock.schedule(after: latency) { handoff.succeed(name) }
    }
  }
}

/// Twelve rows of 44 points over a list of 5,000, with four jobs at a time, in virtual time.
@MainActor
final class FlingStage {
  static let rowHeight = 44.0
  static let visibleRows = 12
  static let substeps = 5

  let engine = VirtualEngine()
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 528))
  let table = UITableView(frame: .zero, style: .plain)
  let cells: AsyncTableViewDelegate
  let work: TimedWork
  private let controller = UIViewController()
  private let rows: FlingRows

  /// Rows that have been on screen at all, and those that have shown their value there.
  private(set) var flownOver: Set<Int> = []
  private(set) var shown: Set<Int> = []

  init(_ profile: HeadlessProfile, latency: Int, jobs: Int = 1, prefetches: Bool = true, skips: Bool = true) {
    cells = AsyncTableViewDelegate(operations: engine.makeQueue(limit: 4))
    work = TimedWork(engine.clock, latency: .milliseconds(latency), jobs: jobs)
    rows = FlingRows(cells, work)
    window.headlessProfile = profile
    cells.coordinator.skipsWhatFliesPast = skips
    table.register(FlingCell.self, forCellReuseIdentifier: "row")
    table.rowHeight = Self.rowHeight
    table.dataSource = rows
    if prefetches {
      cells.prefetchItems { [work] path -> (key: AnyHashable, source: Waterfall<String>)? in
        path.row < FlingRows.count ? ("n\(path.row)", work.work("n\(path.row)")) : nil
      }
    }
    cells.attach(to: table)
    controller.view = table
    window.rootViewController = controller
    window.makeKeyAndVisible()
    frame()
    run(for: 2)
  }

  /// One frame, with the time that it takes in small steps.
  func frame() {
    for _ in 0..<Self.substeps { engine.advance(by: TimerFrames.interval / Self.substeps) }
    window.runFrame()
    engine.settle()
    for path in table.indexPathsForVisibleRows ?? [] {
      flownOver.insert(path.row)
      if (table.cellForRow(at: path) as? FlingCell)?.isComplete == true { shown.insert(path.row) }
    }
  }

  func run(for seconds: Double) {
    for _ in 0..<Int(seconds * 60) { frame() }
  }

  var incompleteRows: Int {
    (table.indexPathsForVisibleRows ?? []).count { (table.cellForRow(at: $0) as? FlingCell)?.isComplete != true }
  }

  /// Work that was started for rows that have been flown over and have never shown it.
  var wasted: Double {
    let started = Set(work.names.compactMap { Int($0.dropFirst()) })
    return Double(started.subtracting(shown).count) / Double(max(1, flownOver.count))
  }

  /// Milliseconds until every visible row is complete, from now.
  func timeToComplete(limit: Double = 20) -> Double {
    let start = engine.clock.now
    var frames = 0.0
    while incompleteRows > 0, frames < limit * 60 {
      frame()
      frames += 1
    }
    return (engine.clock.now - start).seconds * 1000
  }

  /// Rows further than two screenfuls away for which something still waits.
  var leftBehind: [Int] {
    let visible = (table.indexPathsForVisibleRows ?? []).map(\.row)
    guard let first = visible.first, let last = visible.last else { return [] }
    let near = (first - 2 * visible.count)...(last + 2 * visible.count)
    return flownOver.filter { row in
      let key = "n\(row)"
      return !near.contains(row) && !work.names.contains(key)
        && cells.coordinator.status(forKey: key, producing: String.self) == .inProgress
    }.sorted()
  }
}

final class FlingCell: UITableViewCell, AsyncCell {
  var name: String?
  var work: TimedWork?
  private(set) var isComplete = false

  override func prepareForReuse() {
    super.prepareForReuse()
    isComplete = false
  }

  var asyncOperationID: AnyHashable? { name }

  func asyncOperation() -> Waterfall<String>? {
    guard let name else { return nil }
    return work?.work(name)
  }

  func asyncOperationDidChange(_ state: AsyncCellState<String>) {
    isComplete = state.value == name?.uppercased()
  }
}

final class FlingRows: NSObject, UITableViewDataSource {
  static let count = 5_000

  private let cells: AsyncTableViewDelegate
  private let work: TimedWork

  init(_ cells: AsyncTableViewDelegate, _ work: TimedWork) {
    self.cells = cells
    self.work = work
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { Self.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    guard let cell = cell as? FlingCell else { return cell }
    cell.work = work
    cell.name = "n\(indexPath.row)"
    cells.prepare(cell, at: indexPath)
    return cell
  }
}
