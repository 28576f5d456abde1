public import Foundation

/// One tile of the grid; frames are in points from the top left of the list's visible part.
public struct TileModel: Sendable, Equatable {
  public var title: String
  public var state: RowModel.State
  public var frame: CGRect

  public init(title: String, state: RowModel.State, frame: CGRect) {
    self.title = title
    self.state = state
    self.frame = frame
  }
}

/// The header of a section.
public struct HeadingModel: Sendable, Equatable {
  public var title: String
  /// Nil where there is no avatar to load.
  public var avatar: RowModel.State?
  public var titleFrame: CGRect
  public var avatarFrame: CGRect

  public init(title: String, avatar: RowModel.State?, titleFrame: CGRect, avatarFrame: CGRect) {
    self.title = title
    self.avatar = avatar
    self.titleFrame = titleFrame
    self.avatarFrame = avatarFrame
  }
}

/// One message of the chat.
public struct BubbleModel: Sendable, Equatable {
  /// A picture in the message.
  public struct Part: Sendable, Equatable {
    public var state: RowModel.State
    public var frame: CGRect

    public init(state: RowModel.State, frame: CGRect) {
      self.state = state
      self.frame = frame
    }
  }

  public var name: String
  public var lines: [String]
  public var isMine: Bool
  public var bubble: CGRect
  public var text: CGRect
  public var attachment: Part?
  public var avatar: Part?

  public init(
    name: String, lines: [String], isMine: Bool, bubble: CGRect, text: CGRect, attachment: Part?, avatar: Part?
  ) {
    self.name = name
    self.lines = lines
    self.isMine = isMine
    self.bubble = bubble
    self.text = text
    self.attachment = attachment
    self.avatar = avatar
  }
}
