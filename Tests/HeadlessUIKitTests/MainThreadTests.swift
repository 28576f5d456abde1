import Foundation
@_spi(Headless) import HeadlessUIKit
import XCTest

/// XCTest runs on the real main thread; Swift Testing need not.
final class MainThreadTests: XCTestCase {
  /// Not marked `@MainActor`: on Linux XCTest cannot discover a synchronous test method that is.
  func testEachCallbackComesOnTheMainThread() {
    MainActor.assumeIsolated {
      let stage = Stage()
      var seen: [Bool] = []
      stage.feed.inCell = { _, _, _ in seen.append(Thread.isMainThread) }
      stage.feed.onWillDisplay = { _, _, _ in seen.append(Thread.isMainThread) }
      stage.feed.onDidEnd = { _, _, _ in seen.append(Thread.isMainThread) }
      stage.feed.onScroll = { _ in seen.append(Thread.isMainThread) }
      stage.window.runFrame()
      stage.table.flick(velocity: 3_000)
      stage.window.runUntilStill()
      XCTAssertGreaterThan(seen.count, 50)
      XCTAssertFalse(seen.contains(false))
    }
  }
}
