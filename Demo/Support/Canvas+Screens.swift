internal import Foundation

/// The grid and the chat.
extension Canvas {
  /// Draws tiles, section headers and messages of a frame into the list's part of the canvas.
  mutating func drawScreens(_ frame: FrameModel, in list: Rect) {
    let scale = Scale(frame, list)
    for tile in frame.tiles { draw(tile, scale) }
    for heading in frame.headings { draw(heading, scale) }
    for bubble in frame.bubbles { draw(bubble, scale) }
  }

  /// Points to characters.
  private struct Scale {
    private let column: Double
    private let line: Double
    private let list: Rect

    init(_ frame: FrameModel, _ list: Rect) {
      column = Swift.max(1, frame.pointsPerColumn)
      line = Swift.max(1, frame.pointsPerLine)
      self.list = list
    }

    /// Neighbours in points are neighbours in characters, so the edges are rounded and not the sizes. Nil for what no
    /// list could reach.
    func rect(_ frame: CGRect) -> Rect? {
      let edges = [frame.minX / column, frame.minY / line, frame.maxX / column, frame.maxY / line].map { $0.rounded() }
      guard edges.allSatisfy({ abs($0) < 1e6 }) else { return nil }
      let (x, y) = (Int(edges[0]), Int(edges[1]))
      return Rect(x: list.x + x, y: list.y + y, width: Int(edges[2]) - x, height: Int(edges[3]) - y)
    }
  }

  private mutating func draw(_ tile: TileModel, _ scale: Scale) {
    guard var picture = scale.rect(tile.frame) else { return }
    // The last line is the title's.
    picture.height -= 1
    drawPart(tile.state, in: picture)
    let title = Rect(x: picture.x, y: picture.y + picture.height, width: picture.width, height: 1)
    drawText(tile.title, x: title.x, y: title.y, color: Palette.subtitle, maxWidth: title.width)
  }

  private mutating func draw(_ heading: HeadingModel, _ scale: Scale) {
    if let avatar = heading.avatar, let rect = scale.rect(heading.avatarFrame) { drawPart(avatar, in: rect) }
    guard let title = scale.rect(heading.titleFrame) else { return }
    let y = title.y + Swift.max(0, title.height - 1) / 2
    let used = drawText(heading.title, x: title.x, y: y, color: Palette.title, isBold: true, maxWidth: title.width)
    for column in (title.x + used + 1)..<Swift.max(title.x + used + 1, width - 2) {
      self[column, y] = Cell("─", foreground: Palette.rule, background: self[column, y].background)
    }
  }

  private mutating func draw(_ message: BubbleModel, _ scale: Scale) {
    guard let bubble = scale.rect(message.bubble), let text = scale.rect(message.text) else { return }
    let ground = message.isMine ? Palette.ownBubble : Palette.bubble
    fill(bubble, ground)
    drawText(
      message.name, x: text.x, y: bubble.y, color: message.isMine ? Palette.barDetail : Palette.progress,
      maxWidth: bubble.width - 2)
    for (index, line) in message.lines.enumerated() {
      drawText(line, x: text.x, y: text.y + index, color: Palette.title, maxWidth: text.width)
    }
    for part in [message.attachment, message.avatar] {
      if let part, let rect = scale.rect(part.frame) { drawPart(part.state, in: rect) }
    }
  }

  /// Draws what a view for pictures shows.
  private mutating func drawPart(_ state: RowModel.State, in rect: Rect) {
    guard rect.width > 0, rect.height > 0 else { return }
    switch state {
    case .picture(let pixels):
      drawPicture(pixels, in: rect)
    case .failure:
      fill(rect, Palette.failureGround)
      drawText(
        "✕", x: rect.x + rect.width / 2, y: rect.y + (rect.height - 1) / 2, color: Palette.failure, isBold: true)
    case .placeholder(let fraction):
      fill(rect, Palette.empty)
      guard rect.width > 6, rect.height > 1 else { return }
      let bar = Rect(x: rect.x + 2, y: rect.y + rect.height / 2, width: rect.width - 4, height: 1)
      drawBar(fraction: fraction ?? 0, in: bar, color: Palette.progress, track: Palette.track)
    case .plain:
      break
    }
  }
}
