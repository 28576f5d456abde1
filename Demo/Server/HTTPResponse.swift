public import Foundation

/// An answer, and whatever shall go wrong with it.
public struct HTTPResponse: Sendable {
  /// How the sending of a response ends; counts are body bytes, clamped to the body.
  public enum Ending: Sendable, Equatable {
    /// The whole body is sent.
    case complete
    /// So much is sent, then the connection is closed in good order.
    case truncated(after: Int)
    /// So much is sent, then the connection is reset; nil resets it before the head.
    case reset(after: Int?)
    /// So much is sent, then nothing until the peer closes; nil sends not even the head.
    case stalled(after: Int?)
  }

  /// How the client learns where the body ends.
  public enum Framing: Sendable, Equatable {
    /// By `Content-Length`.
    case length
    /// By the close of the connection.
    case untilClose
    /// Never: the body is repeated until the peer closes.
    case endless
  }

  /// A slow body: so many bytes, a pause, and so on.
  public struct Pace: Sendable, Equatable {
    public var bytes: Int
    public var pause: Duration
  }

  public var status: Int
  public var reason: String
  public var headers: HTTPHeaders
  public var body: Data

  /// The time between the request, or the opening of the gate, and the first byte.
  public var latency: Duration = .zero
  /// The `Content-Length` that is sent instead of the body's; where they differ the connection is closed afterwards.
  public var declaredLength: Int?
  public var ending: Ending = .complete
  public var framing: Framing = .length
  public var pace: Pace?
  /// Holds the answer back until it is opened.
  public var gate: ResponseGate?

  public init(status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.reason = Self.reason(for: status)
    self.headers = headers
    self.body = body
  }

  /// An answer in plain text.
  public static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Data(text.utf8))
  }

  /// A redirect to `location`, which may be relative.
  public static func redirect(to location: String, status: Int = 302) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["Location": location])
  }

  private static func reason(for status: Int) -> String {
    switch status {
    case 200: "OK"
    case 204: "No Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 413: "Content Too Large"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    default: "Status \(status)"
    }
  }
}
