internal import Foundation

/// A value and the lock that guards it.
///
/// It is `@unchecked Sendable` because `value` is read and written under `lock` only.
package final class Synchronized<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  /// Runs `body` with the value, under the lock; call nothing of the user's in it.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
