import Foundation

/// The messages of a chat, oldest first.
struct ChatHistory {
  private(set) var ids: [MessageID] = []
  private var messages: [MessageID: ChatMessage] = [:]
  /// Pictures to attach to new messages; the first are the avatars where the server has none.
  private(set) var pictures: [Photo] = []
  private(set) var pageCount = 0
  private(set) var isComplete = false

  var count: Int { ids.count }

  var unsentCount: Int {
    ids.reduce(0) { count, id in if case .local = id { count + 1 } else { count } }
  }

  subscript(id: MessageID) -> ChatMessage? { messages[id] }

  func avatar(of author: Int, from service: FeedService) -> Photo? {
    if service.hasAvatars { return Photo(id: author, title: "", url: service.avatarURL(of: author)) }
    return pictures.isEmpty ? nil : pictures[(author - 1) % pictures.count]
  }

  /// Puts a page before all there is, newest first as it came; what is there already is left out.
  mutating func prepend(_ page: [ChatMessage], limit: Int) {
    pageCount += 1
    let new = page.filter { messages[$0.id] == nil }.prefix(max(0, limit - count))
    isComplete = page.isEmpty || count + new.count >= limit
    for message in new {
      guard messages.updateValue(message, forKey: message.id) == nil else { continue }
      ids.insert(message.id, at: 0)
      // Once there is an avatar for each author, they stay.
      if let picture = message.picture, pictures.count < 40 { pictures.append(picture) }
    }
  }

  mutating func append(_ message: ChatMessage) {
    guard messages.updateValue(message, forKey: message.id) == nil else { return }
    ids.append(message.id)
  }

  /// A message has been given its number by the server; false if there is another with that number, or it is gone.
  mutating func rename(_ id: MessageID, to newID: MessageID) -> Bool {
    guard messages[newID] == nil, let index = ids.firstIndex(of: id), var message = messages.removeValue(forKey: id)
    else { return false }
    message.id = newID
    messages[newID] = message
    ids[index] = newID
    return true
  }

  mutating func edit(_ id: MessageID, _ change: (inout ChatMessage) -> Void) {
    guard var message = messages[id] else { return }
    change(&message)
    messages[id] = message
  }

  mutating func remove(_ id: MessageID) {
    guard messages.removeValue(forKey: id) != nil else { return }
    ids.removeAll { $0 == id }
  }

  /// Moves a message before another one.
  mutating func move(_ id: MessageID, before other: MessageID) {
    guard id != other, let source = ids.firstIndex(of: id), ids.contains(other) else { return }
    ids.remove(at: source)
    if let target = ids.firstIndex(of: other) { ids.insert(id, at: target) }
  }
}
