import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Layouts of a client's own", .timeLimit(.minutes(5)))
struct CustomLayoutTests {
  /// Items down a diagonal, and a badge that stays at the top of the bounds.
  final class Diagonal: UICollectionViewLayout {
    var prepared = 0
    var hidden: Set<Int> = []
    var followsBounds = false
    private var count = 0

    override func prepare() {
      super.prepare()
      prepared += 1
      count = collectionView?.numberOfItems(inSection: 0) ?? 0
    }
    override var collectionViewContentSize: CGSize { CGSize(width: count * 100, height: count * 100) }
    override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
      (0..<count).compactMap { layoutAttributesForItem(at: item($0)) }
        + [layoutAttributesForSupplementaryView(ofKind: "badge", at: item(0))].compactMap { $0 }
    }
    override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
      let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
      attributes.frame = CGRect(x: indexPath.item * 100, y: indexPath.item * 100, width: 100, height: 100)
      attributes.isHidden = hidden.contains(indexPath.item)
      return attributes
    }
    override func layoutAttributesForSupplementaryView(
      ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      guard followsBounds, let collectionView else { return nil }
      let attributes = UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: elementKind, with: indexPath)
      attributes.center = CGPoint(x: 10, y: collectionView.contentOffset.y + 10)
      attributes.size = CGSize(width: 20, height: 20)
      return attributes
    }
    override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { followsBounds }
  }

  func diagonal(_ profile: HeadlessProfile = .preparedCache) -> (stage: CollectionStage, layout: Diagonal) {
    let stage = CollectionStage(profile)
    let layout = Diagonal()
    stage.list.collectionViewLayout = layout
    return (stage, layout)
  }

  @Test("Only what lies in the bounds in both directions is displayed, though the layout answers with more")
  func bounds() {
    let (stage, _) = diagonal()
    stage.window.runFrame()
    #expect(stage.visiblePaths == (0..<4).map { item($0) })
    #expect(stage.list.contentSize == CGSize(width: 10_000, height: 10_000))
    stage.list.jump(to: CGPoint(x: 1_000, y: 1_000))
    stage.window.runFrame()
    #expect(stage.visiblePaths == (10..<14).map { item($0) })
  }

  @Test("A hidden item gets no cell")
  func hidden() {
    let (stage, layout) = diagonal()
    layout.hidden = [1, 2]
    stage.window.runFrame()
    #expect(stage.visiblePaths == [item(0), item(3)])
    #expect(stage.itemEvents.count(.cellFor(item(1))) == 0)
  }

  @Test("It is prepared once for each invalidation, at the next layout")
  func preparation() {
    let (stage, layout) = diagonal()
    stage.window.runFrames(3)
    stage.list.jump(to: CGPoint(x: 100, y: 100))
    stage.window.runFrame()
    #expect(layout.prepared == 1)
    layout.invalidateLayout()
    layout.invalidateLayout()
    #expect(layout.prepared == 1)
    stage.window.runFrame()
    #expect(layout.prepared == 2)
  }

  @Test("One that follows the bounds is prepared as they change, and moves its views along")
  func followingBounds() {
    let (stage, layout) = diagonal()
    layout.followsBounds = true
    stage.list.register(TitleView.self, forSupplementaryViewOfKind: "badge", withReuseIdentifier: "title")
    stage.window.runFrame()
    stage.list.jump(to: CGPoint(x: 0, y: 150))
    stage.window.runFrame()
    #expect(layout.prepared >= 2)
    #expect(stage.list.supplementaryView(forElementKind: "badge", at: item(0))?.frame.minY == 150.0)
    #expect(stage.itemEvents.count(.willDisplaySupplementaryView("badge", item(0))) == 1)
  }

  @Test("The layout that knows nothing shows nothing")
  func nothing() {
    let stage = CollectionStage()
    stage.list.collectionViewLayout = UICollectionViewLayout()
    stage.window.runFrame()
    #expect(stage.itemEvents.isEmpty && stage.list.contentSize == .zero)
  }
}
