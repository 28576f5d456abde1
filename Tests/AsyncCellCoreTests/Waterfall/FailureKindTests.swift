import AsyncCellCore
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private struct Unknown: Error {}

@Suite(.timeLimit(.minutes(5)))
struct FailureKindTests {
  private static let broken: any Error = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))

  private func expect(_ kind: FailureKind, of errors: [any Error]) {
    for error in errors { #expect(FailureKind(of: error) == kind, "\(error)") }
  }

  @Test func `Errors are classified in one place`() {
    expect(.cancelled, of: [CancellationError(), URLError(.cancelled)])
    expect(.unclassified, of: [Unknown()])
    expect(.offline, of: [URLError(.notConnectedToInternet)])
    expect(.permanent, of: [Self.broken, OperationError.finishedWithoutResult, JobError.handoffDropped(job: nil)])
    expect(.transient, of: [JobError.timedOut(job: nil, seconds: 1)])
  }

  @Test func `Answers of a server are classified by what a second request would bring`() {
    let transient = [500, 502, 503, 504, 408, 425, 429]
    let permanent = [204, 301, 304, 400, 401, 403, 404, 410]
    expect(.transient, of: transient.map { FetchError.status($0) })
    expect(.permanent, of: permanent.map { FetchError.status($0) })
    expect(.permanent, of: [FetchError.notHTTP, FetchError.tooLarge(maximumBytes: 1)])
    expect(.transient, of: [FetchError.truncated(declaredBytes: 2, receivedBytes: 1)])
  }

  @Test func `Errors of a connection are classified likewise`() {
    let transient: [URLError.Code] = [.timedOut, .networkConnectionLost, .cannotConnectToHost, .unknown]
    let permanent: [URLError.Code] = [.badURL, .unsupportedURL, .httpTooManyRedirects]
    expect(.transient, of: transient.map { URLError($0) })
    expect(.permanent, of: permanent.map { URLError($0) })
  }

  @Test func `INV-17: What may pass is tried again, what is lasting or cancelled is not`() {
    let retried: [FailureKind] = [.transient, .offline, .unclassified]
    let lasting: [FailureKind] = [.permanent, .unclassified]
    for kind in [FailureKind.permanent, .transient, .offline, .cancelled, .unclassified] {
      #expect(kind.isWorthRetrying == retried.contains(kind))
      #expect(kind.isLasting == lasting.contains(kind))
    }
  }
}
