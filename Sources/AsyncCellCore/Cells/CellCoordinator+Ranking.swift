public import Foundation

/// What waits is ranked by where it is: nearest first, and none of it far away.
extension CellCoordinator {
  /// Everything that is wanted is ranked afresh.
  func rankEverything() {
    reprioritizeEverything()
    rankOffscreen()
  }

  func reprioritizeEverything() {
    // The most urgent first: each may start as soon as it is told.
    let wanted = records.values.filter(\.isSubscribed).map { (priority(of: $0), $0) }
    for (_, record) in wanted.sorted(by: { $0.0 < $1.0 }) { reprioritize(record) }
  }

  /// Ranks what no cell on screen shows by its distance from the screen, and drops what waits too far away.
  ///
  /// - Complexity: O(n) in the number of items of this list that wait or run.
  func rankOffscreen() {
    guard let screen = positionsOnScreen else { return }
    let fitting = viewport.map { $0.indexPaths(atOffset: $0.offset).count } ?? screenful
    let limit = offscreenBacklogLimit ?? 2 * max(screen.count, fitting)
    for record in Array(records.values) where record.isSubscribed && !record.isOnScreen && record.override == nil {
      guard let path = record.path, let position = shape.position(of: path) else { continue }
      let distance = position < screen.lowerBound ? screen.lowerBound - position : position - screen.upperBound
      record.distance = max(0, distance)
      if !record.claims.isEmpty {
        // Prepared, and left behind without a display and without a word. What is displayed, such as the cell of a first
        // responder, comes back into view without one, too: it has to wait.
        guard !record.isDisplayed else { continue }
        if distance > limit, !operations.hasStarted(record.token), !isLanding(record) { unwant(record) }
        continue
      }
      if let prefetch = record.prefetch {
        guard prefetch.rank == .prefetch else { continue }
        let isAhead = (position > screen.upperBound) == scroll.isTowardsEnd
        // The list has passed it, and UIKit may have forgotten to say so.
        if !isAhead, distance > limit, !operations.hasStarted(record.token) {
          drop(record)
          continue
        }
        // What lies behind is wanted only after as much again ahead.
        let rank = CellPriority.prefetch(distance: isAhead ? distance : 2 * screen.count + distance)
        for (prefetcher, wish) in record.prefetchers where wish.rank == .prefetch {
          record.prefetchers[prefetcher] = rank
        }
      } else if record.graceTimer == nil, distance > limit, !operations.hasStarted(record.token), !isKept(record) {
        drop(record)
        continue
      }
      if !isKept(record) { reprioritize(record) }
    }
  }

  /// Its own policy keeps the place it had on screen.
  private func isKept(_ record: KeyRecord) -> Bool {
    record.prefetch == nil
      && (record.graceTimer != nil || (record.work?.offscreen ?? offscreenPolicy) == .keep)
  }

  /// Where the items on screen are, counted from the beginning of the list.
  var positionsOnScreen: ClosedRange<Int>? { positions(inView: true) ?? positions(inView: false) }

  private func positions(inView: Bool) -> ClosedRange<Int>? {
    var range: ClosedRange<Int>?
    for claim in claims.values where claim.isDisplayed {
      guard let path = claim.path, let position = shape.position(of: path) else { continue }
      if inView, let token = claim.token, records[token]?.isOutOfView == true { continue }
      range = range.map { min($0.lowerBound, position)...max($0.upperBound, position) } ?? position...position
    }
    return range
  }

  // MARK: The app's own wishes

  /// How urgent the work of the item at an index path is, to all who want it; nil when there is none.
  ///
  /// - Complexity: O(n) in the number of items that the list shows or wants.
  public func priority(at indexPath: IndexPath) -> CellPriority? {
    records.values.filter { $0.path == indexPath }.compactMap { record in
      operations.runs.entry(of: record.token).flatMap { operations.runs.effectivePriority(of: $0) }
    }.min()
  }

  /// Wants the work of these items as if they were on screen, until they have been and have left it.
  ///
  /// It concerns work that the list wants already; what no cell shows has to be prefetched first.
  public func raisePriority(at indexPaths: [IndexPath]) {
    setPriority(.landing, at: indexPaths)
  }

  /// Wants the work of these items after everything else, on screen or not, until they are displayed anew.
  public func lowerPriority(at indexPaths: [IndexPath]) {
    setPriority(.offscreen, at: indexPaths)
  }

  private func setPriority(_ priority: CellPriority, at indexPaths: [IndexPath]) {
    let paths = Set(indexPaths)
    for record in Array(records.values) where record.path.map(paths.contains) ?? false {
      record.override = priority
      reprioritize(record)
    }
  }
}
