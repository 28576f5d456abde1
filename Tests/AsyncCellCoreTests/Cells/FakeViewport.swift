import AsyncCellCore
import AsyncCellTesting
import Foundation

/// A list of rows of one height that is only numbers, and the cells it holds.
@MainActor
final class FakeViewport: ListViewport {
  var sections: [[String]]
  var offset = 0.0
  var length = 100.0
  var isDriven = false
  /// Whether the list knows its items by more than their positions.
  var hasIdentities = true
  var rowHeight = 20.0
  /// Heights of rows that are not as the others.
  var heights: [String: Double] = [:]
  /// Which item each cell shows, for as long as the list holds it.
  var cells: [(cell: AnyObject, name: String)] = []
  var measured: [[ObjectIdentifier]] = []
  var whileMeasuring: (() -> Void)?
  var offsets: [Double] = []

  init(_ sections: [[String]]) {
    self.sections = sections
  }

  var itemCounts: [Int] { sections.map(\.count) }

  func item(at indexPath: IndexPath) -> ItemIdentity? {
    guard hasIdentities, indexPath.count == 2, sections.indices.contains(indexPath[0]),
      sections[indexPath[0]].indices.contains(indexPath[1])
    else { return nil }
    return .item(sections[indexPath[0]][indexPath[1]])
  }

  func path(of name: String) -> IndexPath? {
    for (section, names) in sections.enumerated() {
      if let item = names.firstIndex(of: name) { return IndexPath(indexes: [section, item]) }
    }
    return nil
  }

  func indexPath(of cell: AnyObject) -> IndexPath? {
    cells.first { $0.cell === cell }.flatMap { path(of: $0.name) }
  }

  func extent(of cell: AnyObject) -> ClosedRange<Double>? {
    guard let name = cells.first(where: { $0.cell === cell })?.name else { return nil }
    var start = 0.0
    for row in sections.joined() {
      let height = heights[row] ?? rowHeight
      if row == name { return start...(start + height) }
      start += height
    }
    return nil
  }

  func indexPaths(atOffset offset: Double) -> [IndexPath] {
    var paths: [IndexPath] = []
    var start = 0.0
    for (section, names) in sections.enumerated() {
      for (item, name) in names.enumerated() {
        let end = start + (heights[name] ?? rowHeight)
        if end > offset, start < offset + length { paths.append(IndexPath(indexes: [section, item])) }
        start = end
      }
    }
    return paths
  }

  func remeasure(_ cells: [AnyObject]) {
    measured.append(cells.map(ObjectIdentifier.init))
    whileMeasuring?()
  }

  func setOffset(_ offset: Double) {
    self.offset = offset
    offsets.append(offset)
  }
}

/// A stage whose list has a viewport; its cells are known by their items' names.
@MainActor
final class ListStage {
  let stage: CellStage
  let viewport: FakeViewport
  var list: CellCoordinator { stage.list }
  var desk: Desk { stage.desk }

  init(_ sections: [[String]], limit: Int = 4) {
    stage = CellStage(limit: limit)
    viewport = FakeViewport(sections)
    stage.list.viewport = viewport
    stage.list.listDidUpdate()
  }

  convenience init(rows: Int, limit: Int = 4) {
    self.init([(0..<rows).map { "r\($0)" }], limit: limit)
  }

  /// A cell that has come on screen.
  @discardableResult
  func shown(_ name: String, ownID: Bool = false, change: ((Probe) -> Void)? = nil) -> Probe {
    let cell = Probe(desk, name)
    cell.hasOwnID = ownID
    change?(cell)
    show(cell, name)
    return cell
  }

  func show(_ cell: AnyObject, _ name: String) {
    viewport.cells.removeAll { $0.cell === cell }
    viewport.cells.append((cell, name))
    let path = viewport.path(of: name)
    list.willDisplay(cell, item: path.flatMap { viewport.item(at: $0) } ?? path.map { .position($0) }, at: path)
  }

  func end(_ cell: AnyObject) {
    list.didEndDisplaying(cell)
    viewport.cells.removeAll { $0.cell === cell }
  }

  func update(_ sections: [[String]]) {
    viewport.sections = sections
    list.listDidUpdate()
  }

  /// The list moves on by so many points, and a frame passes.
  func scroll(by points: Double) {
    viewport.offset += points
    list.didScroll()
    stage.engine.advance(by: .nanoseconds(16_666_667))
  }

  /// So many frames pass.
  func frames(_ count: Int = 1) {
    for _ in 0..<count { stage.engine.advance(by: .nanoseconds(16_666_667)) }
  }

  func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(indexes: [section, row]) }

  /// Tells the list how to prefetch its rows.
  func preparePrefetching() {
    list.prefetchItems { [weak viewport, desk] path -> (key: AnyHashable, source: Waterfall<String>)? in
      guard let viewport, viewport.item(at: path) != nil else { return nil }
      let name = viewport.sections[path[0]][path[1]]
      return (key: AnyHashable(name), source: desk.job(name))
    }
  }
}
