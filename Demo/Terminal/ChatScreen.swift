import AsyncCellUIKit
import DemoFeed
import DemoSupport
import Foundation
import HeadlessUIKit

/// The chat, which is never left alone.
@MainActor
final class ChatScreen: Screen {
  let chat: ChatViewController
  private(set) var feedError: (any Error)?

  init(_ service: FeedService, _ options: Options) {
    chat = ChatViewController(service: service, maximumMessages: options.rows)
    chat.feedDidFail = { [weak self] error in self?.feedError = error }
  }

  var name: Options.Screen { .updates }
  var controller: UIViewController { chat }
  var list: UIScrollView { chat.tableView }
  var cells: AsyncListDelegate { chat.cells }
  var unit: String { "messages" }
  var itemCount: Int { chat.messageCount }
  /// Older pages come as the list is scrolled.
  var isFeedComplete: Bool { chat.messageCount > 0 || chat.isComplete }

  func sights() -> [Sight] {
    messages().flatMap { cell, message in
      var sights: [Sight] = []
      if let picture = message.picture {
        sights.append(
          Sight(
            "\(message.id)", cell.attachmentView.pictureView.content, expecting: picture.id,
            configured: cell.message?.id == message.id ? cell.attachmentView.photo?.id : nil, isPhoto: true))
      }
      if let avatar = chat.avatar(of: message.author) {
        sights.append(
          Sight(
            "\(message.id) avatar", cell.avatarView.pictureView.content, expecting: avatar.id,
            configured: cell.message?.id == message.id ? cell.avatarView.photo?.id : nil, isPhoto: false))
      }
      return sights
    }
  }

  func draw(in frame: inout FrameModel) {
    frame.bubbles = messages().map { cell, message in
      let lines = (cell.messageLabel.text ?? "").split(separator: "\n").map(String.init)
      let (attachment, avatar) = (cell.attachmentView, cell.avatarView)
      return BubbleModel(
        name: cell.nameLabel.text ?? "", lines: lines, isMine: message.isMine,
        bubble: onScreen(cell.bubbleView, in: cell), text: onScreen(cell.messageLabel, in: cell),
        attachment: attachment.photo.map { _ in
          BubbleModel.Part(
            state: RowModel.State(attachment.pictureView.content), frame: onScreen(attachment, in: cell))
        },
        avatar: avatar.photo.map { _ in
          BubbleModel.Part(state: RowModel.State(avatar.pictureView.content), frame: onScreen(avatar, in: cell))
        })
    }
  }

  /// The cells on screen, each with the message that the data source has for it.
  private func messages() -> [(MessageCell, ChatMessage)] {
    chat.tableView.visibleCells.compactMap { cell in
      guard let cell = cell as? MessageCell, let path = chat.tableView.indexPath(for: cell) else { return nil }
      return chat.message(at: path).map { (cell, $0) }
    }
  }
}
