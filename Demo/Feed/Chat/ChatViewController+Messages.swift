import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

/// What happens in the chat: messages come, are sent, edited, moved and deleted, and older ones are loaded.
extension ChatViewController {
  // MARK: Older messages

  func loadOlder() {
    guard !isLoadingOlder, !history.isComplete else { return }
    isLoadingOlder = true
    let page = history.pageCount
    cells.operations.enqueue(service.messages(onPage: page), forKey: "messages \(page)") { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let messages):
        waitingPages.append(messages)
        // Under the finger the list must not jump.
        if isAtRest { showWaitingPages() }
      case .failure(let error):
        isLoadingOlder = false
        feedDidFail?(error)
      }
    }
  }

  func showWaitingPages() {
    guard !waitingPages.isEmpty else { return }
    keepingPlace {
      for page in waitingPages { history.prepend(page, limit: maximumMessages) }
      waitingPages = []
      update(animated: false)
    }
    isLoadingOlder = false
  }

  // MARK: Changes

  /// A message of somebody else comes, with a picture or without.
  public func receive(_ text: String, from author: Int, number: Int, withPicture: Bool) {
    history.append(
      ChatMessage(id: .server(number), author: author, text: text, picture: withPicture ? picture(number) : nil))
    update()
  }

  /// The user sends a message with a picture: it is shown at once, and gets its server's number when that has answered.
  public func send(_ text: String, number: Int) {
    let id = MessageID.local(number)
    history.append(ChatMessage(id: id, author: 1, text: text, picture: picture(number)))
    update()
    cells.operations.enqueue(service.send(text, fallback: number), forKey: "send \(number)") { [weak self] result in
      switch result {
      case .success(let number): self?.didSend(id, as: .server(number))
      case .failure: self?.delete(id)
      }
    }
  }

  private func didSend(_ id: MessageID, as newID: MessageID) {
    guard history.rename(id, to: newID) else { return }
    // Its picture's run, or its result, goes on under the new name.
    cells.replaceID(id, with: newID)
    update()
  }

  /// Changes the text of a message.
  public func edit(_ id: MessageID, _ text: String) {
    guard history[id] != nil else { return }
    history.edit(id) { message in
      message.text = text
      message.isEdited = true
    }
    update(reconfiguring: [id])
  }

  /// Moves a message before another one.
  public func move(_ id: MessageID, before other: MessageID) {
    history.move(id, before: other)
    update()
  }

  public func delete(_ id: MessageID) {
    history.remove(id)
    update()
  }

  private func picture(_ number: Int) -> Photo? {
    history.pictures.isEmpty ? nil : history.pictures[number % history.pictures.count]
  }
}
