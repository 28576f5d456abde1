public import Foundation

/// One photo of the feed.
nonisolated public struct Photo: Sendable, Hashable, Identifiable {
  public let id: Int
  public let title: String
  public let url: URL
}

/// One row of the table.
nonisolated enum FeedRow: Sendable, Hashable {
  case photo(Photo)
  case author(id: Int, avatar: URL)
  case advert(String)
}

/// A page of the feed as the server sends it.
nonisolated struct FeedEntry: Decodable, Sendable {
  let id: Int
  let title: String
  let url: String

  func photo(relativeTo base: URL) -> Photo? {
    URL(string: url, relativeTo: base).map { Photo(id: id, title: title, url: $0.absoluteURL) }
  }
}
