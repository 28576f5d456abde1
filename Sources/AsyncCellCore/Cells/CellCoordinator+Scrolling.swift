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
  public func willLand(at target: Double) {
    scroll.willLand(at: target)
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
      passBy()
      rankOffscreen()
    }
    deliverInFrame()
    if !scroll.isMoving, outbox.isEmpty, !waitsForFrame { frames.stop() }
  }

  // MARK: What flies past

  /// Decides, as the list moves on, what will still be seen.
  private func passBy() {
    guard scroll.isMoving || !passingIsKnownEmpty else { return }
    recomputeLanding()
    for claim in claims.values where claim.isActive {
      guard let token = claim.token, let record = records[token], record.isSubscribed else { continue }
      let wasPassing = record.isPassing
      decideWhetherPassing(record)
      if wasPassing != record.isPassing { reprioritize(record) }
    }
  }

  private var passing: [KeyRecord] { records.values.filter(\.isPassing) }
  private var passingIsKnownEmpty: Bool { !records.values.contains { $0.isPassing } }

  /// Whether nobody would see the record's result, were it started now.
  func decideWhetherPassing(_ record: KeyRecord) {
    record.isPassing = skipsWhatFliesPast && isPassing(record)
  }

  private func isPassing(_ record: KeyRecord) -> Bool {
    guard let viewport, record.override == nil, !record.claims.isEmpty, scroll.isFlying(viewport: viewport.length)
    else { return false }
    guard !record.isSubscribed || !operations.hasStarted(record.token) else { return false }
    let needed = operations.expectedDuration(of: record.token) + TimerFrames.interval.seconds
    return !record.claims.contains { claim in
      guard let cell = claim.listedCell, let extent = viewport.extent(of: cell) else { return true }
      return scroll.remainingStay(of: extent, viewport: viewport.length) >= needed
    }
  }

  // MARK: Where it lands

  /// The items that will be on screen when the list has come to rest, as far as is known now.
  private func recomputeLanding() {
    guard let viewport, let target = scroll.target, makeWork != nil else { return }
    land(on: viewport.indexPaths(atOffset: target))
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
