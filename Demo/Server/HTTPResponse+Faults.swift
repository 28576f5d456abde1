extension HTTPResponse {
  /// Waits so long before the first byte.
  public func delayed(by latency: Duration) -> HTTPResponse {
    with { $0.latency = latency }
  }

  /// Waits until the gate is opened; the latency, if any, begins then.
  public func held(by gate: ResponseGate) -> HTTPResponse {
    with { $0.gate = gate }
  }

  /// Claims another length than the body has.
  public func declaring(length: Int) -> HTTPResponse {
    with { $0.declaredLength = length }
  }

  /// Sends so many body bytes, then closes the connection.
  public func truncated(after bytes: Int) -> HTTPResponse {
    with { $0.ending = .truncated(after: bytes) }
  }

  /// Sends so many body bytes, then resets the connection; nil resets it before the head.
  public func reset(after bytes: Int? = nil) -> HTTPResponse {
    with { $0.ending = .reset(after: bytes) }
  }

  /// Sends so many body bytes, then nothing more; nil sends not even the head.
  public func stalled(after bytes: Int? = nil) -> HTTPResponse {
    with { $0.ending = .stalled(after: bytes) }
  }

  /// Sends the body in pieces of `bytes` with a pause after each.
  public func paced(bytes: Int, pause: Duration) -> HTTPResponse {
    with { $0.pace = Pace(bytes: max(1, bytes), pause: pause) }
  }

  /// Sends no length; the close of the connection ends the body.
  public func withoutLength() -> HTTPResponse {
    with { $0.framing = .untilClose }
  }

  /// Sends no length and repeats the body, or zeros if it is empty, until the peer closes.
  ///
  /// The pace, if none has been set, is about 64 MB a second: off Darwin all URL sessions of a process share one serial
  /// queue, which a body without any pause keeps from everything else, the cancelling of that very body included.
  public func endless() -> HTTPResponse {
    with {
      $0.framing = .endless
      $0.pace = $0.pace ?? Pace(bytes: 65_536, pause: .milliseconds(1))
    }
  }

  private func with(_ change: (inout HTTPResponse) -> Void) -> HTTPResponse {
    var copy = self
    change(&copy)
    return copy
  }
}
