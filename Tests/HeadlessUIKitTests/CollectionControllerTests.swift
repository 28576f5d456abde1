import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Collection view controllers, selection and scrolling", .timeLimit(.minutes(5)))
struct CollectionControllerTests {
  final class Album: UICollectionViewController, UICollectionViewDelegateFlowLayout {
    var heard: [String] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      collectionView.register(ItemCell.self, forCellWithReuseIdentifier: "cell")
    }
    override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
    override func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
    }
    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize {
      CGSize(width: 320, height: 200)
    }
    override func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      heard.append("willDisplay \(indexPath.item)")
    }
    override func collectionView(
      _ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath
    ) -> Bool {
      indexPath.item != 0
    }
    override func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
      heard.append("select \(indexPath.item)")
    }
    override func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
      heard.append("deselect \(indexPath.item)")
    }
    override func scrollViewDidScroll(_ scrollView: UIScrollView) {
      heard.append("scroll")
    }
  }

  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))

  func shown() -> Album {
    let album = Album(collectionViewLayout: UICollectionViewFlowLayout())
    window.rootViewController = album
    window.makeKeyAndVisible()
    window.runFrame()
    return album
  }

  @Test("Its overrides are called, and its view holds the collection view")
  func overrides() {
    let album = shown()
    #expect(album.view !== album.collectionView && album.collectionView.superview === album.view)
    #expect(album.collectionView.frame == window.bounds)
    #expect(album.collectionViewLayout === album.collectionView.collectionViewLayout)
    #expect(album.heard == ["willDisplay 0", "willDisplay 1", "willDisplay 2"])
    album.collectionView.jump(to: 10)
    #expect(album.heard.last == "scroll")
  }

  @Test("A tap selects what the delegate allows; the next appearance clears the selection")
  func selection() {
    let album = shown()
    album.heard = []
    album.collectionView.tap(item(0))
    album.collectionView.tap(item(1))
    album.collectionView.tap(item(2))
    #expect(album.heard == ["select 1", "deselect 1", "select 2"])
    #expect(album.collectionView.indexPathsForSelectedItems == [item(2)])
    #expect(album.collectionView.visibleCells.map(\.isSelected) == [false, false, true])

    album.beginAppearanceTransition(false, animated: false)
    album.endAppearanceTransition()
    album.beginAppearanceTransition(true, animated: false)
    album.endAppearanceTransition()
    #expect(album.collectionView.indexPathsForSelectedItems == [])
    #expect(album.collectionView.visibleCells.allSatisfy { !$0.isSelected })
  }

  @Test("With multiple selection a second tap takes the first back")
  func multipleSelection() {
    let album = shown()
    album.heard = []
    album.collectionView.allowsMultipleSelection = true
    for index in [1, 2, 1] { album.collectionView.tap(item(index)) }
    #expect(album.heard == ["select 1", "select 2", "deselect 1"])
    #expect(album.collectionView.indexPathsForSelectedItems == [item(2)])
  }

  @Test("A selection without a user tells the delegate nothing, and its cell stays selected when it comes back")
  func programmaticSelection() {
    let stage = CollectionStage(.noPrefetch).settled()
    stage.list.selectItem(at: item(20), animated: false, scrollPosition: .top)
    stage.window.runFrame()
    #expect(stage.list.contentOffset.y == 2000.0)
    #expect(stage.cell(item(20))?.isSelected == true)
    stage.list.jump(to: 0)
    stage.window.runFrame()
    #expect(stage.list.visibleCells.allSatisfy { !$0.isSelected })
    stage.list.jump(to: 2_000)
    stage.window.runFrame()
    #expect(stage.cell(item(20))?.isSelected == true)
    #expect(stage.log.defaulted.keys.allSatisfy { !$0.contains("didSelect") })
  }

  @Test("Scrolling to an item puts it where it was asked for")
  func scrollToItem() {
    let stage = CollectionStage().settled()
    stage.list.scrollToItem(at: item(50), at: .centeredVertically, animated: false)
    #expect(stage.list.contentOffset.y == 4800.0)
    stage.list.scrollToItem(at: item(50), at: .bottom, animated: false)
    #expect(stage.list.contentOffset.y == 4600.0)
    stage.list.scrollToItem(at: item(49), at: [], animated: false)
    #expect(stage.list.contentOffset.y == 4600.0)
    stage.list.scrollToItem(at: item(99), at: .top, animated: true)
    stage.window.runUntilStill()
    #expect(stage.list.contentOffset.y == 9500.0)
    #expect(stage.visiblePaths == (95..<100).map { item($0) })
  }

  @Test("A carousel in a cell scrolls sideways, and hears nothing when its cell leaves", arguments: HeadlessProfile.all)
  func carousel(profile: HeadlessProfile) throws {
    let outer = CollectionStage(profile).settled()
    let inner = CollectionStage(profile)
    inner.layout.scrollDirection = .horizontal
    inner.layout.itemSize = CGSize(width: 100, height: 100)
    inner.list.removeFromSuperview()
    inner.list.frame = CGRect(x: 0, y: 0, width: 320, height: 100)
    try #require(outer.cell(item(0))).contentView.addSubview(inner.list)
    outer.window.runFrames(2)
    #expect(inner.visiblePaths == (0..<4).map { item($0) })

    inner.list.drag(by: CGPoint(x: 500, y: 0), frames: 5)
    outer.window.runFrames(2)
    #expect(inner.visiblePaths == (5..<9).map { item($0) })
    inner.log.clear()
    outer.list.drag(by: 1_000, frames: 5)
    outer.window.runFrames(3)
    #expect(inner.log.events.isEmpty)
    #expect(inner.list.visibleCells.count == 4)
    #expect(inner.violations.isEmpty && outer.violations.isEmpty)
  }
}
