import Dispatch

/// Where main-actor work is queued from other threads; a seam for the simulator.
package protocol MainExecutor: Sendable {
  /// Runs `body` on the main actor, later, in the order of the calls.
  func enqueue(_ body: @escaping @MainActor @Sendable () -> Void)
}

/// The main dispatch queue, which is first in, first out; main-actor tasks promise no order among themselves.
package struct MainQueueExecutor: MainExecutor {
  package init() {}

  package func enqueue(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async {
      MainActor.assumeIsolated(body)
    }
  }
}
