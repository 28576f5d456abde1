import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Supplementary views", .timeLimit(.minutes(5)))
struct SupplementaryTests {
  let header = UICollectionView.elementKindSectionHeader

  /// Three sections of ten items, each under a header and over a footer of fifty points.
  func titled(_ profile: HeadlessProfile = .preparedCache) -> CollectionStage {
    let stage = CollectionStage(profile)
    stage.feed.sections = (0..<3).map { section in (0..<10).map { section * 10 + $0 } }
    stage.layout.headerReferenceSize = CGSize(width: 0, height: 50)
    stage.layout.footerReferenceSize = CGSize(width: 0, height: 50)
    return stage
  }

  @Test("B24: they begin and end with callbacks of their own, and are not prefetched", arguments: HeadlessProfile.all)
  func lifecycle(profile: HeadlessProfile) {
    let stage = titled(profile)
    stage.window.runFrame()
    #expect(stage.feed.calls == ["begin H0"])
    #expect(stage.itemEvents.count(.supplementaryViewFor(header, item(0))) == 1)

    stage.feed.calls = []
    stage.list.jump(to: 900)
    stage.window.runFrames(3)
    #expect(stage.feed.calls.filter { !$0.contains("prefetch") } == ["end H0", "begin F0", "begin H1"])
    #expect(stage.violations.isEmpty)
  }

  @Test("They are found while they are in sight only")
  func queries() {
    let stage = titled().settled()
    let view = stage.list.supplementaryView(forElementKind: header, at: item(0)) as? TitleView
    #expect(view?.section == 0 && view?.superview === stage.list)
    #expect(view?.frame == CGRect(x: 0, y: 0, width: 320, height: 50))
    #expect(stage.list.visibleSupplementaryViews(ofKind: header) == [view])
    #expect(stage.list.indexPathsForVisibleSupplementaryElements(ofKind: header) == [item(0)])
    stage.list.jump(to: 300)
    stage.window.runFrame()
    #expect(stage.list.supplementaryView(forElementKind: header, at: item(0)) == nil)
    #expect(view?.superview == nil)
  }

  @Test("B13: one that left is prepared for reuse when it is handed out again")
  func reuse() throws {
    let stage = titled().settled()
    let view = try #require(stage.list.supplementaryView(forElementKind: header, at: item(0)) as? TitleView)
    stage.list.jump(to: 600)
    stage.window.runFrame()
    #expect(view.reuses == 0)
    stage.list.jump(to: 900)
    stage.window.runFrame()
    #expect(view.reuses == 1 && view.section == 1)
  }

  @Test("A reload ends them and asks again")
  func reload() {
    let stage = titled().settled()
    stage.list.reloadData()
    stage.window.runFrame()
    #expect(stage.feed.calls == ["end H0", "begin H0"])
  }

  @Test("They travel with their sections, and end under the old path when these are deleted")
  func sections() {
    let stage = titled()
    stage.feed.sections = [[1], [2], [3]]
    _ = stage.settled()
    let second = stage.list.supplementaryView(forElementKind: header, at: item(0, 1))
    stage.feed.sections.remove(at: 0)
    stage.list.deleteSections([0])
    #expect(stage.feed.calls.prefix(2) == ["end F0", "end H0"])
    #expect(stage.list.supplementaryView(forElementKind: header, at: item(0, 0)) === second)
    #expect(!stage.feed.calls.contains("begin H0"))

    stage.feed.calls = []
    stage.list.reloadSections([0])
    #expect(stage.feed.calls.filter { $0.hasSuffix("H0") } == ["end H0", "begin H0"])
    #expect(stage.violations.isEmpty)
  }

  @Test("A data source that makes none where the layout wants one")
  func missing() {
    final class Bare: NSObject, UICollectionViewDataSource {
      func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
      func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
      ) -> UICollectionViewCell { UICollectionViewCell() }
    }
    let stage = titled()
    let bare = Bare()
    stage.list.dataSource = bare
    stage.layout.footerReferenceSize = .zero
    stage.window.runFrame()
    #expect(stage.violations == [.missingSupplementaryView(header, item(0))])
  }

  @Test("B19: they too must be dequeued once, inside the request, and returned")
  func dequeues() {
    let stage = titled()
    stage.layout.footerReferenceSize = .zero
    stage.feed.sections = [[1]]
    stage.feed.onTitle = { _, _, _ in TitleView() }
    stage.window.runFrame()
    #expect(stage.violations == [.notDequeued(item(0))])

    stage.log.clear()
    stage.feed.onTitle = { list, kind, path in
      _ = list.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "title", for: path)
      return TitleView()
    }
    stage.list.reloadData()
    stage.window.runFrame()
    #expect(stage.violations == [.dequeuedNotReturned(item(0))])

    stage.log.clear()
    _ = stage.list.dequeueReusableSupplementaryView(ofKind: header, withReuseIdentifier: "title", for: item(0))
    _ = stage.list.dequeueReusableSupplementaryView(ofKind: "badge", withReuseIdentifier: "title", for: item(0))
    #expect(
      stage.violations == [
        .dequeuedOutsideRequest(item(0)), .dequeuedOutsideRequest(item(0)), .unregisteredIdentifier("title"),
      ])
  }
}
