import AsyncCellUIKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What loading and sending messages takes.
extension FeedService {
  /// A page of messages, newest first, empty past the oldest; of the feed's photos where the server has no messages.
  nonisolated func messages(onPage number: Int) -> Waterfall<[ChatMessage]> {
    guard hasMessages else {
      return page(number).map { photos in
        photos.enumerated().map { ChatMessage($0.element, number: $0.offset) }
      }
    }
    return Waterfall(request(for: "messages", page: number))
      .then(.fetch(configuration, maximumBytes: 8 << 20, onEvent: meter.page).timeout(timeout))
      .then(.decodeJSON([MessageEntry].self))
      .map { [base] entries in entries.map { $0.message(relativeTo: base) } }
      .retry(Self.retryOfPages)
  }

  /// Sends a message and gives the number that the server has for it.
  nonisolated func send(_ text: String, fallback number: Int) -> Waterfall<Int> {
    guard hasMessages else { return Waterfall(number) }
    var request = URLRequest(url: base.appendingPathComponent("messages"))
    request.httpMethod = "POST"
    request.httpBody = Data(text.utf8)
    return Waterfall(request)
      .then(.fetch(configuration, maximumBytes: 1 << 16, onEvent: meter.page).timeout(timeout))
      .then(.decodeJSON(SentEntry.self))
      .map(\.id)
      .retry(Self.retryOfPages)
  }

  /// The avatar of a message's author, by a chain.
  nonisolated func avatar(of photo: Photo) -> Waterfall<Picture> {
    Waterfall(URLRequest(url: photo.url))
      .then(.fetch(configuration, onEvent: meter.avatar).timeout(timeout))
      .then("decode", on: .processing) { try Picture(data: $0).thumbnail(side: 44) }
      .cached(cost: \.memoryCost)
  }
}
