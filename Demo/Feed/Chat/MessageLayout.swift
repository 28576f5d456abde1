public import Foundation

/// Where the parts of a message stand in a cell of some width, and how high the cell is.
///
/// The font is monospaced and everything stands on the grid of its characters.
nonisolated public struct MessageLayout: Equatable, Sendable {
  /// The text, broken into lines.
  public private(set) var lines: [String] = []
  public private(set) var bubble = CGRect.zero
  public private(set) var name = CGRect.zero
  public private(set) var text = CGRect.zero
  /// Zero where nothing is attached.
  public private(set) var attachment = CGRect.zero
  public private(set) var avatar = CGRect.zero
  public private(set) var height: CGFloat = 0

  /// The room that a character takes.
  static let character = CGSize(width: 11, height: 22)

  /// - Parameters:
  ///   - heading: the line above the text.
  ///   - picture: the size of the attached picture in pixels; zero while it is not known, nil if there is none.
  init(_ message: ChatMessage, heading: String, picture: CGSize?, width: CGFloat) {
    let (column, line) = (Self.character.width, Self.character.height)
    let room = max(8, Int(width / column) * 6 / 10)
    lines = Self.wrap(message.text, at: room)
    let size = picture.map(Self.size(of:)) ?? .zero
    let columns = max(heading.count, lines.map(\.count).max() ?? 0)
    let inner = min(CGFloat(room) * column, max(CGFloat(columns) * column, size.width))

    bubble.size = CGSize(width: inner + 2 * column, height: line * CGFloat(1 + lines.count) + size.height)
    bubble.origin.x = message.isMine ? width - 6 * column - bubble.width : 6 * column
    avatar = CGRect(x: message.isMine ? width - 5 * column : column, y: 0, width: 4 * column, height: 2 * line)
    let left = bubble.minX + column
    name = CGRect(x: left, y: 0, width: inner, height: line)
    attachment = CGRect(origin: CGPoint(x: left, y: line), size: size)
    text = CGRect(x: left, y: line + size.height, width: inner, height: line * CGFloat(lines.count))
    height = max(bubble.height, avatar.height) + line
  }

  /// As large as fits, in whole lines; a picture that is not there yet gets the room of a usual one.
  private static func size(of picture: CGSize) -> CGSize {
    let most = CGSize(width: 20 * character.width, height: 6 * character.height)
    guard picture.width > 0, picture.height > 0 else { return CGSize(width: most.width, height: most.height / 2) }
    let scale = min(most.width / picture.width, most.height / picture.height)
    let lines = max(1, (picture.height * scale / character.height).rounded())
    return CGSize(width: picture.width * scale, height: lines * character.height)
  }

  /// Breaks a text between words into lines of at most so many characters; longer words are cut.
  static func wrap(_ text: String, at limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      var word = word
      if !line.isEmpty, line.count + 1 + word.count > limit {
        lines.append(line)
        line = ""
      }
      while word.count > limit {
        lines.append(String(word.prefix(limit)))
        word = word.dropFirst(limit)
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
