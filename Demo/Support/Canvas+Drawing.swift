/// Red, green and blue in memory, three bytes for each pixel, row by row.
public struct PixelBlock: Sendable, Equatable {
  public let rgb: [UInt8]
  public let width: Int
  public let height: Int

  /// Makes a block; one whose bytes do not match its size is empty.
  public init(rgb: [UInt8], width: Int, height: Int) {
    let isSound = width > 0 && height > 0 && rgb.count / 3 / width == height && rgb.count == width * height * 3
    self.rgb = isSound ? rgb : []
    self.width = isSound ? width : 0
    self.height = isSound ? height : 0
  }
}

extension Canvas {
  /// Fills a rectangle with a colour.
  public mutating func fill(_ rect: Rect, _ color: Color) {
    for row in visible(rect.y, rect.height, height) {
      for column in visible(rect.x, rect.width, width) { self[column, row] = Cell(background: color) }
    }
  }

  /// Writes one line of text and returns how many cells it took.
  ///
  /// Control and zero-width characters are left out, whatever a server put into its titles; wide ones take two cells;
  /// what does not fit `maxWidth` ends in an ellipsis. A nil background keeps the one that is there.
  @discardableResult
  public mutating func drawText(
    _ text: String, x: Int, y: Int, color: Color? = nil, background: Color? = nil, isBold: Bool = false,
    maxWidth: Int = .max
  ) -> Int {
    var column = x
    for (scalar, cellCount) in Self.fitted(text, to: min(maxWidth, Swift.max(0, width - x))) {
      let ground = background ?? self[column, y].background
      var cell = Cell(scalar, foreground: color, background: ground, isBold: isBold)
      if cellCount == 2 {
        // Half a wide character cannot be drawn.
        let isWhole = canDraw(column, y) && canDraw(column + 1, y)
        cell.scalar = isWhole ? scalar : " "
        self[column, y] = cell
        cell.scalar = isWhole ? nil : " "
        self[column + 1, y] = cell
      } else {
        self[column, y] = cell
      }
      column += cellCount
    }
    return column - x
  }

  /// Draws pixels with two to a cell, one above the other, scaled to fill the rectangle.
  public mutating func drawPicture(_ pixels: PixelBlock, in rect: Rect) {
    guard !pixels.rgb.isEmpty, rect.width > 0, rect.height > 0 else { return }
    let (columns, rows) = (visible(rect.x, rect.width, width), visible(rect.y, rect.height, height))
    pixels.forEachPart(of: rect, columns, rows) { column, row, upper, lower in
      self[column, row] = Cell("▀", foreground: upper, background: lower)
    }
  }

  /// Draws pixels of width × height, three bytes each, as `drawPicture(_:in:)` does.
  public mutating func drawPicture(rgb: [UInt8], width: Int, height: Int, in rect: Rect) {
    drawPicture(PixelBlock(rgb: rgb, width: width, height: height), in: rect)
  }

  /// Draws a bar of one line, filled from the left to an eighth of a cell; the fraction is clamped to 0...1.
  public mutating func drawBar(fraction: Double, in rect: Rect, color: Color, track: Color) {
    guard rect.width > 0 else { return }
    let share = fraction.isFinite ? Swift.min(1, Swift.max(0, fraction)) : 0
    let eighths = Int((share * Double(rect.width) * 8).rounded())
    for index in 0..<rect.width {
      let part = Swift.min(8, Swift.max(0, eighths - index * 8))
      let scalar: Unicode.Scalar = part == 0 ? " " : [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"][part]
      self[rect.x + index, rect.y] = Cell(scalar, foreground: color, background: track)
    }
  }

  /// How many cells the text takes, unclipped.
  public static func textWidth(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + $1.cellCount }
  }

  /// Returns the scalars to draw with their widths, cut to `limit` cells.
  private static func fitted(_ text: String, to limit: Int) -> [(Unicode.Scalar, Int)] {
    var result: [(Unicode.Scalar, Int)] = []
    var total = 0
    for scalar in text.unicodeScalars where scalar.cellCount > 0 {
      result.append((scalar, scalar.cellCount))
      total += scalar.cellCount
      guard total > limit else { continue }
      while total > limit - 1, let last = result.popLast() { total -= last.1 }
      return limit > 0 ? result + [("…", 1)] : []
    }
    return result
  }

  private func visible(_ start: Int, _ length: Int, _ limit: Int) -> Range<Int> {
    let first = Swift.min(Swift.max(0, start), limit)
    return first..<Swift.max(first, Swift.min(limit, start + length))
  }
}

extension PixelBlock {
  /// Calls `body` with the colour of each part of the block, as large as the rectangle, within some
  /// columns and rows; each is the mean of at most four of its pixels.
  ///
  /// This is most of what a frame takes, also in a build that is not optimized.
  fileprivate func forEachPart(
    of rect: Canvas.Rect, _ columns: Range<Int>, _ rows: Range<Int>,
    _ body: (_ column: Int, _ row: Int, _ upper: Canvas.Color, _ lower: Canvas.Color) -> Void
  ) {
    rgb.withUnsafeBufferPointer { rgb in
      func mean(_ left: Int, _ right: Int, _ row: Int) -> Canvas.Color {
        let top = row * height / (2 * rect.height)
        let bottom = min(height - 1, max(top, (row + 1) * height / (2 * rect.height) - 1))
        let (a, b) = ((top * width + left) * 3, (top * width + right) * 3)
        let (c, d) = ((bottom * width + left) * 3, (bottom * width + right) * 3)
        let red = Int(rgb[a]) + Int(rgb[b]) + Int(rgb[c]) + Int(rgb[d])
        let green = Int(rgb[a + 1]) + Int(rgb[b + 1]) + Int(rgb[c + 1]) + Int(rgb[d + 1])
        let blue = Int(rgb[a + 2]) + Int(rgb[b + 2]) + Int(rgb[c + 2]) + Int(rgb[d + 2])
        return Canvas.Color(UInt8(red / 4), UInt8(green / 4), UInt8(blue / 4))
      }
      var column = columns.lowerBound
      while column < columns.upperBound {
        let x = column - rect.x
        let left = x * width / rect.width
        let right = min(width - 1, max(left, (x + 1) * width / rect.width - 1))
        var row = rows.lowerBound
        while row < rows.upperBound {
          let y = 2 * (row - rect.y)
          body(column, row, mean(left, right, y), mean(left, right, y + 1))
          row += 1
        }
        column += 1
      }
    }
  }
}

extension Unicode.Scalar {
  /// How many cells the scalar takes: 0 for what commands or joins, 2 for East Asian and emoji, else 1.
  var cellCount: Int {
    guard properties.isPrintable else { return 0 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
