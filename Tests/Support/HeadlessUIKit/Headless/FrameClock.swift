import Foundation

/// What a window keeps between frames: virtual time, and what must happen when a frame ends.
struct FrameClock {
  var duration: TimeInterval = 1.0 / 60
  private(set) var count = 0
  private(set) var now: TimeInterval = 0
  private(set) var isRunning = false
  private var endings: [@MainActor () -> Void] = []

  mutating func begin() {
    precondition(!isRunning, "runFrame() was called from inside a frame.")
    isRunning = true
    count += 1
    now += duration
  }

  mutating func end() {
    isRunning = false
  }

  mutating func atEnd(_ body: @escaping @MainActor () -> Void) {
    endings.append(body)
  }

  mutating func takeEndings() -> [@MainActor () -> Void] {
    defer { endings = [] }
    return endings
  }
}
