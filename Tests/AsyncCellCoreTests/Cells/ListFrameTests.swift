import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListFrameTests {
  let stage = ListStage(rows: 40)
  var list: CellCoordinator { stage.list }
  var timers: Int { stage.stage.engine.clock.pendingTimers }

  /// Frames that come when a test says so.
  final class Display: FrameSource {
    var body: (@MainActor () -> Void)?
    var starts = 0
    var stops = 0

    func start(_ body: @escaping @MainActor () -> Void) {
      starts += 1
      self.body = body
    }

    func stop() {
      stops += 1
      body = nil
    }
  }

  @Test func `A display's frames are asked for while the list moves, and no longer`() {
    let display = Display()
    list.useFrames(display)
    for _ in 0..<3 { list.didScroll() }
    #expect(display.starts == 1)
    display.body?()
    display.body?()
    #expect(display.stops == 1)
    #expect(timers == 0)
    list.didScroll()
    #expect(display.starts == 2)
  }

  @Test func `A display deliveries wait for brings them`() {
    let display = Display()
    list.useFrames(display)
    list.deliveryTiming = .eachFrame
    let cell = stage.shown("r0")
    stage.stage.succeed("r0")
    #expect(cell.states == ["…"])
    display.body?()
    #expect(cell.states == ["…", "R0"])
    #expect(display.stops == 1)
  }

  @Test func `A display that is named while frames come is used from the next start on`() {
    let display = Display()
    list.didScroll()
    list.useFrames(display)
    #expect(display.starts == 0)
    stage.frames(2)
    #expect(timers == 0)
    list.didScroll()
    #expect(display.starts == 1)
    #expect(timers == 0)
  }

  @Test func `A frame that changes the timing and scrolls again needs frames still`() {
    let display = Display()
    list.useFrames(display)
    list.deliveryTiming = .eachFrame
    let cell = stage.shown("r0")
    cell.onState = { [list] state in
      if state.value != nil { list.didScroll() }
    }
    stage.stage.succeed("r0")
    display.body?()
    #expect(display.body != nil)
    display.body?()
    display.body?()
    #expect(display.body == nil)
  }

  @Test func `Timer frames come sixty times a second, until they are stopped`() {
    let frames = TimerFrames(
      clock: stage.stage.engine.clock, main: stage.stage.engine.environment.main)
    var count = 0
    frames.start { count += 1 }
    for _ in 0..<60 { stage.frames() }
    #expect(count == 60)
    frames.start { count += 100 }
    stage.frames()
    #expect(count == 160)
    frames.stop()
    stage.frames(5)
    #expect(count == 160)
    #expect(timers == 0)
  }

  @Test func `A stop while a frame is on its way is heeded`() {
    let engine = stage.stage.engine
    let frames = TimerFrames(clock: engine.clock, main: engine.environment.main)
    var count = 0
    frames.start { count += 1 }
    engine.clock.advance(by: .milliseconds(17))
    frames.stop()
    engine.settle()
    #expect(count == 0)
  }
}
