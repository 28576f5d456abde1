import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What an error says about trying again; the one place that classifies errors.
public enum FailureKind: Sendable, Equatable {
  /// The same request would fail the same way: 404, undecodable data, a bad URL.
  case permanent
  /// It may well succeed in a moment: a time-out, a 5xx status, a lost connection.
  case transient
  /// There is no network.
  case offline
  /// Somebody cancelled it. That is not a failure.
  case cancelled
  /// An error that this library knows nothing about.
  case unclassified

  /// Classifies an error.
  public init(of error: any Error) {
    switch error {
    case is CancellationError: self = .cancelled
    case let error as URLError: self = Self.kind(of: error.code)
    case let error as FetchError: self = error.kind
    case let error as JobError: self = error.kind
    case is DecodingError, is OperationError: self = .permanent
    default: self = .unclassified
    }
  }

  /// Whether the default ``RetryPolicy`` tries again.
  public var isWorthRetrying: Bool {
    switch self {
    case .transient, .offline, .unclassified: true
    case .permanent, .cancelled: false
    }
  }

  /// Whether a failure of this kind may be forgotten after a while.
  public var isLasting: Bool {
    switch self {
    case .permanent, .unclassified: true
    case .transient, .offline, .cancelled: false
    }
  }

  private static func kind(of code: URLError.Code) -> FailureKind {
    switch code {
    case .cancelled, .userCancelledAuthentication:
      .cancelled
    case .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed, .callIsActive:
      .offline
    // Off Darwin a body that ends early is reported as `unknown`.
    case .timedOut, .networkConnectionLost, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .unknown,
      .resourceUnavailable, .badServerResponse, .secureConnectionFailed, .backgroundSessionWasDisconnected:
      .transient
    default:
      .permanent
    }
  }
}
