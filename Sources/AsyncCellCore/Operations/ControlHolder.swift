/// Brings one held control to the state that is wanted of it, whichever threads ask.
///
/// What is wanted is noted under a lock; the control is called outside it, by one thread at a time, in an order that
/// ends in the last wish. A control held is taken to be suspended at first.
package final class ControlHolder: Sendable {
  package enum Wish: Sendable { case suspended, running, cancelled }

  fileprivate struct State: Sendable {
    var wanted = Wish.suspended
    var applied = Wish.suspended
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
    state.withLock { state in
      if state.wanted != .cancelled { state.wanted = wish }
    }
  }

  package func apply() {
    var mayBegin = true
    while let wish = state.withLock({ $0.next(mayBegin: mayBegin) }) {
      mayBegin = false
      switch wish {
      case .suspended: if control.isSuspendable { control.suspend() }
      case .running: control.resume()
      case .cancelled: control.cancel()
      }
    }
  }
}

extension ControlHolder.State {
  /// The wish to carry out next, or nil when there is none or another thread is at it.
  fileprivate mutating func next(mayBegin: Bool) -> ControlHolder.Wish? {
    if mayBegin && isApplying { return nil }
    guard applied != wanted else {
      isApplying = false
      return nil
    }
    isApplying = true
    applied = wanted
    return wanted
  }
}
