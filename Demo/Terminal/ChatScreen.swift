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
      return BubbleModel(
        name: cell.nameLabel.text ?? "", lines: lines, isMine: message.isMine,
        bubble: onScreen(cell.bubbleView, in: cell), text: onScreen(cell.messageLabel, in: cell),
        attachment: message.picture.map { _ in part(cell.attachmentView.pictureView, of: cell.attachmentView, in: cell)
        },
        avatar: chat.avatar(of: message.author).map { _ in
          part(cell.avatarView.pictureView, of: cell.avatarView, in: cell)
        })
    }
  }

  private func part(_ view: PictureView, of part: UIView, in cell: UIView) -> BubbleModel.Part {
    BubbleModel.Part(state: RowModel.State(view.content), frame: onScreen(part, in: cell))
  }

  /// The cells on screen, each with the message that the data source has for it.
  private func messages() -> [(MessageCell, ChatMessage)] {
    chat.tableView.visibleCells.compactMap { cell in
      guard let cell = cell as? MessageCell, let path = chat.tableView.indexPath(for: cell) else { return nil }
      return chat.message(at: path).map { (cell, $0) }
    }
  }
}
