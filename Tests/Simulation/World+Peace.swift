import AsyncCellCore
import AsyncCellTesting

/// The end of a world: faults stop, everything drains, everything is let go of.
extension World {
  /// INV-28: whatever has happened, what is on screen completes once it may.
  func liveness(steps: Int) {
    for cell in allCells { cell.onState = nil }
    settle()
    limit = max(1, configuration.limit)
    for (index, list) in lists.enumerated() {
      for cell in cells[index] { cell.beginAnew() }
      list.screenWillAppear()
      list.willEnterForeground()
      list.resume()
      (model.isSuspended[index], model.isScreenHidden[index], model.isInBackground[index]) = (false, nil, false)
      for cell in cells[index] where cell.isActive && cell.isDisplayed {
        perform(Action(kind: .display, a: UInt8(2 * (cells[index].firstIndex { $0 === cell } ?? 0) + index), b: 0))
      }
    }
    for _ in 0..<max(50, 10 * allCells.count) {
      settle()
      jobs.sweep()
      let wanted = jobs.wanted
      for index in wanted.reversed() {
        let job = jobs.take(index)
        job.handoff.succeed(job.value)
      }
      advance(.seconds(2))
    }
    for cell in allCells where cell.isActive && cell.isDisplayed && cell.hasWork {
      if case .progress = cell.shown { violated("INV-28: a cell of \(cell.item) never completes") }
      if cell.shown == .nothing { violated("INV-28: a cell of \(cell.item) shows nothing") }
    }
  }

  /// INV-31, INV-32: nothing stays.
  func teardown() -> Violation? {
    for request in requests { request.request.cancel() }
    requests = []
    for (list, cells) in zip(lists, cells) {
      for cell in cells { list.unbind(cell) }
      list.cancel()
      list.reset()
    }
    for _ in 0..<10 {
      settle()
      jobs.sweep()
    }
    cache.removeAll()
    settle()
    if engine.keys.count != 0 { violated("INV-26: \(engine.keys.count) keys are kept by lists that show nothing") }
    cells = []
    lists = []
    for _ in 0..<10 {
      settle()
      jobs.sweep()
    }
    cache.removeAll()
    settle()
    if queue.runCount != 0 { violated("INV-32: \(queue.runCount) runs are left") }
    if engine.keys.count != 0 { violated("INV-32: \(engine.keys.count) keys are left") }
    if engine.clock.pendingTimers != 0 { violated("INV-32: \(engine.clock.pendingTimers) timers are left") }
    if queue.engine.slotCount != 0 { violated("INV-32: \(queue.engine.slotCount) slots are left") }
    return violation
  }
}
