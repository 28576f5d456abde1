import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Data prefetching of items", .timeLimit(.minutes(5)))
struct CollectionPrefetchTests {
  @Test("B6: nearest first, and never for items that are needed at once")
  func nearestFirst() {
    let stage = CollectionStage().settled()
    stage.list.drag(by: 50)
    #expect(stage.feed.calls == ["prefetch [6, 7, 8, 9, 10, 11, 12, 13]"])

    stage.list.drag(by: -50)
    stage.list.jump(to: 5_000)
    stage.feed.calls = []
    stage.window.runFrame()
    stage.list.drag(by: -50)
    #expect(stage.feed.calls.last == "prefetch [48, 47, 46, 45, 44, 43, 42, 41]")
  }

  @Test("B8: items that the user turned away from are cancelled, unless a cell was made for them")
  func cancellation() {
    let stage = CollectionStage().settled()
    stage.list.jump(to: 2_000)
    stage.window.runFrame()
    stage.list.drag(by: 50)
    stage.feed.calls = []
    stage.list.drag(by: -50)
    #expect(stage.feed.calls.first == "cancel [28, 29, 30, 31, 32, 33]")
    #expect(stage.cell(item(27)) != nil)
  }

  @Test("Sideways too, in both directions")
  func sideways() {
    let stage = CollectionStage()
    stage.layout.scrollDirection = .horizontal
    stage.layout.itemSize = CGSize(width: 64, height: 500)
    _ = stage.settled()
    stage.list.drag(by: CGPoint(x: 32, y: 0))
    #expect(stage.feed.calls == ["prefetch [6, 7, 8, 9, 10, 11, 12, 13]"])
    stage.list.jump(to: CGPoint(x: 3_200, y: 0))
    stage.window.runFrame()
    stage.list.drag(by: CGPoint(x: -32, y: 0))
    #expect(stage.feed.calls.last == "prefetch [48, 47, 46, 45, 44, 43, 42, 41]")
    stage.list.flick(velocity: CGPoint(x: 2_000, y: 0))
    stage.window.runUntilStill()
    #expect(stage.list.contentOffset.x > 4_000.0)
    #expect(stage.violations.isEmpty)
  }

  @Test("Across sections, empty ones too")
  func acrossSections() {
    let stage = CollectionStage()
    stage.feed.sections = [[], Array(0..<7), [], [], [7], Array(8..<30), []]
    _ = stage.settled()
    stage.list.drag(by: 50)
    let paths = [item(6, 1), item(0, 4)] + (0..<6).map { item($0, 5) }
    #expect(stage.itemEvents.contains(.prefetch(paths)))
    #expect(stage.itemEvents.contains(.cellFor(item(0, 4))))
    #expect(stage.violations.isEmpty)
  }

  @Test("B5: switched off, by the profile or by the property, nothing is prefetched")
  func off() {
    let byProfile = CollectionStage(.noPrefetch).settled()
    byProfile.list.drag(by: 900, frames: 9)
    #expect(byProfile.feed.calls.isEmpty)

    let byProperty = CollectionStage(.preparedCache)
    byProperty.list.isPrefetchingEnabled = false
    _ = byProperty.settled()
    byProperty.list.drag(by: 900, frames: 9)
    #expect(byProperty.feed.calls.isEmpty)
  }

  @Test("A driver may send repeated and stale paths, as UIKit was seen to")
  func noise() {
    let stage = CollectionStage(items: 3).settled()
    stage.list.sendPrefetch([item(70), item(2)])
    stage.list.sendCancelPrefetch([item(70)])
    stage.list.sendCancelPrefetch([item(70)])
    #expect(stage.feed.calls == ["prefetch [70, 2]", "cancel [70]", "cancel [70]"])
  }

  @Test("Deletions in answer to a prefetch are legal")
  func updateInPrefetch() {
    final class Deleting: NSObject, UICollectionViewDataSourcePrefetching {
      weak var feed: CollectionFeed?
      func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        guard let feed, feed.sections[0].count == 100 else { return }
        feed.sections = [[1, 2]]
        collectionView.deleteItems(at: [item(0)] + (3..<100).map { item($0) })
      }
    }
    let stage = CollectionStage().settled()
    let source = Deleting()
    source.feed = stage.feed
    stage.list.prefetchDataSource = source
    stage.list.drag(by: 50)
    stage.window.runFrames(2)
    #expect(stage.visibleItems == [1, 2])
    #expect(stage.violations.isEmpty)
  }
}
