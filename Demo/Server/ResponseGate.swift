/// Holds answers back until a test lets them go, so that no test needs to sleep.
///
///     let gate = ResponseGate()
///     let server = try LoopbackServer { _ in .text("late").held(by: gate) }
///     await gate.arrivals(3)     // three requests are waiting
///     gate.open()
public final class ResponseGate: Sendable {
  private struct State: Sendable {
    var isOpen = false
    var permits = 0
    var held: [@Sendable () -> Void] = []
  }

  private let state = Synchronized(State())
  private let arrived = Watched(0)

  public init() {}

  /// How many answers have come to the gate so far, those let go included.
  public var arrivalCount: Int { arrived.value }

  /// Returns once `count` answers have come to the gate, or when the task is cancelled.
  public func arrivals(_ count: Int) async {
    await arrived.value(where: { $0 >= count })
  }

  /// Lets everything go that waits and that will come.
  public func open() {
    let held = state.withLock { state in
      state.isOpen = true
      defer { state.held = [] }
      return state.held
    }
    for release in held { release() }
  }

  /// Lets `count` answers go, in order of arrival; those that have not come yet pass when they do.
  public func release(_ count: Int = 1) {
    let held = state.withLock { state in
      let due = Array(state.held.prefix(count))
      state.held.removeFirst(due.count)
      state.permits += max(0, count - due.count)
      return due
    }
    for release in held { release() }
  }

  /// Calls `release` once, now or when the gate lets it go.
  func hold(_ release: @escaping @Sendable () -> Void) {
    let passes = state.withLock { state in
      if state.isOpen { return true }
      if state.permits > 0 {
        state.permits -= 1
        return true
      }
      state.held.append(release)
      return false
    }
    arrived.update { $0 += 1 }
    if passes { release() }
  }
}
