public import AsyncCellUIKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Loads an avatar with an operation of the app's own, in place of a chain of jobs.
nonisolated public final class AvatarOperation: CellOperation<Picture>, @unchecked Sendable {
  // Immutable.
  private static let session = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpMaximumConnectionsPerHost = 16
    return URLSession(configuration: configuration)
  }()

  private let url: URL
  private let meter: FeedMeter

  init(_ url: URL, meter: FeedMeter) {
    self.url = url
    self.meter = meter
  }

  override public func main() {
    meter.avatarStarted()
    hold(
      Self.session.dataTask(with: url) { [self] data, response, error in
        finish(with: Result { try Self.picture(data, response, error) })
      })
  }

  private static func picture(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) throws -> Picture {
    if let error { throw error }
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200, let data else { throw FetchError.status(status) }
    return try Picture(data: data)
  }
}
