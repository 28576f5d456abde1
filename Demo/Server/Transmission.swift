internal import Foundation

/// The sending of one response, as steps; it does no input and output of its own.
struct Transmission {
  /// What the connection must do next.
  enum Step: Equatable {
    /// Send these bytes, or as many as the socket takes, and report them with `didSend`.
    case send(Range<Int>)
    case pause(Duration)
    case end(End)
  }

  /// What becomes of the connection when everything due has been sent.
  enum End: Equatable { case keepAlive, close, reset, stall }

  /// The head, then as much of the body as will be sent.
  let bytes: [UInt8]
  private let bodyStart: Int
  private let end: End
  private let pace: HTTPResponse.Pace?
  private let repeats: Bool
  private var offset = 0
  /// How far sending may go before the next pause.
  private var allowance: Int

  init(_ response: HTTPResponse, to request: HTTPRequest?) {
    let body = Self.body(of: response, to: request)
    let (silent, limit, end) = Self.plan(response, bodyCount: body.count, keepsAlive: request?.keepsAlive ?? false)
    let head = silent ? [] : Self.head(of: response, closes: end != .keepAlive)
    self.bytes = head + body.prefix(limit)
    self.bodyStart = head.count
    self.end = end
    self.pace = response.pace
    self.repeats = response.framing == .endless && response.ending == .complete && !body.isEmpty
    self.allowance = response.pace.map { head.count + $0.bytes } ?? bytes.count
  }

  /// Returns what to do now.
  mutating func next() -> Step {
    if repeats, offset == bytes.count {
      allowance -= offset - bodyStart
      offset = bodyStart
    }
    guard offset < bytes.count else { return .end(end) }
    guard let pace else { return .send(offset..<bytes.count) }
    guard offset < allowance else {
      allowance += pace.bytes
      return .pause(pace.pause)
    }
    return .send(offset..<min(allowance, bytes.count))
  }

  /// Notes what the socket took; returns how many of these bytes belong to the body.
  mutating func didSend(_ count: Int) -> Int {
    let before = max(0, offset - bodyStart)
    offset += count
    return max(0, offset - bodyStart) - before
  }

  private static func plan(
    _ response: HTTPResponse, bodyCount: Int, keepsAlive: Bool
  ) -> (silent: Bool, limit: Int, end: End) {
    switch response.ending {
    case .complete:
      let framed = response.framing == .length && (response.declaredLength ?? bodyCount) == bodyCount
      let asked = response.headers["Connection"]?.lowercased() == "close"
      return (false, bodyCount, framed && keepsAlive && !asked ? .keepAlive : .close)
    case .truncated(let after): return (false, max(0, after), .close)
    case .reset(let after): return (after == nil, max(0, after ?? 0), .reset)
    case .stalled(let after): return (after == nil, max(0, after ?? 0), .stall)
    }
  }

  private static func body(of response: HTTPResponse, to request: HTTPRequest?) -> [UInt8] {
    guard sendsBody(response, to: request) else { return [] }
    if response.framing == .endless, response.body.isEmpty { return [UInt8](repeating: 0, count: 16_384) }
    return [UInt8](response.body)
  }

  private static func sendsBody(_ response: HTTPResponse, to request: HTTPRequest?) -> Bool {
    request?.method != "HEAD" && response.status != 204 && response.status != 304
  }

  private static func head(of response: HTTPResponse, closes: Bool) -> [UInt8] {
    var headers = response.headers
    if response.framing == .length, response.status != 204 {
      // A HEAD request is told the length of the body it does not get.
      headers["Content-Length"] = String(response.declaredLength ?? response.body.count)
    }
    if headers["Connection"] == nil { headers["Connection"] = closes ? "close" : "keep-alive" }
    var lines = ["HTTP/1.1 \(response.status) \(response.reason)"]
    lines += headers.fields.map { "\($0.name): \($0.value)" }
    // A line break inside a field would begin another field.
    return lines.flatMap { $0.utf8.filter { $0 != 13 && $0 != 10 } + [13, 10] } + [13, 10]
  }
}
