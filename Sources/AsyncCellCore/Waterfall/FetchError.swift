public import Foundation

/// A response that ``Job/fetch(_:maximumBytes:)`` does not take for an answer.
///
/// Descriptions hold neither URLs nor bytes of the response.
public enum FetchError: Error, Equatable, Sendable {
  /// The server answered with a status outside 200…299, or with one that comes without a body.
  case status(Int)
  /// The body is longer than allowed, as declared or as received.
  case tooLarge(maximumBytes: Int)
  /// The body ended before its declared length.
  case truncated(declaredBytes: Int64, receivedBytes: Int)
  /// The answer came by another protocol than HTTP.
  case notHTTP

  var kind: FailureKind {
    switch self {
    case .status(let code): code >= 500 || code == 408 || code == 425 || code == 429 ? .transient : .permanent
    case .tooLarge, .notHTTP: .permanent
    case .truncated: .transient
    }
  }
}

extension FetchError: LocalizedError, CustomStringConvertible {
  public var description: String {
    switch self {
    case .status(let code):
      "The server answered with status \(code)."
    case .tooLarge(let maximumBytes):
      "The response is longer than \(maximumBytes) bytes."
    case .truncated(let declaredBytes, let receivedBytes):
      "The response ended after \(receivedBytes) of \(declaredBytes) bytes."
    case .notHTTP:
      "The response is not an HTTP response."
    }
  }

  public var errorDescription: String? { description }
}
