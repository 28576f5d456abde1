import DemoFeed
import DemoSupport
import Foundation
@_spi(Headless) import HeadlessUIKit

/// The scripted hand: what a user would do in ten seconds.
@MainActor
struct Script {
  private let stage: Stage
  private let speed: Double
  /// However slow the server is, the demo ends; on the way it waits less.
  private let patience = (onTheWay: Duration.seconds(2), atTheEnd: Duration.seconds(60))

  init(_ stage: Stage, speed: Double) {
    self.stage = stage
    self.speed = speed
  }

  func play() async throws -> Report {
    try await load()
    await settle(for: 0.8, "first screen")
    await scroll(by: 900, over: 0.8)
    await fling(2_400, "fling")
    await settle(for: 0.4, "stopped")
    await fling(-2_000, "fling back")
    await settle(for: 0.4, "stopped")
    stage.tableView.scrollToTop()
    await wait(0.6, "to the top") { stage.tableView.contentOffset.y > 1 }
    stage.tableView.pullToRefresh()
    await settle(for: 0.5, "refreshed")
    await leaveAndReturn(.suspend, "suspended")
    await leaveAndReturn(.cancel, "cancelled")
    await untilDone("waiting for the last", patience: patience.atTheEnd)
    return stage.report()
  }

  /// Waits for the feed's first page, and with no time to lose for all of them.
  private func load() async throws {
    stage.appear()
    let end = ContinuousClock.now + .seconds(30)
    while stage.feed.photoCount == 0 || speed == 0 && !stage.isFeedComplete {
      if let error = stage.feedError {
        if stage.feed.photoCount > 0 { break }
        throw DemoError("the feed at \(stage.feedAddress) cannot be loaded: \(DemoError.reason(error))")
      }
      if stage.feed.photoCount == 0, stage.isFeedComplete { break }
      guard ContinuousClock.now < end else { throw DemoError("the feed did not come within 30 seconds") }
      await frame("loading the feed")
    }
  }

  private func scroll(by distance: CGFloat, over seconds: Double) async {
    let frames = Int(seconds * 60)
    stage.tableView.beginDrag()
    for _ in 0..<frames {
      stage.tableView.moveDrag(by: CGPoint(x: 0, y: distance / CGFloat(frames)))
      await frame("scrolling")
    }
    stage.tableView.endDrag()
  }

  private func fling(_ velocity: CGFloat, _ note: String) async {
    stage.tableView.flick(velocity: velocity)
    await wait(2, note) { stage.tableView.isDecelerating }
  }

  private func leaveAndReturn(_ leaving: FeedViewController.Leaving, _ note: String) async {
    // Somewhere new, so that work is under way when the screen is covered.
    let target = stage.tableView.contentOffset.y + 2_000
    stage.tableView.jump(to: min(target, max(0, stage.tableView.contentSize.height - stage.tableView.bounds.height)))
    await wait(0.05, "a jump") { true }
    stage.leave(leaving)
    await wait(0.3, "the screen is covered: \(note)") { true }
    stage.comeBack()
    await settle(for: 0.4, "back again")
  }

  /// Frames until nothing visible is pending: as long as it takes at speed 0, else for the time given.
  private func settle(for seconds: Double, _ note: String) async {
    if speed == 0 {
      await untilDone(note, patience: patience.onTheWay)
    } else {
      await wait(seconds, note) { true }
    }
  }

  private func untilDone(_ note: String, patience: Duration) async {
    let end = ContinuousClock.now + patience
    repeat {
      await frame(note)
    } while isPending && ContinuousClock.now < end
    // A look at the end state as it is delivered.
    await frame(note)
  }

  private var isPending: Bool {
    stage.watch.visible(in: stage.tableView).contains { $0.outcome == .pending }
  }

  private func wait(_ seconds: Double, _ note: String, while condition: () -> Bool) async {
    var left = Int(seconds * 60)
    while left > 0, condition() {
      await frame(note)
      left -= 1
    }
  }

  /// A frame, and the time until the next one in which the main actor is free for others.
  private func frame(_ note: String) async {
    stage.frame(note)
    let pause = speed == 0 ? Duration.microseconds(200) : .milliseconds(1000 / 60) / speed
    // Cancellation is no matter here: nobody cancels the demo's one task.
    try? await Task.sleep(for: pause)
  }
}
