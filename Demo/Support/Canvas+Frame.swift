extension Canvas {
  /// The colours of a frame.
  enum Palette {
    static let bar = Color(38, 70, 110)
    static let barText = Color(235, 240, 250)
    static let barDetail = Color(165, 190, 225)
    static let title = Color(230, 230, 230)
    static let subtitle = Color(130, 135, 145)
    static let rule = Color(48, 50, 56)
    static let empty = Color(44, 47, 54)
    static let track = Color(58, 62, 72)
    static let bubble = Color(40, 43, 52)
    static let ownBubble = Color(28, 62, 96)
    static let progress = Color(90, 160, 230)
    static let failure = Color(235, 90, 80)
    static let failureGround = Color(80, 24, 24)
    static let plain = Color(255, 214, 120)
    static let plainGround = Color(62, 52, 24)
    static let status = Color(200, 205, 215)
    static let statusGround = Color(30, 32, 38)
  }

  /// Draws a whole frame over whatever is there.
  public mutating func draw(_ frame: FrameModel) {
    fill(bounds, Color(18, 19, 22))
    let list = Rect(x: 0, y: 1, width: width, height: frame.listLines(inHeight: height))
    clipped(to: list) { canvas in
      for row in frame.rows { canvas.draw(row, in: list, pointsPerLine: Swift.max(1, frame.pointsPerLine)) }
      canvas.drawScreens(frame, in: list)
      if let position = frame.scrollPosition { canvas.drawScrollBar(position, in: list) }
    }
    drawHeader(frame)
    for (index, line) in frame.status.enumerated() {
      let y = Swift.max(1, height - frame.status.count) + index
      fill(Rect(x: 0, y: y, width: width, height: 1), Palette.statusGround)
      drawText(line, x: 1, y: y, color: Palette.status, maxWidth: width - 2)
    }
  }

  private mutating func drawHeader(_ frame: FrameModel) {
    fill(Rect(x: 0, y: 0, width: width, height: 1), Palette.bar)
    let used = drawText(frame.title, x: 1, y: 0, color: Palette.barText, isBold: true, maxWidth: width - 2)
    let room = width - used - 4
    let detail = Swift.min(Self.textWidth(frame.detail), Swift.max(0, room))
    drawText(frame.detail, x: width - 1 - detail, y: 0, color: Palette.barDetail, maxWidth: detail)
  }

  private mutating func drawScrollBar(_ position: Double, in list: Rect) {
    guard list.height > 0 else { return }
    let share = position.isFinite ? Swift.min(1, Swift.max(0, position)) : 0
    let y = list.y + Int((share * Double(list.height - 1)).rounded())
    let ground = self[width - 1, y].background
    self[width - 1, y] = Cell("▐", foreground: Palette.subtitle, background: ground)
  }

  private mutating func draw(_ row: RowModel, in list: Rect, pointsPerLine: Double) {
    guard let top = Self.line(row.y, pointsPerLine), let end = Self.line(row.y + row.height, pointsPerLine),
      top < list.height, end > 0
    else { return }
    let lines = Swift.max(1, end - top)
    let y = list.y + top
    // A line between rows, where they are tall enough to spare one.
    let content = lines > 3 ? lines - 1 : lines
    if lines > 3 {
      for column in 1..<Swift.max(2, width - 1) {
        let ground = self[column, y + content].background
        self[column, y + content] = Cell("─", foreground: Palette.rule, background: ground)
      }
    }
    let body = Rect(x: 1, y: y, width: Swift.max(0, width - 3), height: content)
    if case .plain(let text) = row.state {
      fill(body, Palette.plainGround)
      let x = body.x + Swift.max(1, (body.width - Self.textWidth(text)) / 2)
      drawText(text, x: x, y: y + (content - 1) / 2, color: Palette.plain, isBold: true, maxWidth: body.width - 2)
    } else {
      drawItem(row, in: body)
    }
  }

  private mutating func drawItem(_ row: RowModel, in body: Rect) {
    let picture = Rect(x: body.x, y: body.y, width: Swift.min(8, body.width), height: Swift.min(3, body.height))
    let avatarWidth = row.avatar == nil ? 0 : 5
    let x = picture.x + picture.width + 2
    let room = body.x + body.width - avatarWidth - x
    drawText(row.title, x: x, y: body.y, color: Palette.title, isBold: true, maxWidth: room)
    if body.height > 1 {
      drawText(row.subtitle, x: x, y: body.y + 1, color: Palette.subtitle, maxWidth: room)
    }
    if let avatar = row.avatar {
      let rect = Rect(x: body.x + body.width - 4, y: body.y, width: 4, height: Swift.min(2, body.height))
      drawPicture(avatar, in: rect)
    }
    let note = body.y + 2
    switch row.state {
    case .picture(let pixels):
      drawPicture(pixels, in: picture)
    case .failure(let text):
      fill(picture, Palette.failureGround)
      let center = picture.y + (picture.height - 1) / 2
      drawText("✕", x: picture.x + picture.width / 2, y: center, color: Palette.failure, isBold: true)
      if body.height > 2 { drawText(text, x: x, y: note, color: Palette.failure, maxWidth: room) }
    case .placeholder(let fraction):
      fill(picture, Palette.empty)
      guard body.height > 2 else { return }
      let bar = Rect(x: x, y: note, width: Swift.min(24, Swift.max(0, room - 5)), height: 1)
      drawBar(fraction: fraction ?? 0, in: bar, color: Palette.progress, track: Palette.empty)
      let percent = fraction.map { $0.isFinite ? "\(Int((Swift.min(1, Swift.max(0, $0)) * 100).rounded()))%" : "" }
      drawText(percent ?? "…", x: x + bar.width + 1, y: note, color: Palette.subtitle, maxWidth: 4)
    case .plain:
      break
    }
  }

  /// Points to lines; nil for what no list could reach.
  private static func line(_ points: Double, _ pointsPerLine: Double) -> Int? {
    let line = (points / pointsPerLine).rounded()
    return abs(line) < 1e6 ? Int(line) : nil
  }
}
