import DemoFeed
import DemoSupport
import Foundation
@_spi(Headless) import HeadlessUIKit

/// The scripted hand: what a user would do in some seconds. What it does with each screen is in files of their own.
@MainActor
struct Script {
  let stage: Stage
  let speed: Double
  let seed: UInt64
  private let pace: Pace
  /// However slow the server is, the demo ends; on the way it waits less.
  private let patience = (onTheWay: Duration.seconds(2), atTheEnd: Duration.seconds(60))
  /// How long the feed may take to come.
  var patienceForFeed = Duration.seconds(30)

  init(_ stage: Stage, options: Options) {
    self.stage = stage
    speed = options.speed
    seed = options.seed
    pace = Pace(speed)
  }

  func play() async throws -> Report {
    switch stage.screen {
    case let screen as TableScreen: try await play(screen)
    case let screen as GridScreen: try await play(screen)
    case let screen as ChatScreen: try await play(screen)
    default: break
    }
    // What was asked for ahead is needed no more, and would be counted with the next screen.
    stage.stop()
    await wait(1, "the end") { stage.isRunning }
    return stage.report()
  }

  // MARK: What the hand can do

  /// Waits for the feed's first page, and with no time to lose for all that come by themselves.
  func load() async throws {
    stage.appear()
    let screen = stage.screen
    let end = ContinuousClock.now + patienceForFeed
    while screen.itemCount == 0 || speed == 0 && !screen.isFeedComplete {
      if let error = screen.feedError {
        if screen.itemCount > 0 { break }
        throw DemoError("the feed at \(stage.feedAddress) cannot be loaded: \(DemoError.reason(error))")
      }
      if screen.itemCount == 0, screen.isFeedComplete { break }
      guard ContinuousClock.now < end else {
        throw DemoError("the feed did not come within \(patienceForFeed.components.seconds) seconds")
      }
      await frame("loading the feed")
    }
  }

  func scroll(by distance: CGFloat, over seconds: Double, _ note: String = "scrolling") async {
    let frames = Int(seconds * 60)
    stage.list.beginDrag()
    for _ in 0..<frames {
      stage.list.moveDrag(by: CGPoint(x: 0, y: distance / CGFloat(frames)))
      await frame(note)
    }
    stage.list.endDrag()
  }

  func fling(_ velocity: CGFloat, _ note: String) async {
    stage.list.flick(velocity: velocity)
    await wait(1.4, note) { stage.list.isDecelerating }
  }

  /// Goes somewhere new, so that work is under way when the screen is covered.
  func leaveAndReturn(by distance: CGFloat, _ note: String) async {
    let end = max(0, stage.list.contentSize.height - stage.list.bounds.height)
    stage.list.jump(to: min(max(0, stage.list.contentOffset.y + distance), end))
    await wait(0.05, "a jump")
    stage.leave()
    await wait(0.3, "the screen is covered: \(note)")
    stage.comeBack()
    await settle(for: 0.4, "back again")
  }

  /// Frames until nothing visible is pending: as long as it takes at speed 0, else for the time given.
  func settle(for seconds: Double, _ note: String) async {
    if speed == 0 {
      await untilDone(note, patience: patience.onTheWay)
    } else {
      await wait(seconds, note)
    }
  }

  /// Frames until nothing visible is pending any more, and nothing else is that the screen waits for.
  func untilTheEnd(_ note: String, while isBusy: () -> Bool = { false }) async {
    await untilDone(note, patience: patience.atTheEnd, while: isBusy)
  }

  private func untilDone(_ note: String, patience: Duration, while isBusy: () -> Bool = { false }) async {
    let end = ContinuousClock.now + patience
    // Rows that are measured may bring others on screen, so the end state is one that a further frame does not change.
    var quietFrames = 0
    while quietFrames < 3, ContinuousClock.now < end {
      await frame(note)
      quietFrames = isPending || isBusy() ? 0 : quietFrames + 1
    }
  }

  private var isPending: Bool {
    stage.screen.sights().contains { $0.outcome == .pending }
  }

  func wait(_ seconds: Double, _ note: String, while condition: () -> Bool = { true }) async {
    var left = Int(seconds * 60)
    while left > 0, condition() {
      await frame(note)
      left -= 1
    }
  }

  /// A frame, and the time until the next one in which the main actor is free for others.
  func frame(_ note: String) async {
    stage.frame(note)
    await pace.untilNextFrame()
  }
}

/// Sixty frames a second, at some speed; what a frame takes is not added to it.
@MainActor
private final class Pace {
  private let frame: Duration
  private var next = ContinuousClock.now

  init(_ speed: Double) {
    frame = speed == 0 ? .zero : .nanoseconds(16_666_667) / speed
  }

  func untilNextFrame() async {
    let now = ContinuousClock.now
    // After a long stop nothing is made up for.
    next = max(next + frame, now - .milliseconds(200))
    // Others need the main actor in any case. Cancellation is no matter here: nobody cancels the demo's one task.
    try? await Task.sleep(for: max(.microseconds(200), next - now))
  }
}
