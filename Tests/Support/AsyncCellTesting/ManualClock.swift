package import AsyncCellCore

/// Time that stands still until a test moves it.
package final class ManualClock: EngineClock {
  private struct Timer: Sendable {
    let due: Duration
    let order: Int
    let action: @Sendable () -> Void
  }

  private struct State: Sendable {
    var now = Duration.zero
    var nextOrder = 0
    var timers: [Int: Timer] = [:]
  }

  private let state = Locked(State())

  package init() {}

  package var now: Duration { state.withLock { $0.now } }

  /// Timers that have neither fired nor been cancelled.
  package var pendingTimers: Int { state.withLock { $0.timers.count } }

  package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any EngineTimer {
    let order = state.withLock { state in
      let order = state.nextOrder
      state.nextOrder += 1
      state.timers[order] = Timer(due: state.now + max(.zero, delay), order: order, action: action)
      return order
    }
    return Cancellation(clock: self, order: order)
  }

  /// Moves time on and fires what has come due, in order, on the calling thread.
  package func advance(by duration: Duration) {
    let end = now + duration
    while let timer = popDue(until: end) { timer.action() }
    state.withLock { $0.now = max($0.now, end) }
  }

  private func popDue(until end: Duration) -> Timer? {
    state.withLock { state in
      let due = state.timers.values.filter { $0.due <= end }
      guard let first = due.min(by: { ($0.due, $0.order) < ($1.due, $1.order) }) else { return nil }
      state.timers[first.order] = nil
      state.now = max(state.now, first.due)
      return first
    }
  }

  private struct Cancellation: EngineTimer {
    let clock: ManualClock
    let order: Int

    func cancel() {
      clock.state.withLock { $0.timers[order] = nil }
    }
  }
}
