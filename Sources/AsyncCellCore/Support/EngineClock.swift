import Dispatch

/// The engine's only source of time, so that tests and the simulator can supply their own.
package protocol EngineClock: Sendable {
  /// Time since an arbitrary origin; never goes backwards.
  var now: Duration { get }

  /// Calls `action` once after `delay`, on an unspecified thread, unless the timer is cancelled first.
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any EngineTimer
}

package protocol EngineTimer: Sendable {
  /// Idempotent. An action that has begun is not recalled: its receiver checks that it is still wanted.
  func cancel()
}

/// Monotonic time and one dispatch timer per scheduled action, released as soon as it is cancelled.
package struct DispatchClock: EngineClock {
  package init() {}

  package var now: Duration {
    .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any EngineTimer {
    let source = DispatchSource.makeTimerSource(queue: .global(qos: .userInitiated))
    let timer = DispatchTimer(source)
    source.setEventHandler {
      timer.cancel()
      action()
    }
    source.schedule(deadline: .now() + .nanoseconds(delay.clampedNanoseconds), leeway: .milliseconds(1))
    source.resume()
    return timer
  }
}

/// Holds its source until it fires or is cancelled; the source's handler holds the timer for as long.
private final class DispatchTimer: EngineTimer {
  private let source: Locked<(any DispatchSourceTimer)?>

  init(_ source: any DispatchSourceTimer) {
    self.source = Locked(source)
  }

  func cancel() {
    let source = self.source.withLock { held in
      defer { held = nil }
      return held
    }
    source?.cancel()
  }
}

extension Duration {
  /// Seconds as Foundation counts them.
  package var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// A duration from Foundation's seconds; not a number or negative gives zero, the absurdly long is capped.
  package static func interval(_ seconds: Double) -> Duration {
    guard seconds > 0 else { return .zero }
    return .seconds(min(seconds, 1e9))
  }

  fileprivate var clampedNanoseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000_000 else { return 1_000_000_000_000_000_000 }
    return max(0, Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
