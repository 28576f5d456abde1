import AsyncCellTesting
import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

/// What stands between a list and the cells' work.
@MainActor
protocol Loader: AnyObject {
  func attach(to stage: ScenarioStage)
  func configure(_ cell: any NameView, at path: IndexPath)
  func listDidUpdate()
  /// The screen goes away, or comes back.
  func screen(isShown: Bool)
}

/// Five rows of 100 points in a window, over a list of names, in virtual time.
@MainActor
final class ScenarioStage {
  let kind: ListKind
  let driver: any Driver
  let controller = UIViewController()
  let engine = VirtualEngine()
  let desk = Desk()
  let model: ListModel
  let host: any ListHost
  let loader: any Loader
  /// Cells that do not clear themselves for reuse.
  var keepsForReuse = false
  private var nextID: Int
  private var isAnimating = false

  init(_ kind: ListKind, _ schedule: Schedule, rows: Int = 100, _ makeLoader: (VirtualEngine, Desk) -> any Loader) {
    self.kind = kind
    driver = HeadlessDriver(schedule)
    model = ListModel((0..<rows).map(Item.init))
    nextID = rows
    loader = makeLoader(engine, desk)
    host = kind.makeHost(model)
    driver.onFrame = { [engine] in engine.advance(by: .nanoseconds(16_666_667)) }
    model.onCell = { [weak self, weak loader, desk] cell, path in
      cell.board.desk = desk
      cell.board.clearsForReuse = self.map { !$0.keepsForReuse } ?? true
      loader?.configure(cell, at: path)
    }
    loader.attach(to: self)
    controller.view = host.view
    driver.show(controller)
    driver.frame()
    settle()
  }

  var list: UIScrollView { host.view }
  var visible: [(index: Int, cell: any NameView)] { host.visible }
  func board(_ index: Int) -> Board? { host.cell(at: index)?.board }
  /// The library's own delegate, where it is what is tested.
  var cells: AsyncListDelegate? { (loader as? RightLoader)?.cells }

  func newItem() -> Item {
    nextID += 1
    return Item(nextID)
  }

  // MARK: Time

  func frames(_ count: Int = 1) {
    driver.frames(count)
    settle()
  }

  func settle() {
    repeat { engine.settle() } while desk.sweep()
  }

  /// Ends every job, and those that start in its place, until nothing moves.
  func completeAll() {
    driver.untilStill()
    // Animated updates and late ends take their time.
    frames(isAnimating ? 22 : 4)
    isAnimating = false
    for _ in 0..<100 {
      settle()
      guard !desk.wanted.isEmpty else { return }
      desk.succeedAll()
      frames(2)
    }
  }

  // MARK: The finger

  func drag(_ distance: CGFloat, frames count: Int = 2) {
    driver.drag(list, by: distance, frames: 1)
    frames(count)
  }

  func jump(_ offset: CGFloat, frames count: Int = 2) {
    driver.jump(list, to: offset)
    frames(count)
  }

  // MARK: Updates

  /// Shows other items, by whatever the list's data source has for it.
  ///
  /// - Parameters:
  ///   - reloaded: ids of items whose cells are replaced.
  ///   - reconfigured: ids of items whose cells are configured again.
  func update(
    to items: [Item], reloaded: [Int] = [], reconfigured: [Int] = [], animated: Bool = true, byReloadData: Bool = false
  ) {
    isAnimating = isAnimating || animated
    if let apply = host.apply {
      model.items = items
      apply(
        SnapshotChange(
          reloaded: reloaded, reconfigured: reconfigured, isAnimated: animated, usesReloadData: byReloadData))
    } else if byReloadData {
      model.items = items
      host.reloadData()
    } else {
      let old = model.items.map(\.id)
      let (changes, new) = (items.map(\.id).difference(from: old).inferringMoves(), items.map(\.id))
      host.batch { [self] in
        model.items = items
        for change in changes { make(change) }
        let indexes = reloaded.compactMap { old.firstIndex(of: $0) }
        if !indexes.isEmpty { host.reload(indexes) }
      }
      let indexes = reconfigured.compactMap { new.firstIndex(of: $0) }
      if !indexes.isEmpty { host.reconfigure(indexes) }
    }
    loader.listDidUpdate()
  }

  private func make(_ change: CollectionDifference<Int>.Change) {
    switch change {
    case .insert(let index, _, nil): host.insert([index])
    case .insert(let index, _, let from?): host.move(from, to: index)
    case .remove(let index, _, nil): host.delete([index])
    case .remove: break
    }
  }

  // MARK: What is wrong

  /// What is wrong on screen, once everything has come to rest.
  func complaints() -> [String] {
    visible.compactMap { index, cell in
      let (content, wanted) = (cell.board.content, model.items[index].name?.uppercased())
      guard content != wanted else { return nil }
      return "row \(index) shows \(content ?? "nothing") instead of \(wanted ?? "nothing")"
    } + wrongs()
  }

  /// What was ever wrong in a cell, what UIKit would have thrown for, and what goes on for nobody.
  func wrongs() -> [String] {
    let wrong = model.cells.filter { !$0.board.wrong.isEmpty }.map { "a cell was shown \($0.board.wrong)" }
    let stacked = model.cells.filter { $0.board.layers.count > 1 }.map { "layers \($0.board.layers)" }
    return wrong + stacked + driver.complaints(of: list)
  }

  /// Work for items that are no longer in the list.
  func orphans() -> [String] {
    // An earlier version may be on its way to an end.
    let names = Set(model.items.compactMap(\.name?.stem))
    return desk.wanted.filter { !names.contains($0.stem) }.map { "\($0) is loaded for nobody" }
  }
}
