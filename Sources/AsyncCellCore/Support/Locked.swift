import Foundation

/// State that can be reached only while its lock is held.
///
/// `NSLock` rather than `Synchronization.Mutex`: it costs two nanoseconds more, has no availability floor, and the
/// thread sanitizer understands it on every platform. Nothing of the user's may run inside `withLock`.
package final class Locked<State>: @unchecked Sendable {
  // `state` is touched only between `lock()` and `unlock()`.
  private let lock = NSLock()
  private var state: State

  package init(_ state: State) {
    self.state = state
  }

  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
