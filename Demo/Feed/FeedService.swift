import AsyncCellUIKit
public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where the feed comes from, and what loading its parts takes.
nonisolated public struct FeedService: Sendable {
  /// The server; pages are at `feed?page=N` relative to it.
  public let base: URL
  /// Whether the server has an avatar for each author.
  public let hasAvatars: Bool
  /// Whether the server has messages, besides photos.
  public let hasMessages: Bool
  /// Counts requests.
  public let meter: FeedMeter
  let timeout: TimeInterval

  /// One session for all requests, without a cache of its own.
  let configuration: URLSessionConfiguration

  static let retryOfPages = RetryPolicy(maxNumberOfFailures: 6, backoff: .exponential(initial: 0.05, maximum: 0.5))

  public init(
    base: URL, hasAvatars: Bool, hasMessages: Bool = false, timeout: TimeInterval, meter: FeedMeter = FeedMeter()
  ) {
    self.base = base
    self.hasAvatars = hasAvatars
    self.hasMessages = hasMessages
    self.timeout = timeout
    self.meter = meter
    configuration = .ephemeral
    configuration.urlCache = nil
  }

  /// A page of photos, empty past the end.
  func page(_ number: Int) -> Waterfall<[Photo]> {
    Waterfall(request(for: "feed", page: number))
      .then(.fetch(configuration, maximumBytes: 8 << 20, onEvent: meter.page).timeout(timeout))
      .then(.decodeJSON([FeedEntry].self))
      .map { [base] entries in entries.compactMap { $0.photo(relativeTo: base) } }
      .retry(Self.retryOfPages)
  }

  func request(for name: String, page: Int) -> URLRequest {
    var components = URLComponents(url: base.appendingPathComponent(name), resolvingAgainstBaseURL: true)
    components?.queryItems = [URLQueryItem(name: "page", value: "\(page)")]
    return URLRequest(url: components?.url ?? base)
  }

  /// A photo's picture, as large as its row shows it.
  func picture(_ photo: Photo) -> Waterfall<Picture> {
    Waterfall(URLRequest(url: photo.url))
      .then(.fetch(configuration) { [meter] in meter.picture(photo.id, $0) }.timeout(timeout))
      .then("decode", on: .processing) { [meter] data in
        let picture = try Picture(data: data)
        meter.decoded(picture)
        return picture
      }
      .then("thumbnail") { $0.thumbnail(side: 88) }
      .cached(cost: \.memoryCost)
  }

  /// An author's avatar, by an operation class of the app's own.
  func avatar(at url: URL) -> OperationFactory<AvatarOperation> {
    OperationFactory { [meter] in AvatarOperation(url, meter: meter) }
  }

  func avatarURL(of author: Int) -> URL {
    base.appendingPathComponent("avatar/\(author)")
  }
}
