import Foundation

/// The textbook asynchronous operation that most apps have: flags under a lock, `start` overridden.
final class PlainAsyncOperation: Operation, @unchecked Sendable {
  private let lock = NSLock()
  private var executing = false
  private var finished = false
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { executing } }
  override var isFinished: Bool { lock.withLock { finished } }

  override func start() {
    willChangeValue(forKey: "isExecuting")
    lock.withLock { executing = true }
    didChangeValue(forKey: "isExecuting")
    if !isCancelled { body() }
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.withLock {
      executing = false
      finished = true
    }
    didChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isExecuting")
  }
}

/// Counts down from any thread, and is awaited by one.
final class Countdown: @unchecked Sendable {
  // All under the lock.
  private let lock = NSLock()
  private var left: Int
  private var continuation: CheckedContinuation<Void, Never>?

  init(_ count: Int) {
    left = count
  }

  func tick() {
    let continuation: CheckedContinuation<Void, Never>? = lock.withLock {
      left -= 1
      guard left == 0 else { return nil }
      defer { self.continuation = nil }
      return self.continuation
    }
    continuation?.resume()
  }

  var remaining: Int { lock.withLock { left } }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isDone = lock.withLock {
        if left > 0 { self.continuation = continuation }
        return left <= 0
      }
      if isDone { continuation.resume() }
    }
  }
}
