import AsyncCellTesting
import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit
import Testing

/// The ways to use the delegate of a collection view, and what each must not lose.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct CollectionDelegateTests {
  /// A collection view of names whose delegate each test chooses.
  @MainActor
  final class Scene {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
    let model = ListModel((0..<100).map(Item.init))
    let host: CollectionHost
    let controller = UIViewController()
    let engine = VirtualEngine()
    let desk = Desk()

    init(_ profile: HeadlessProfile = .preparedCache, _ kind: ListKind = .collection) {
      window.headlessProfile = profile
      host = CollectionHost(model, kind)
      model.onCell = { [desk] cell, _ in cell.board.desk = desk }
      controller.view = host.list
      window.rootViewController = controller
      window.makeKeyAndVisible()
    }

    var list: UICollectionView { host.list }
    var queue: KeyedOperationQueue { engine.makeQueue() }

    func complete() {
      for _ in 0..<50 {
        repeat { engine.advance(by: .milliseconds(17)) } while desk.sweep()
        guard !desk.wanted.isEmpty else { break }
        desk.succeedAll()
      }
      engine.settle()
    }

    var shown: [String?] { host.visible.map(\.cell.board.content) }
  }

  let complete = (0..<5).map { "N\($0)" as String? }

  // MARK: Four ways

  @Test(arguments: HeadlessProfile.all)
  func `Row 4: As the collection view's delegate as it is`(profile: HeadlessProfile) {
    let scene = Scene(profile)
    let cells = AsyncCollectionViewDelegate(operations: scene.queue)
    scene.list.delegate = cells
    scene.window.runFrame()
    scene.complete()
    #expect(scene.shown == complete)
    #expect(scene.list.headlessLog.violations.isEmpty)
  }

  final class Loud: AsyncCollectionViewDelegate {
    var events: [String] = []
    override func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      super.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath)
      events.append("willDisplay \(indexPath.item)")
    }
    override func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      super.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath)
      events.append("didEnd \(indexPath.item)")
    }
    /// Even items first, whatever else.
    override func priority(for indexPath: IndexPath, isVisible: Bool, proposed: CellPriority) -> CellPriority {
      indexPath.item.isMultiple(of: 2) ? proposed : .offscreen
    }
  }

  @Test(arguments: HeadlessProfile.all)
  func `Row 4: Subclassed, with override and super, for both lists of items`(profile: HeadlessProfile) {
    let scene = Scene(profile)
    let cells = Loud(operations: scene.queue)
    cells.attach(to: scene.list)
    scene.window.runFrame()
    #expect(cells.priority(forItemAt: IndexPath(item: 2, section: 0)) == .visible)
    #expect(cells.priority(forItemAt: IndexPath(item: 1, section: 0)) == .offscreen)
    scene.complete()
    #expect(scene.shown == complete)
    scene.list.drag(by: 200)
    scene.window.runFrames(3)
    #expect(cells.events.contains("willDisplay 0"))
    #expect(cells.events.contains("didEnd 0"))
  }

  final class ByHand: NSObject, UICollectionViewDelegate {
    let cells: AsyncCollectionViewDelegate
    init(_ cells: AsyncCollectionViewDelegate) { self.cells = cells }
    func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      cells.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath)
    }
    func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      cells.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath)
    }
  }

  @Test(arguments: HeadlessProfile.all)
  func `Row 4: Two methods of a collection view forwarded by hand`(profile: HeadlessProfile) {
    let scene = Scene(profile)
    let own = ByHand(AsyncCollectionViewDelegate(operations: scene.queue))
    scene.list.delegate = own
    scene.window.runFrame()
    scene.complete()
    #expect(scene.shown == complete)
    for distance in [300.0, -300] {
      scene.list.drag(by: distance)
      scene.window.runFrames(3)
    }
    scene.complete()
    #expect(scene.shown == complete)
  }

  @Test(arguments: HeadlessProfile.all)
  func `Row 4: Attached before a delegate of a collection view, which misses nothing`(profile: HeadlessProfile) {
    let scene = Scene(profile)
    let (own, cells) = (EveryCollectionMethod(), AsyncCollectionViewDelegate(operations: scene.queue))
    cells.attach(to: scene.list, forwardingTo: own)
    exercise(scene)
    scene.complete()
    #expect(scene.shown.allSatisfy { $0 != nil })
    let defaulted = scene.list.headlessLog.defaulted.keys.filter { !EveryCollectionMethod.ofTheDataSource.contains($0) }
    #expect(defaulted == [])
    let wanted: Set<String> = [
      "willDisplay", "didEndDisplaying", "shouldHighlight", "didHighlight", "didUnhighlight", "shouldSelect",
      "didSelect", "shouldDeselect", "didDeselect", "size", "inset", "lineSpacing", "itemSpacing", "header", "footer",
      "didScroll", "willBeginDragging", "willEndDragging", "didEndDragging", "willBeginDecelerating",
      "didEndDecelerating", "didEndAnimation", "shouldScrollToTop", "didScrollToTop",
    ]
    #expect(wanted.subtracting(own.calls) == [])
    #expect(scene.list.headlessLog.violations.isEmpty)
  }

  /// Has the collection view call whatever it calls.
  func exercise(_ scene: Scene) {
    scene.window.runFrame()
    scene.list.tap(IndexPath(item: 1, section: 0))
    scene.list.tap(IndexPath(item: 2, section: 0))
    scene.list.drag(by: 250)
    scene.window.runFrames(3)
    scene.list.flick(velocity: 900)
    scene.window.runUntilStill()
    scene.list.setContentOffset(CGPoint(x: 0, y: 3_000), animated: true)
    scene.window.runUntilStill()
    scene.list.scrollToTop()
    scene.window.runUntilStill()
  }

  @Test func `What a collection view's own delegate decides is decided by it, and the rest stays as without one`() {
    func trace(_ attach: (Scene, EveryCollectionMethod, AsyncCollectionViewDelegate) -> Void) -> [HeadlessEvent] {
      let scene = Scene()
      let (own, cells) = (EveryCollectionMethod(), AsyncCollectionViewDelegate(operations: scene.queue))
      own.allowsSelection = false
      own.snapsTo = 700
      attach(scene, own, cells)
      exercise(scene)
      #expect(scene.list.indexPathsForSelectedItems?.isEmpty ?? true)
      return scene.list.headlessLog.events
    }
    let alone = trace { scene, own, _ in scene.list.delegate = own }
    #expect(alone == trace { scene, own, cells in cells.attach(to: scene.list, forwardingTo: own) })
  }

  @Test func `A layout is asked for its own sizes when the delegate it forwards to has no say in them`() {
    let scene = Scene()
    let own = ByHand(AsyncCollectionViewDelegate())
    let cells = AsyncCollectionViewDelegate(operations: scene.queue)
    cells.attach(to: scene.list, forwardingTo: own)
    scene.window.runFrame()
    let attributes = scene.list.layoutAttributesForItem(at: IndexPath(item: 1, section: 0))
    #expect(attributes?.frame == CGRect(x: 0, y: 100, width: 320, height: 100))
    #expect(scene.shown.count == 5)
  }

  // MARK: Order

  final class Watching: NSObject, UICollectionViewDelegate {
    var shownAtDisplay: [Int] = []
    func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      shownAtDisplay.append((cell as? NameTile)?.board.states.count ?? 0)
    }
    func scrollViewWillEndDragging(
      _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
      targetContentOffset.pointee.y = 6_000
    }
  }

  @Test func `Displays go to the list first; where a drag ends, the app says first`() {
    let scene = Scene()
    let (own, cells) = (Watching(), AsyncCollectionViewDelegate(operations: scene.queue))
    cells.attach(to: scene.list, forwardingTo: own)
    cells.prefetchItems {
      [model = scene.model, desk = scene.desk] path -> (key: AnyHashable, source: Waterfall<String>)? in
      model.item(at: path)?.name.map { ($0, desk.job($0)) }
    }
    scene.window.runFrame()
    #expect(own.shownAtDisplay == [1, 1, 1, 1, 1])
    scene.list.flick(velocity: 800)
    scene.engine.settle()
    // The list has heard of the place that the app has chosen: what will be there is wanted already.
    #expect(cells.coordinator.status(forKey: "n62", producing: String.self) == .inProgress)
  }

  // MARK: Attaching

  @Test func `Attaching to a collection view never displaces a delegate silently, nor serves two`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let list = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
        let own = EveryCollectionMethod()
        list.delegate = own
        AsyncCollectionViewDelegate().attach(to: list)
        print(own)
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let list = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
        let (own, other) = (EveryCollectionMethod(), EveryCollectionMethod())
        list.delegate = own
        AsyncCollectionViewDelegate().attach(to: list, forwardingTo: other)
        print(own, other)
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let lists = (0..<2).map { _ in
          UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
        }
        let cells = AsyncCollectionViewDelegate()
        for list in lists { cells.attach(to: list) }
        print(lists)
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let tables = [UITableView(), UITableView()]
        let cells = AsyncTableViewDelegate()
        for table in tables { cells.attach(to: table) }
        print(tables)
      }
    }
  }

  final class Prefetcher: NSObject, UICollectionViewDataSourcePrefetching {
    func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {}
  }

  @Test func `A collection view's prefetches are followed, unless somebody else does`() {
    for isBefore in [true, false] {
      let scene = Scene()
      let cells = AsyncCollectionViewDelegate(operations: scene.queue)
      if !isBefore { cells.attach(to: scene.list) }
      #expect(scene.list.prefetchDataSource == nil)
      cells.prefetchItems { ($0, scene.desk.job("\($0.item)")) }
      if isBefore { cells.attach(to: scene.list) }
      #expect(scene.list.prefetchDataSource === cells)
    }
    let (scene, other) = (Scene(), Prefetcher())
    let cells = AsyncCollectionViewDelegate(operations: scene.queue)
    scene.list.prefetchDataSource = other
    cells.prefetchItems { ($0, scene.desk.job("\($0.item)")) }
    cells.attach(to: scene.list)
    #expect(scene.list.prefetchDataSource === other)
  }

  @Test func `Neither the collection view nor the library keeps a delegate alive`() {
    let scene = Scene()
    var own: EveryCollectionMethod? = EveryCollectionMethod()
    var cells: AsyncCollectionViewDelegate? = AsyncCollectionViewDelegate(operations: scene.queue)
    weak let (weakOwn, weakCells) = (own, cells)
    own.map { cells?.attach(to: scene.list, forwardingTo: $0) }
    scene.window.runFrame()
    own = nil
    #expect(weakOwn == nil)
    scene.list.drag(by: 300)
    scene.window.runFrames(2)
    scene.complete()
    #expect(scene.shown.allSatisfy { $0 != nil })
    cells = nil
    #expect(weakCells == nil)
    #expect(scene.list.delegate == nil)
    scene.list.drag(by: 300)
    scene.window.runFrames(2)
  }
}
