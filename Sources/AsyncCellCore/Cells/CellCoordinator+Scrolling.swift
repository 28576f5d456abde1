import Foundation

/// The list scrolls, flies, lands and stops.
extension CellCoordinator {
  /// The list has been scrolled; its ``viewport`` knows where to.
  public func didScroll() {
    guard let viewport else { return }
    scroll.moved(to: viewport.offset, at: clock.now.seconds)
    needFrames()
    passBy()
  }

  /// A finger takes hold of the list.
  public func willBeginDragging() {
    scroll.wasTouched()
    land(on: [])
    passBy()
  }

  /// The finger is lifted, and the list will come to rest at an offset.
  ///
  /// - Parameters:
  ///   - target: points along the direction of scrolling, as ``ListViewport/offset``.
  ///   - velocity: points per second, if it is known.
  public func willLand(at target: Double, velocity: Double? = nil) {
    if let viewport, !scroll.isMoving { scroll.moved(to: viewport.offset, at: clock.now.seconds) }
    scroll.willLand(at: target, velocity: velocity)
    needFrames()
    passBy()
  }

  /// The list has stopped, in one of the ways in which UIKit says so.
  public func didStopScrolling() {
    guard scroll.isMoving || !landing.isEmpty else { return }
    scroll.stopped()
    didStop()
  }

  private func didStop() {
    land(on: [])
    for record in passing { record.isPassing = false }
    findOutOfView()
    rankEverything()
    scheduleFlush()
  }

  // MARK: Frames

  /// Takes frames from a display instead of a timer.
  package func useFrames(_ source: any FrameSource) {
    frames.use(source)
  }

  /// Asks for frames until nothing needs them any more.
  func needFrames() {
    frames.start { [weak self] in self?.frame() }
  }

  private func frame() {
    if scroll.frame(isDriven: viewport?.isDriven ?? false) {
      didStop()
    } else if scroll.isMoving {
      findOutOfView()
      rankOffscreen()
    }
    deliverInFrame()
    if !scroll.isMoving, outbox.isEmpty, !waitsForFrame { frames.stop() }
  }

  // MARK: What flies past

  /// Decides, as the list moves on, what will still be seen.
  private func passBy() {
    recomputeLanding()
    for record in Array(records.values) where record.isSubscribed {
      let wasPassing = record.isPassing
      decideWhetherPassing(record)
      if wasPassing != record.isPassing { reprioritize(record) }
    }
  }

  private var passing: [KeyRecord] { records.values.filter(\.isPassing) }

  /// Whether nobody would see the record's result, were it started now.
  func decideWhetherPassing(_ record: KeyRecord) {
    record.isPassing = isPassing(record)
  }

  /// Whether not all that comes on screen is worth starting: rows pass too fast, or it is known where the list will
  /// land.
  var isFlying: Bool {
    guard skipsWhatFliesPast, scroll.isMoving, let viewport else { return false }
    return scroll.target != nil || scroll.isFlying(viewport: viewport.length)
  }

  private func isPassing(_ record: KeyRecord) -> Bool {
    guard let viewport, isFlying, record.override?.isOnScreen != true, !operations.hasStarted(record.token) else {
      return false
    }
    let needed = operations.expectedDuration(of: record.token) + TimerFrames.interval.seconds
    if record.claims.isEmpty {
      return record.keptPriority == nil && isTooFar(record, in: viewport, needed: needed)
    }
    return !record.claims.contains { claim in
      guard let cell = claim.listedCell, let extent = viewport.extent(of: cell) else { return true }
      return scroll.remainingStay(of: extent, viewport: viewport.length) >= needed
    }
  }

  /// Whether it is of no use, or too early, to start what has no cell yet.
  private func isTooFar(_ record: KeyRecord, in viewport: any ListViewport, needed: Double) -> Bool {
    guard record.prefetch != nil, let path = record.path, let position = shape.position(of: path),
      let screen = positionsOnScreen
    else { return true }
    let rowLength = viewport.length / Double(screen.count)
    let start = viewport.offset + Double(position - screen.lowerBound) * rowLength
    let extent = start...(start + rowLength)
    if scroll.remainingStay(of: extent, viewport: viewport.length) < needed { return true }
    // The fling may be ended by a touch: what will be seen is started when it has to be, and no sooner.
    let limit = operations.maxConcurrentOperationCount
    let rounds = limit > 0 ? (Double(screen.count) / Double(limit)).rounded(.up) : 1
    return scroll.timeUntilVisible(extent, viewport: viewport.length) > rounds * needed
  }

  /// The end of a display may come late: what is displayed and not in view any more is not what anybody waits for.
  private func findOutOfView() {
    guard let viewport else { return }
    let view = viewport.offset...(viewport.offset + max(0, viewport.length))
    for record in records.values where record.isDisplayed {
      let wasOutOfView = record.isOutOfView
      record.isOutOfView = record.claims.allSatisfy { claim in
        guard claim.isDisplayed else { return true }
        guard let extent = claim.listedCell.flatMap({ viewport.extent(of: $0) }) else { return false }
        return extent.upperBound <= view.lowerBound || extent.lowerBound >= view.upperBound
      }
      if wasOutOfView != record.isOutOfView { reprioritize(record) }
    }
  }

  // MARK: Where it lands

  /// The items that will be on screen when the list has come to rest, as far as is known now.
  private func recomputeLanding() {
    guard let viewport, let target = scroll.target, makeWork != nil else { return }
    land(on: viewport.indexPaths(atOffset: target))
  }

  /// Whether the record's item will be on screen when the list has come to rest.
  func isLanding(_ record: KeyRecord) -> Bool {
    guard !landing.isEmpty, let path = record.path else { return false }
    return landing.contains(path)
  }

  /// Wants the work of these items as if they were on screen, and of no others.
  func land(on paths: [IndexPath]) {
    guard paths != landing else { return }
    let left = Set(landing).subtracting(paths)
    let new = paths.filter { !landing.contains($0) }
    landing = paths
    for path in left { cancelPrefetch(at: Landing(path: path)) }
    for path in new { makeWork?(path, .landing) }
    // Cells that have been prepared there, too.
    let changed = left.union(new)
    for record in Array(records.values) where record.path.map(changed.contains) ?? false { reprioritize(record) }
  }
}

/// For whom something is wanted at the place where a fling will land; apart from a prefetch of the same item.
struct Landing: Hashable {
  let path: IndexPath
}
