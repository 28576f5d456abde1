package import Foundation

/// Which cell objects a list holds, for which paths, in which phase.
///
/// `prepared → displayed ⇄ waiting → dropped`, or `prepared → dropped` without a display (B2), or
/// `displayed → leaving → dropped` when something replaced the cell. It calls nobody: the list does what it answers.
package struct CellLedger<Cell: AnyObject> {
  package enum Phase {
    /// Configured for its path, not displayed yet. Next: displayed, dropped.
    case prepared
    /// Between `willDisplay` and `didEndDisplaying`. Next: waiting, dropped, leaving.
    case displayed
    /// Was displayed, and may be again with no new request (B4). Next: displayed, dropped.
    case waiting
  }

  package struct Entry {
    package let cell: Cell
    package var phase: Phase
    /// The frame from which the delay counts after which the display ends of a cell that left the bounds (B11).
    package var leftBoundsAt: Int?
  }

  /// A displayed cell that another one replaced; it knows the path it had *before* the change (B9).
  package struct Leaving {
    package let cell: Cell
    package let oldPath: IndexPath
    package let until: Int
  }

  package init() {}

  package private(set) var entries: [IndexPath: Entry] = [:]
  package private(set) var leaving: [Leaving] = []
  private var paths: [ObjectIdentifier: IndexPath] = [:]

  package subscript(path: IndexPath) -> Entry? { entries[path] }

  package func path(of cell: Cell) -> IndexPath? {
    paths[ObjectIdentifier(cell)]
  }

  package func paths(_ phase: Phase) -> [IndexPath] {
    entries.filter { $0.value.phase == phase }.keys.sorted()
  }

  package mutating func prepare(_ cell: Cell, at path: IndexPath) {
    assert(entries[path] == nil, "\(path) already has a cell.")
    entries[path] = Entry(cell: cell, phase: .prepared)
    paths[ObjectIdentifier(cell)] = path
    checkInvariants()
  }

  /// - Returns: Whether a display begins: not if the cell is displayed already.
  package mutating func display(at path: IndexPath) -> Bool {
    guard let entry = entries[path] else { return false }
    entries[path]?.leftBoundsAt = nil
    guard entry.phase != .displayed else { return false }
    entries[path]?.phase = .displayed
    return true
  }

  package mutating func leaveBounds(at path: IndexPath, in frame: Int) {
    guard let entry = entries[path], entry.phase == .displayed, entry.leftBoundsAt == nil else { return }
    entries[path]?.leftBoundsAt = frame
  }

  /// - Returns: The displayed cells out of bounds since at least `delay` frames.
  package func overdue(in frame: Int, delay: Int) -> [IndexPath] {
    entries.filter { $0.value.leftBoundsAt.map { frame - $0 >= delay } == true }.keys.sorted()
  }

  package mutating func endDisplay(at path: IndexPath) -> Cell? {
    guard let entry = entries[path], entry.phase == .displayed else { return nil }
    entries[path]?.phase = .waiting
    entries[path]?.leftBoundsAt = nil
    return entry.cell
  }

  /// - Returns: The prepared or waiting cell that was held for the path.
  package mutating func drop(at path: IndexPath) -> Cell? {
    guard let entry = entries[path], entry.phase != .displayed else { return nil }
    forget(path)
    return entry.cell
  }

  /// Lets a displayed cell go under its old path, so that another may take its place.
  package mutating func replace(at path: IndexPath, until frame: Int) -> Bool {
    guard let entry = entries[path], entry.phase == .displayed else { return false }
    forget(path)
    leaving.append(Leaving(cell: entry.cell, oldPath: path, until: frame))
    return true
  }

  /// Has each cell travel with its item (B34).
  ///
  /// A displayed cell whose item is gone or reloaded leaves under its old path (B9, B15).
  /// - Returns: The prepared and waiting cells whose item is gone or reloaded.
  package mutating func apply(_ mapping: UpdateMapping, until frame: Int) -> [Cell] {
    let old = entries
    entries = [:]
    paths = [:]
    var dropped: [Cell] = []
    for (path, entry) in old.sorted(by: { $0.key < $1.key }) {
      if let newPath = mapping.newPath(for: path), !mapping.replaced.contains(path) {
        entries[newPath] = entry
        paths[ObjectIdentifier(entry.cell)] = newPath
      } else if entry.phase == .displayed {
        leaving.append(Leaving(cell: entry.cell, oldPath: path, until: frame))
      } else {
        dropped.append(entry.cell)
      }
    }
    checkInvariants()
    return dropped
  }

  package mutating func takeLeft(by frame: Int) -> [Leaving] {
    let left = leaving.filter { $0.until <= frame }
    leaving.removeAll { $0.until <= frame }
    return left
  }

  /// A data source that keeps its own cells may return one that is just leaving.
  package mutating func takeLeaving(_ cell: Cell) -> Leaving? {
    guard let index = leaving.firstIndex(where: { $0.cell === cell }) else { return nil }
    return leaving.remove(at: index)
  }

  private mutating func forget(_ path: IndexPath) {
    guard let entry = entries.removeValue(forKey: path) else { return }
    paths[ObjectIdentifier(entry.cell)] = nil
    checkInvariants()
  }

  private func checkInvariants() {
    assert(paths.count == entries.count, "A cell is held for two paths.")
  }
}
