import DemoSupport
import Foundation
import Testing

#if canImport(UIKit)
  import UIKit
#else
  @_spi(Headless) import HeadlessUIKit
#endif

@testable import DemoFeed

@Suite("Chat", .timeLimit(.minutes(5)))
@MainActor
struct ChatTests {
  private func message(_ text: String, author: Int = 2) -> ChatMessage {
    ChatMessage(id: .server(1), author: author, text: text, picture: nil)
  }

  @Test(
    "Texts are broken between words, and words that are too long anywhere",
    arguments: [
      ("", []), ("one", ["one"]), ("one two three", ["one two", "three"]), ("a bcdefghijk", ["a", "bcdefghi", "jk"]),
      ("12345678 12345678", ["12345678", "12345678"]),
    ] as [(String, [String])])
  func wrapping(_ text: String, lines: [String]) {
    #expect(MessageLayout.wrap(text, at: 8) == lines)
  }

  @Test("A picture has its aspect within bounds, in whole lines, and the text is below it")
  func layout() {
    let wide = MessageLayout(
      message("Hello"), heading: "Ada", picture: CGSize(width: 96, height: 36), width: 880)
    #expect(wide.attachment.size == CGSize(width: 220, height: 88))
    #expect(wide.text.minY == wide.attachment.maxY)
    #expect(wide.height == 154)
    let tall = MessageLayout(message("Hello"), heading: "Ada", picture: CGSize(width: 9, height: 900), width: 880)
    #expect(tall.attachment.height == 132)
    let mine = MessageLayout(message("Hello", author: 1), heading: "You", picture: nil, width: 880)
    #expect(mine.attachment.size == .zero && mine.bubble.maxX == 880 - 66)
    #expect(mine.height == 66)
  }

  @Test("A message that was sent gets its server's number, and its picture stays")
  func sent() async throws {
    var configuration = FeedServer.Configuration()
    configuration.rows = 60
    configuration.latency = .milliseconds(2)
    let server = try FeedServer(configuration)
    defer { server.stop() }
    let chat = ChatViewController(
      service: FeedService(base: server.url, hasAvatars: true, hasMessages: true, timeout: 3), maximumMessages: 60)
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 880, height: 704))
    window.rootViewController = chat
    window.makeKeyAndVisible()
    try await run(window) { chat.messageCount > 0 }

    chat.send("Hello", number: 1)
    #expect(chat.unsentCount == 1)
    try await run(window) { chat.unsentCount == 0 && newest(chat)?.attachmentView.pictureSize != .zero }
    let cell = try #require(newest(chat))
    #expect(cell.message?.id == .server(61))
    #expect(server.counts.messages == 1)
    // One run: the new name does not have the picture loaded again.
    guard case .picture(let picture) = cell.attachmentView.pictureView.content else { return }
    #expect(picture.id == cell.message?.picture?.id)
    #expect(chat.tableView.headlessLog.violations.isEmpty)
  }

  private func newest(_ chat: ChatViewController) -> MessageCell? {
    chat.tableView.cellForRow(at: IndexPath(row: chat.messageCount - 1, section: 0)) as? MessageCell
  }

  private func run(_ window: UIWindow, until condition: () -> Bool) async throws {
    while !condition() {
      window.runFrame()
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
