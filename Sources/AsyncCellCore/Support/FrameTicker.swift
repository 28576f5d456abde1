/// Where frames come from: a display, or a timer.
@MainActor
package protocol FrameSource: AnyObject {
  /// Calls `body` once for each frame, on the main actor, until ``stop()``.
  func start(_ body: @escaping @MainActor () -> Void)
  func stop()
}

/// Sixty frames a second by the engine's clock, for lists without a display.
@MainActor
package final class TimerFrames: FrameSource {
  package static let interval = Duration.nanoseconds(16_666_667)

  private let clock: any EngineClock
  private let main: any MainExecutor
  private var body: (@MainActor () -> Void)?
  private var timer: (any EngineTimer)?
  private var round = 0

  package init(clock: any EngineClock, main: any MainExecutor) {
    self.clock = clock
    self.main = main
  }

  deinit {
    timer?.cancel()
  }

  package func start(_ body: @escaping @MainActor () -> Void) {
    self.body = body
    arm()
  }

  package func stop() {
    body = nil
    round += 1
    timer?.cancel()
    timer = nil
  }

  private func arm() {
    round += 1
    timer?.cancel()
    timer = clock.schedule(after: Self.interval) { [weak self, main, round] in
      main.enqueue { self?.tick(round) }
    }
  }

  private func tick(_ round: Int) {
    // Stopped, or started anew, meanwhile.
    guard round == self.round, let body else { return }
    arm()
    body()
  }
}

/// Has frames come for as long as somebody needs them.
@MainActor
final class FrameDriver {
  private var source: any FrameSource
  /// Where the frames come from that come now.
  private var running: (any FrameSource)?
  var isRunning: Bool { running != nil }

  init(_ source: any FrameSource) {
    self.source = source
  }

  /// Frames come from elsewhere from now on, beginning with the next start.
  func use(_ newSource: any FrameSource) {
    source = newSource
  }

  func start(_ body: @escaping @MainActor () -> Void) {
    guard !isRunning else { return }
    running = source
    source.start(body)
  }

  func stop() {
    let former = running
    running = nil
    former?.stop()
  }
}
