import DemoFeed
import DemoSupport
import Foundation
@_spi(Headless) import HeadlessUIKit

/// What is done with the table and the grid.
extension Script {
  /// The table: scrolled, flung, refreshed, left and returned to.
  func play(_ screen: TableScreen) async throws {
    try await load()
    await settle(for: 0.5, "first screen")
    await scroll(by: 900, over: 0.8)
    await fling(2_400, "fling")
    await settle(for: 0.4, "stopped")
    await fling(-2_000, "fling back")
    await settle(for: 0.4, "stopped")
    stage.list.scrollToTop()
    await wait(0.5, "to the top") { stage.list.contentOffset.y > 1 }
    screen.feed.tableView.pullToRefresh()
    await settle(for: 0.5, "refreshed")
    screen.feed.leaving = .suspend
    await leaveAndReturn(by: 2_000, "suspended")
    screen.feed.leaving = .cancel
    await leaveAndReturn(by: 2_000, "cancelled")
    await untilTheEnd("waiting for the last")
  }

  /// The grid: scrolled, flung, its albums shuffled on screen, left and returned to.
  func play(_ screen: GridScreen) async throws {
    try await load()
    await settle(for: 0.5, "first screen")
    await scroll(by: 900, over: 0.8)
    shuffle(screen)
    await settle(for: 0.5, "an album is shuffled")
    await fling(3_000, "fling")
    shuffle(screen)
    await settle(for: 0.5, "an album is shuffled while it loads")
    await fling(-2_400, "fling back")
    await leaveAndReturn(by: 1_500, "suspended")
    shuffle(screen)
    await untilTheEnd("waiting for the last")
  }

  /// Deals the album in the middle of the screen anew.
  private func shuffle(_ screen: GridScreen) {
    let paths = screen.grid.collectionView.indexPathsForVisibleItems.sorted()
    if !paths.isEmpty { screen.grid.shuffleAlbum(at: paths[paths.count / 2].section) }
  }
}
