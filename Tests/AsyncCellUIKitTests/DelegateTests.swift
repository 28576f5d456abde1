import AsyncCellTesting
import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit
import Testing

/// The ways to use the delegate, and what each must not lose.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct DelegateTests {
  /// A table of names whose delegate each test chooses.
  @MainActor
  final class Scene {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
    let table = UITableView(frame: .zero, style: .plain)
    let controller = UIViewController()
    let engine = VirtualEngine()
    let desk = Desk()
    let source = Names((0..<100).map { "n\($0)" })

    init(_ profile: HeadlessProfile = .preparedCache) {
      window.headlessProfile = profile
      source.desk = desk
      table.register(NameCell.self, forCellReuseIdentifier: "name")
      table.rowHeight = 100
      table.dataSource = source
      controller.view = table
      window.rootViewController = controller
      window.makeKeyAndVisible()
    }

    var queue: KeyedOperationQueue { engine.makeQueue() }

    func complete() {
      for _ in 0..<50 {
        repeat { engine.settle() } while desk.sweep()
        desk.succeedAll()
      }
      engine.settle()
    }

    var shown: [String?] {
      (table.indexPathsForVisibleRows ?? []).map { (table.cellForRow(at: $0) as? NameCell)?.content }
    }
  }

  let complete = (0..<5).map { "N\($0)" as String? }

  // MARK: Four ways

  @Test(arguments: HeadlessProfile.all)
  func `Row 4: As the table's delegate as it is`(profile: HeadlessProfile) {
    let scene = Scene(profile)
    let cells = AsyncTableViewDelegate(operations: scene.queue)
    scene.table.delegate = cells
    scene.window.runFrame()
    scene.complete()
    #expect(scene.shown == complete)
    #expect(scene.table.headlessLog.violations.isEmpty)
  }

  final class Loud: AsyncTableViewDelegate {
    var events: [String] = []
    override func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath)
    {
      super.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
      events.append("willDisplay \(indexPath.row)")
    }
    override func tableView(
      _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) {
      super.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
      events.append("didEnd \(indexPath.row)")
    }
  }

  @Test(arguments: HeadlessProfile.all)
  func `Row 4: Subclassed, with override and super`(profile: HeadlessProfile) {
    let scene = Scene(profile)
    let cells = Loud(operations: scene.queue)
    cells.attach(to: scene.table)
    scene.window.runFrame()
    scene.complete()
    #expect(scene.shown == complete)
    scene.table.drag(by: 200)
    scene.window.runFrames(3)
    #expect(cells.events.contains("willDisplay 0"))
    #expect(cells.events.contains("didEnd 0"))
  }

  final class ByHand: NSObject, UITableViewDelegate {
    let cells: AsyncTableViewDelegate
    init(_ cells: AsyncTableViewDelegate) { self.cells = cells }
    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
      cells.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
    }
    func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
      cells.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
    }
  }

  @Test(arguments: HeadlessProfile.all)
  func `Row 4: Two methods forwarded by hand from a delegate of one's own`(profile: HeadlessProfile) {
    let scene = Scene(profile)
    let own = ByHand(AsyncTableViewDelegate(operations: scene.queue))
    scene.table.delegate = own
    scene.window.runFrame()
    scene.complete()
    #expect(scene.shown == complete)
    scene.table.drag(by: 300)
    scene.window.runFrames(3)
    scene.table.drag(by: -300)
    scene.window.runFrames(3)
    scene.complete()
    #expect(scene.shown == complete)
  }

  @Test(arguments: HeadlessProfile.all)
  func `Row 4: Attached before a delegate of one's own, which misses nothing`(profile: HeadlessProfile) {
    let scene = Scene(profile)
    let cells = AsyncTableViewDelegate(operations: scene.queue)
    let own = EveryMethod()
    cells.attach(to: scene.table, forwardingTo: own)
    exercise(scene)
    scene.complete()
    #expect(scene.shown.allSatisfy { $0 != nil })
    #expect(scene.table.headlessLog.defaulted.keys.filter { !EveryMethod.ofTheDataSource.contains($0) } == [])
    #expect(own.calls.isSuperset(of: ["willDisplay", "didEndDisplaying", "height", "didSelect", "didScroll"]))
    #expect(scene.table.headlessLog.violations.isEmpty)
  }

  /// Has the table call whatever it calls.
  func exercise(_ scene: Scene) {
    scene.window.runFrame()
    scene.table.tap(IndexPath(row: 1, section: 0))
    scene.table.tap(IndexPath(row: 2, section: 0))
    scene.table.drag(by: 250)
    scene.window.runFrames(3)
    scene.table.flick(velocity: 900)
    scene.window.runUntilStill()
    scene.table.setContentOffset(CGPoint(x: 0, y: 3_000), animated: true)
    scene.window.runUntilStill()
    scene.table.scrollToTop()
    scene.window.runUntilStill()
  }

  @Test func `What one's own delegate decides is decided by it, and the rest stays as without one`() {
    func trace(_ attach: (Scene, EveryMethod, AsyncTableViewDelegate) -> Void) -> [HeadlessEvent] {
      let scene = Scene()
      let (own, cells) = (EveryMethod(), AsyncTableViewDelegate(operations: scene.queue))
      attach(scene, own, cells)
      exercise(scene)
      return scene.table.headlessLog.events
    }
    let alone = trace { scene, own, _ in scene.table.delegate = own }
    #expect(alone == trace { scene, own, cells in cells.attach(to: scene.table, forwardingTo: own) })
  }

  @Test func `Attached alone, the delegate changes nothing of what the table does without one`() {
    func trace(_ attach: (Scene, AsyncTableViewDelegate) -> Void) -> [HeadlessEvent] {
      let scene = Scene()
      let cells = AsyncTableViewDelegate(operations: scene.queue)
      attach(scene, cells)
      scene.window.runFrame()
      scene.table.jump(to: 700)
      scene.window.runFrames(3)
      // Scroll events are told to delegates alone.
      return scene.table.headlessLog.events.filter { if case .scroll = $0 { false } else { true } }
    }
    #expect(trace { _, _ in } == trace { $1.attach(to: $0.table) })
  }

  // MARK: Attaching

  @Test func `Attaching never displaces a delegate silently`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let (table, own) = (UITableView(), EveryMethod())
        table.delegate = own
        AsyncTableViewDelegate().attach(to: table)
        print(own)
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let (table, own, other) = (UITableView(), EveryMethod(), EveryMethod())
        table.delegate = own
        AsyncTableViewDelegate().attach(to: table, forwardingTo: other)
        print(own, other)
      }
    }
  }

  @Test func `Attaching again, or over the delegate it forwards to, is fine`() {
    let (table, own, cells) = (UITableView(), EveryMethod(), AsyncTableViewDelegate())
    table.delegate = own
    cells.attach(to: table, forwardingTo: own)
    cells.attach(to: table, forwardingTo: own)
    #expect(table.delegate !== own)
    cells.attach(to: table)
    #expect(table.delegate === cells)
    cells.attach(to: table, forwardingTo: cells)
    #expect(table.delegate === cells)
  }

  @Test func `Neither the table nor the library keeps a delegate alive`() {
    let scene = Scene()
    var own: EveryMethod? = EveryMethod()
    var cells: AsyncTableViewDelegate? = AsyncTableViewDelegate(operations: scene.queue)
    weak let weakOwn = own
    weak let weakCells = cells
    weak let list = cells?.coordinator
    own.map { cells?.attach(to: scene.table, forwardingTo: $0) }
    scene.window.runFrame()
    own = nil
    #expect(weakOwn == nil)
    scene.table.drag(by: 300)
    scene.window.runFrames(2)
    scene.complete()
    #expect(scene.shown.allSatisfy { $0 != nil })
    cells = nil
    #expect(weakCells == nil)
    #expect(list == nil)
    #expect(scene.table.delegate == nil)
    scene.table.drag(by: 300)
    scene.window.runFrames(2)
  }

  @Test func `Prefetching is set up whether it is asked for before or after attaching`() {
    for isBefore in [true, false] {
      let scene = Scene()
      let cells = AsyncTableViewDelegate(operations: scene.queue)
      if !isBefore { cells.attach(to: scene.table) }
      cells.prefetchItems { ($0, scene.desk.job("\($0.row)")) }
      if isBefore { cells.attach(to: scene.table) }
      #expect(scene.table.prefetchDataSource === cells)
    }
  }

  @Test func `The settings are those of the list and its queue`() {
    let cells = AsyncTableViewDelegate()
    #expect(cells.maxNumberOfFailures == 3)
    cells.maxNumberOfFailures = RetryPolicy.unlimitedRetries
    #expect(cells.operations.retryPolicy.maxNumberOfFailures == .max)
    cells.offscreenPolicy = .cancel
    cells.offscreenGrace = 2
    cells.failureLifetime = .untilReset
    #expect(cells.coordinator.offscreenPolicy == .cancel)
    #expect(cells.coordinator.offscreenGrace == 2)
    #expect(cells.coordinator.failureLifetime == .untilReset)
    #expect(cells.cache === cells.coordinator.cache)
  }
}
