/// Brings one held control to the state that is wanted of it, whichever threads ask.
///
/// What is wanted is noted under a lock; the control is called outside it, by one thread at a time, in an order that
/// ends in the last wish. A control held is taken to be suspended at first.
package final class ControlHolder: Sendable {
  package enum Wish: Sendable { case suspended, running, cancelled }

  fileprivate enum Change: Sendable { case wish(Wish), priority(Float) }

  fileprivate struct State: Sendable {
    var wanted = Wish.suspended
    var applied = Wish.suspended
    var wantedPriority: Float?
    var appliedPriority: Float?
    var isApplying = false
  }

  private let control: any OperationControl
  private let state = Locked(State())

  package init(_ control: any OperationControl) {
    self.control = control
  }

  /// Whether the wish `suspended` stops the control.
  package var isSuspendable: Bool { control.isSuspendable }

  /// Notes a wish; `apply()` must follow. Nothing is wanted of a cancelled control any more.
  package func want(_ wish: Wish) {
    state.withLock { $0.want(wish) }
  }

  /// Notes a priority, from 0 to 1; `apply()` must follow. Nil changes nothing.
  package func want(priority: Float?) {
    state.withLock { $0.want(priority: priority) }
  }

  package func want(_ wish: Wish, priority: Float?) {
    state.withLock { state in
      state.want(wish)
      state.want(priority: priority)
    }
  }

  package func apply() {
    var mayBegin = true
    while let change = state.withLock({ $0.next(mayBegin: mayBegin) }) {
      mayBegin = false
      switch change {
      case .priority(let priority): (control as? any PrioritizedControl)?.priority = priority
      case .wish(.suspended): if control.isSuspendable { control.suspend() }
      case .wish(.running): control.resume()
      case .wish(.cancelled): control.cancel()
      }
    }
  }
}

extension ControlHolder.State {
  fileprivate mutating func want(_ wish: ControlHolder.Wish) {
    if wanted != .cancelled { wanted = wish }
  }

  fileprivate mutating func want(priority: Float?) {
    if let priority, wanted != .cancelled { wantedPriority = priority }
  }

  /// What to change next, or nil when there is nothing or another thread is at it. A control has its priority before
  /// it starts.
  fileprivate mutating func next(mayBegin: Bool) -> ControlHolder.Change? {
    if mayBegin && isApplying { return nil }
    isApplying = true
    if let wantedPriority, wanted != .cancelled, wantedPriority != appliedPriority {
      appliedPriority = wantedPriority
      return .priority(wantedPriority)
    }
    if applied != wanted {
      applied = wanted
      return .wish(wanted)
    }
    isApplying = false
    return nil
  }
}
