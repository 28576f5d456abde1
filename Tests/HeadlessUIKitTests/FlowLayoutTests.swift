import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Flow layout", .timeLimit(.minutes(5)))
struct FlowLayoutTests {
  final class Sizes: CollectionFeed, UICollectionViewDelegateFlowLayout {
    var size: (IndexPath) -> CGSize = { _ in CGSize(width: 50, height: 50) }

    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize {
      size(indexPath)
    }

    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      insetForSectionAt section: Int
    ) -> UIEdgeInsets {
      UIEdgeInsets(top: 0, left: 10, bottom: 0, right: 10)
    }
  }

  func grid(_ count: Int, side: CGFloat = 100) -> CollectionStage {
    let stage = CollectionStage(items: count)
    stage.layout.itemSize = CGSize(width: side, height: side)
    return stage
  }

  @Test("Items of one size stand in justified columns, the last line too")
  func columns() {
    let stage = grid(5)
    stage.layout.minimumInteritemSpacing = 5
    stage.layout.minimumLineSpacing = 7
    #expect(stage.frame(item(0)) == CGRect(x: 0, y: 0, width: 100, height: 100))
    #expect(stage.frame(item(1)) == CGRect(x: 110, y: 0, width: 100, height: 100))
    #expect(stage.frame(item(2)) == CGRect(x: 220, y: 0, width: 100, height: 100))
    #expect(stage.frame(item(3)) == CGRect(x: 0, y: 107, width: 100, height: 100))
    #expect(stage.frame(item(4)) == CGRect(x: 110, y: 107, width: 100, height: 100))
    stage.window.runFrame()
    #expect(stage.list.contentSize == CGSize(width: 320, height: 207))
  }

  @Test("Insets surround the items of each section, not its header and footer")
  func insets() {
    let stage = grid(1, side: 300)
    stage.feed.sections = [[0], [1]]
    stage.layout.sectionInset = UIEdgeInsets(top: 20, left: 8, bottom: 30, right: 12)
    stage.layout.headerReferenceSize = CGSize(width: 1, height: 40)
    stage.layout.footerReferenceSize = CGSize(width: 1, height: 10)
    #expect(stage.frame(item(0)) == CGRect(x: 8, y: 60, width: 300, height: 300))
    let footer = stage.list.layoutAttributesForSupplementaryElement(
      ofKind: UICollectionView.elementKindSectionFooter, at: item(0))
    #expect(footer?.frame == CGRect(x: 0, y: 390, width: 320, height: 10))
    #expect(footer?.representedElementCategory == .supplementaryView)
    #expect(footer?.representedElementKind == UICollectionView.elementKindSectionFooter)
    #expect(stage.frame(item(0, 1)) == CGRect(x: 8, y: 460, width: 300, height: 300))
  }

  @Test("A single column is centred")
  func singleColumn() {
    let stage = grid(2, side: 200)
    #expect(stage.frame(item(0))?.minX == 60.0)
    #expect(stage.frame(item(1)) == CGRect(x: 60, y: 200, width: 200, height: 200))
  }

  @Test("Horizontally, items fill columns from the top, and headers stand at the left")
  func horizontal() {
    let stage = grid(5)
    stage.layout.scrollDirection = .horizontal
    stage.layout.minimumInteritemSpacing = 0
    stage.layout.minimumLineSpacing = 6
    stage.layout.itemSize = CGSize(width: 80, height: 250)
    stage.layout.headerReferenceSize = CGSize(width: 30, height: 0)
    #expect(stage.frame(item(0)) == CGRect(x: 30, y: 0, width: 80, height: 250))
    #expect(stage.frame(item(1)) == CGRect(x: 30, y: 250, width: 80, height: 250))
    #expect(stage.frame(item(2)) == CGRect(x: 116, y: 0, width: 80, height: 250))
    stage.window.runFrame()
    #expect(stage.list.contentSize == CGSize(width: 282, height: 500))
  }

  @Test("The delegate's sizes and insets win, and each line holds what fits")
  func delegateSizes() {
    let feed = Sizes()
    feed.size = { CGSize(width: [100, 150, 200, 60][$0.item], height: [50, 30, 40, 40][$0.item]) }
    let stage = CollectionStage(items: 4, feed: feed)
    stage.layout.minimumLineSpacing = 4
    #expect(stage.frame(item(0)) == CGRect(x: 10, y: 0, width: 100, height: 50))
    #expect(stage.frame(item(1)) == CGRect(x: 160, y: 10, width: 150, height: 30), "justified, in the middle")
    #expect(stage.frame(item(2)) == CGRect(x: 10, y: 54, width: 200, height: 40))
    #expect(stage.frame(item(3)) == CGRect(x: 220, y: 54, width: 60, height: 40), "the last line is not justified")
    #expect(stage.log.defaulted.keys.contains { $0.hasSuffix("minimumLineSpacingForSectionAt:)") })
    #expect(!stage.log.defaulted.keys.contains { $0.hasSuffix("sizeForItemAt:)") })
  }

  @Test("A delegate that implements nothing changes nothing")
  func defaultedDelegate() {
    final class Silent: CollectionFeed, UICollectionViewDelegateFlowLayout {}
    let plain = grid(5)
    let silent = CollectionStage(items: 5, feed: Silent())
    silent.layout.itemSize = plain.layout.itemSize
    for index in 0..<5 { #expect(plain.frame(item(index)) == silent.frame(item(index))) }
  }

  @Test("An item that is too wide has a line of its own")
  func tooWide() {
    let stage = grid(2, side: 400)
    #expect(stage.frame(item(0)) == CGRect(x: 0, y: 0, width: 400, height: 400))
    #expect(stage.frame(item(1))?.minY == 400.0)
  }

  @Test("The layout follows the width of the collection view")
  func rotation() {
    let stage = grid(6).settled()
    #expect(stage.frame(item(3))?.minY == 100.0)
    stage.window.frame = CGRect(x: 0, y: 0, width: 640, height: 300)
    stage.window.setNeedsLayout()
    stage.window.runFrame()
    #expect(stage.frame(item(3))?.minY == 0.0)
    #expect(stage.list.contentSize.width == 640.0)
  }

  @Test("Only what shares area with a rectangle is in it, also when it starts in the middle of a line")
  func elementsInRect() {
    let stage = grid(9)
    stage.layout.headerReferenceSize = CGSize(width: 0, height: 50)
    stage.window.runFrame()
    let rect = CGRect(x: 0, y: 50, width: 320, height: 100)
    #expect(stage.layout.layoutAttributesForElements(in: rect)?.map(\.indexPath) == (0..<3).map { item($0) })
    let middle = CGRect(x: 150, y: 100, width: 10, height: 100)
    #expect(stage.layout.layoutAttributesForElements(in: middle)?.map(\.indexPath) == [item(1), item(4)])
    #expect(stage.list.indexPathForItem(at: CGPoint(x: 150, y: 120)) == item(1))
    #expect(stage.list.indexPathForItem(at: CGPoint(x: 105, y: 120)) == nil)
  }

  @Test("With 5,000 items the delegate is asked once for each size, and never again while scrolling")
  func large() {
    let feed = Sizes()
    var asked = 0
    feed.size = {
      asked += 1
      return CGSize(width: 90, height: CGFloat(80 + $0.item % 3))
    }
    let stage = CollectionStage(items: 5_000, feed: feed)
    stage.window.runFrame()
    stage.list.drag(by: 20_000, frames: 50)
    stage.window.runFrames(10)
    #expect(asked == 5_000)
    #expect(stage.list.visibleCells.count >= 12)
  }

  @Test("With an estimate each cell says its size when it is made, and the rest moves", arguments: HeadlessProfile.all)
  func selfSizing(profile: HeadlessProfile) {
    let stage = CollectionStage(profile, items: 100)
    stage.layout.estimatedItemSize = CGSize(width: 320, height: 50)
    stage.feed.inCell = { _, cell, path in (cell as? ItemCell)?.preferredHeight = CGFloat(200 + path.item) }
    stage.window.runFrame()

    #expect(stage.visiblePaths == [item(0), item(1), item(2)])
    #expect(stage.cell(item(2))?.frame == CGRect(x: 0, y: 401, width: 320, height: 202))
    #expect(stage.list.contentSize.height == 5453.0)

    stage.feed.inCell = { _, cell, _ in (cell as? ItemCell)?.preferredHeight = 300 }
    stage.list.reconfigureItems(at: [item(0)])
    stage.window.runFrame()
    #expect(stage.cell(item(1))?.frame.minY == 300.0)
    #expect(stage.violations.isEmpty)
  }

  @Test("An automatic estimate starts from the item size")
  func automaticSize() {
    let stage = grid(3)
    stage.layout.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
    #expect(stage.frame(item(0))?.size == CGSize(width: 100, height: 100))
  }
}
