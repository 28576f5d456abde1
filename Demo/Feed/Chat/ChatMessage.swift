import Foundation

/// What a message is known by: a number of this device's own until the server has given it one.
nonisolated public enum MessageID: Hashable, Sendable {
  case local(Int)
  case server(Int)
}

/// One message of the chat.
nonisolated public struct ChatMessage: Sendable, Hashable, Identifiable {
  public var id: MessageID
  /// Counted from 1, who is the user.
  public let author: Int
  public var text: String
  /// What is attached.
  public let picture: Photo?
  public var isEdited = false

  public var isMine: Bool { author == 1 }

  public var authorName: String {
    let names = ["You", "Ada", "Ben", "Chloé", "Dai", "Eve"]
    return names.indices.contains(author - 1) ? names[author - 1] : "Author \(author)"
  }

  /// How many authors there are.
  static let authorCount = 6
}

/// A message as the server sends it.
nonisolated struct MessageEntry: Decodable, Sendable {
  let id: Int
  let author: Int
  let text: String
  let url: String?

  func message(relativeTo base: URL) -> ChatMessage {
    let picture = url.flatMap { URL(string: $0, relativeTo: base) }
    return ChatMessage(
      id: .server(id), author: author, text: text,
      picture: picture.map { Photo(id: id, title: text, url: $0.absoluteURL) })
  }
}

/// The server's answer to a message that was sent.
nonisolated struct SentEntry: Decodable, Sendable {
  let id: Int
}

extension ChatMessage {
  /// A message that shows a photo of the feed, for servers that have no messages.
  nonisolated init(_ photo: Photo, number: Int) {
    self.init(
      id: .server(photo.id), author: number % Self.authorCount + 1, text: photo.title,
      picture: number % 2 == 0 ? photo : nil)
  }
}
