import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Scrolling (B29)", .timeLimit(.minutes(5)))
struct ScrollTests {
  @Test("A drag that stops ends with didEndDragging alone")
  func drag() {
    let stage = Stage().settled()
    stage.table.drag(by: 300, frames: 3)
    stage.window.runFrames(10)
    #expect(
      stage.scrollEvents
        == [.willBeginDragging, .didScroll, .didScroll, .didScroll, .willEndDragging, .didEndDragging])
    #expect(stage.table.contentOffset.y == 300)
  }

  @Test("A flick decelerates and says when it begins and ends")
  func flick() {
    let stage = Stage().settled()
    stage.table.flick(velocity: 3_000)
    #expect(stage.table.isDecelerating && !stage.table.isDragging && !stage.table.isTracking)
    let frames = stage.window.runUntilStill()

    #expect(
      stage.scrollEvents.filter { $0 != .didScroll }
        == [
          .willBeginDragging, .willEndDragging, .didEndDraggingWillDecelerate, .willBeginDecelerating,
          .didEndDecelerating,
        ])
    #expect(stage.scrollEvents.last == .didEndDecelerating)
    #expect(abs(stage.table.contentOffset.y - 3_000 * 0.499) < 1)
    #expect((120...400).contains(frames))
    #expect(!stage.table.isDecelerating)
  }

  @Test("The distance left shrinks by the same factor in each frame, 0.998 per millisecond")
  func decay() {
    let stage = Stage().settled()
    stage.table.flick(velocity: 3_000)
    let factor = pow(0.998, 1000.0 / 60)
    var rest = 3_000 * 0.499
    for _ in 0..<60 {
      stage.window.runFrame()
      rest *= factor
      #expect(abs((3_000 * 0.499 - stage.table.contentOffset.y) - rest) < 0.001)
    }
  }

  @Test("willEndDragging hears points per millisecond and the proposed target, and may change it")
  func changedTarget() {
    let stage = Stage().settled()
    var heard: (velocity: CGPoint, target: CGPoint)?
    stage.feed.onWillEndDragging = { _, velocity, target in
      heard = (velocity, target.pointee)
      target.pointee.y = 1_200
    }
    stage.table.flick(velocity: 2_000)
    stage.window.runUntilStill()
    #expect(heard?.velocity == CGPoint(x: 0, y: 2))
    #expect(abs((heard?.target.y ?? 0) - 998) < 0.001)
    #expect(stage.table.contentOffset.y == 1_200)
  }

  @Test("The proposed target is inside the content, and the flick stops at its edge")
  func edge() {
    let stage = Stage(rows: 10).settled()
    var target = CGPoint.zero
    stage.feed.onWillEndDragging = {
      target = $2.pointee; _ = ($0, $1)
    }
    stage.table.flick(velocity: 20_000)
    stage.window.runUntilStill()
    #expect(target.y == 500)
    #expect(stage.table.contentOffset.y == 500)
    #expect(stage.scrollEvents.count { $0 == .didEndDecelerating } == 1)
  }

  @Test("An animated scroll ends with didEndScrollingAnimation alone")
  func animated() {
    let stage = Stage().settled()
    stage.table.scrollToRow(at: row(20), at: .top, animated: true)
    #expect(stage.table.contentOffset.y == 0)
    let frames = stage.window.runUntilStill()
    #expect(stage.scrollEvents.filter { $0 != .didScroll } == [.didEndScrollingAnimation])
    #expect(stage.scrollEvents.count { $0 == .didScroll } == frames)
    #expect(stage.table.contentOffset.y == 2_000)

    stage.log.clear()
    stage.table.setContentOffset(stage.table.contentOffset, animated: true)
    stage.window.runFrames(60)
    #expect(stage.scrollEvents.isEmpty, "no way to go, no callback")
  }

  @Test("A scroll without animation gives one didScroll, at once, and no end")
  func immediate() {
    let stage = Stage().settled()
    stage.table.contentOffset = CGPoint(x: 0, y: 700)
    #expect(stage.scrollEvents == [.didScroll])
    stage.table.contentOffset = CGPoint(x: 0, y: 700)
    stage.window.runFrames(5)
    #expect(stage.scrollEvents == [.didScroll])
  }

  @Test("A tap on the status bar ends with didScrollToTop; at the top already, at once")
  func toTop() {
    let stage = Stage().settled()
    stage.table.jump(to: 3_000)
    stage.window.runFrame()
    stage.log.clear()
    stage.table.scrollToTop()
    stage.window.runUntilStill()
    #expect(stage.scrollEvents.filter { $0 != .didScroll } == [.didScrollToTop])
    #expect(stage.table.contentOffset.y == 0)

    stage.log.clear()
    stage.table.scrollToTop()
    #expect(stage.scrollEvents == [.didScrollToTop])
  }

  @Test("A finger put down ends the deceleration before the drag begins")
  func caught() {
    let stage = Stage().settled()
    stage.table.flick(velocity: 3_000)
    stage.window.runFrames(5)
    stage.log.clear()
    stage.table.beginDrag()
    #expect(stage.scrollEvents == [.didEndDecelerating, .willBeginDragging])
    #expect(stage.table.isDragging)
  }

  @Test("A jump stops a deceleration, and no end is told")
  func jumpStopsFlick() {
    let stage = Stage().settled()
    stage.table.flick(velocity: 3_000)
    stage.window.runFrames(5)
    stage.log.clear()
    stage.table.jump(to: 100)
    stage.window.runFrames(60)
    #expect(stage.scrollEvents == [.didScroll])
    #expect(stage.table.contentOffset.y == 100)
  }

  @Test("A delegate that jumps from didScroll has its way")
  func jumpFromCallback() {
    let stage = Stage().settled()
    stage.feed.onScroll = { view in
      if view.contentOffset.y > 400 { view.setContentOffset(CGPoint(x: 0, y: 10), animated: false) }
    }
    stage.table.flick(velocity: 5_000)
    stage.window.runFrames(300)
    #expect(stage.table.contentOffset.y == 10)
    #expect(!stage.scrollEvents.contains(.didEndDecelerating))
  }

  @Test("A list that leaves the window stops where it is and says nothing")
  func leavingWindow() {
    let stage = Stage().settled()
    stage.table.flick(velocity: 5_000)
    stage.window.runFrames(5)
    stage.log.clear()
    stage.table.removeFromSuperview()
    stage.window.runFrames(60)
    #expect(!stage.table.isDecelerating)
    #expect(stage.log.events.isEmpty)
  }

  @Test("Pulling down fires the refresh control once and bounces back")
  func refresh() {
    let stage = Stage().settled()
    let control = UIRefreshControl()
    var fired = 0
    control.addAction(UIAction { _ in fired += 1 }, for: .valueChanged)
    stage.table.refreshControl = control
    control.beginRefreshing()
    #expect(fired == 0)
    control.endRefreshing()

    stage.table.pullToRefresh()
    #expect(fired == 1)
    #expect(control.isRefreshing)
    stage.window.runUntilStill()
    #expect(stage.table.contentOffset.y == 0)
    #expect(
      stage.scrollEvents.filter { $0 != .didScroll }
        == [
          .willBeginDragging, .willEndDragging, .didEndDraggingWillDecelerate, .willBeginDecelerating,
          .didEndDecelerating,
        ])
  }

  @Test("Under a set frame duration a flick takes the same time in other frames")
  func frameDuration() {
    let coarse = Stage().settled()
    coarse.window.frameDuration = 1.0 / 30
    coarse.table.flick(velocity: 3_000)
    let fine = Stage().settled()
    fine.window.frameDuration = 1.0 / 120
    fine.table.flick(velocity: 3_000)
    #expect(abs(coarse.window.runUntilStill() * 4 - fine.window.runUntilStill()) <= 4)
  }
}
