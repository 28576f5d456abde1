import DemoFeed
import DemoSupport
import Foundation
@_spi(Headless) import HeadlessUIKit

/// What is done with the chat.
extension Script {
  /// The chat: messages come, are sent, edited, moved and deleted all the time, while it is scrolled and flung up to
  /// where older ones are loaded, left and returned to.
  func play(_ screen: ChatScreen) async throws {
    try await load()
    await settle(for: 0.5, "the newest messages")
    var crowd = Crowd(screen, seed: seed)
    await keepChanging(&crowd, for: 1.5, "messages come, change, move and go")

    stage.list.beginDrag()
    await keepChanging(&crowd, for: 0.8, "scrolling, and more come") {
      stage.list.moveDrag(by: CGPoint(x: 0, y: -14))
    }
    stage.list.endDrag()
    stage.list.flick(velocity: -8_000)
    await keepChanging(&crowd, for: 1.5, "fling to older messages")
    await wait(1, "fling to older messages") { stage.list.isDecelerating }
    await settle(for: 0.4, "older messages")
    await leaveAndReturn(by: -900, "suspended")

    screen.chat.scrollToNewest()
    await keepChanging(&crowd, for: 0.8, "back to the newest")
    // What is being sent ends, too.
    await untilTheEnd("waiting for the last") { screen.chat.unsentCount > 0 }
  }

  private func keepChanging(
    _ crowd: inout Crowd, for seconds: Double, _ note: String, each body: () -> Void = {}
  ) async {
    for number in 0..<Int(seconds * 60) {
      if number % 8 == 0 { crowd.act() }
      body()
      await frame(note)
    }
  }
}

/// Those who write in the chat, at random but repeatably.
@MainActor
private struct Crowd {
  private let chat: ChatViewController
  private var chance: Chance
  private var number = 1_000_000

  init(_ screen: ChatScreen, seed: UInt64) {
    chat = screen.chat
    chance = Chance(seed: seed, "crowd")
  }

  /// One change: most are new messages, the others concern what is on screen.
  mutating func act() {
    number += 1
    let text = ChatText.sentence(using: &chance)
    switch Int.random(in: 0..<10, using: &chance) {
    case 0...2:
      let author = Int.random(in: 2...6, using: &chance)
      chat.receive(text, from: author, number: number, withPicture: Bool.random(using: &chance))
    case 3, 4:
      chat.send(text, number: number)
    case 5, 6:
      if let id = messageOnScreen() { chat.edit(id, text) }
    case 7, 8:
      if let id = messageOnScreen(), let other = messageOnScreen() { chat.move(id, before: other) }
    default:
      if let id = messageOnScreen() { chat.delete(id) }
    }
  }

  private mutating func messageOnScreen() -> MessageID? {
    chat.tableView.indexPathsForVisibleRows?.randomElement(using: &chance).flatMap { chat.message(at: $0)?.id }
  }
}
