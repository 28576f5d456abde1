import AsyncCellCore
import AsyncCellTesting
import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit
import Testing

/// A fling over 5,000 rows, in virtual time: what it starts in vain, and how soon the screen is complete.
@Suite("Flings", .timeLimit(.minutes(5))) @MainActor
struct FlingTests {
  /// How the list comes to its abrupt stop.
  enum Stop: CaseIterable {
    /// The finger holds still and is lifted.
    case finger
    /// The finger takes hold of a list that flies.
    case touch
    /// The app sets the offset in each frame, and no more: UIKit says nothing.
    case silence
  }

  static let profiles = Effort.isFull ? HeadlessProfile.all : [.preparedCache]
  /// How far a series of flings goes by default, and in full.
  static let farRow = Effort.isFull ? 4_200.0 : 1_300
  static let frame = 1000.0 / 60
  /// 180 rows a second.
  static let step = 180 * FlingStage.rowHeight / 60

  /// Flies over some 850 rows, at 180 rows a second in the end, and stops.
  func fly(_ stage: FlingStage, _ stop: Stop) {
    switch stop {
    case .finger:
      stage.table.beginDrag()
      for _ in 0..<280 {
        stage.table.moveDrag(by: CGPoint(x: 0, y: Self.step))
        stage.frame()
      }
      stage.table.endDrag()
    case .touch:
      stage.table.flick(velocity: 80_000)
      var last = stage.table.contentOffset.y
      repeat {
        last = stage.table.contentOffset.y
        stage.frame()
      } while stage.table.contentOffset.y - last > Self.step
      stage.table.beginDrag()
    case .silence:
      for _ in 0..<280 {
        stage.table.jump(to: stage.table.contentOffset.y + Self.step)
        stage.frame()
      }
    }
  }

  /// Milliseconds that four jobs at a time need for the rows on screen.
  func limit(_ stage: FlingStage, latency: Int, jobs: Int = 1) -> Double {
    let rows = stage.table.indexPathsForVisibleRows?.count ?? 0
    return (Double(rows) / 4).rounded(.up) * Double(latency * jobs)
  }

  @Test(arguments: Stop.allCases, [20, 60, 200])
  func `After an abrupt stop the last visible row comes as soon as it can, and little was started in vain`(
    stop: Stop, latency: Int
  ) {
    for profile in latency == 60 ? HeadlessProfile.all : Self.profiles {
      let stage = FlingStage(profile, latency: latency)
      fly(stage, stop)
      let limit = limit(stage, latency: latency)
      let time = stage.timeToComplete()
      #expect(time <= 1.05 * limit + Self.frame, "\(profile)")
      #expect(stage.wasted <= 0.1, "\(profile)")
      #expect(stage.leftBehind == [], "\(profile)")
    }
  }

  @Test(arguments: Stop.allCases)
  func `Where jobs keep up with the scroll, the policy makes nothing later than starting everything`(stop: Stop) {
    for profile in Self.profiles {
      let times = [true, false].map { skips in
        let stage = FlingStage(profile, latency: 20, skips: skips)
        fly(stage, stop)
        return stage.timeToComplete()
      }
      #expect(times[0] <= times[1] + Self.frame, "\(profile)")
    }
  }

  @Test(arguments: [20, 60, 200])
  func `When a fling has run out, no visible row is incomplete`(latency: Int) {
    for profile in Self.profiles {
      let stage = FlingStage(profile, latency: latency)
      var flings = 0
      // The last fling must not run into the end of the list.
      while stage.table.contentOffset.y < Self.farRow * FlingStage.rowHeight {
        stage.table.flick(velocity: 60_000)
        while stage.table.isDecelerating { stage.frame() }
        flings += 1
        for _ in 0..<6 {
          #expect(stage.incompleteRows == 0, "\(profile), fling \(flings)")
          stage.frame()
        }
        #expect(stage.leftBehind == [], "\(profile)")
      }
      #expect(stage.wasted <= 0.1, "\(profile)")
    }
  }

  @Test(arguments: Stop.allCases, Effort.isFull ? [20, 60, 200] : [60])
  func `Chains of three jobs give way: one job more than the limit, at most`(stop: Stop, latency: Int) {
    for profile in Self.profiles {
      let stage = FlingStage(profile, latency: latency, jobs: 3)
      fly(stage, stop)
      let limit = limit(stage, latency: latency, jobs: 3)
      let time = stage.timeToComplete()
      #expect(time <= limit + Double(latency) + Self.frame, "\(profile)")
      #expect(stage.wasted <= 0.1, "\(profile)")
    }
  }
}
