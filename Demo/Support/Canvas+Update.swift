extension Canvas {
  /// Returns what must be written to a terminal that shows `previous` for it to show this canvas.
  ///
  /// Only cells that differ are written. Without a previous canvas, or with one of another size, the screen is cleared
  /// first. The text is empty when nothing differs.
  public func update(from previous: Canvas?) -> String {
    let isFresh = previous?.width != width || previous?.height != height
    let blank = Cell()
    var output = isFresh ? "\u{1B}[0m\u{1B}[2J" : ""
    // Each update ends in the plain style, so each begins in it.
    var style = blank
    var cursor: Int?
    for index in cells.indices {
      let cell = cells[index]
      // The right half of a wide character comes with the left one.
      guard cell != (isFresh ? blank : previous?.cells[index]), cell.scalar != nil else { continue }
      if cursor != index || index % width == 0 { output += Self.move(to: index, width: width) }
      output += Self.write(cell, after: &style)
      let isWide = index % width + 1 < width && cells[index + 1].scalar == nil
      cursor = index + (isWide ? 2 : 1)
    }
    return style.hasStyle ? output + "\u{1B}[0m" : output
  }

  private static func move(to index: Int, width: Int) -> String {
    "\u{1B}[\(index / width + 1);\(index % width + 1)H"
  }

  /// Returns the cell's character, after its style if that is not the one in force.
  private static func write(_ cell: Cell, after style: inout Cell) -> String {
    var plain = cell
    plain.scalar = " "
    defer { style = plain }
    return (plain == style ? "" : cell.style) + (cell.scalar.map { String(Character($0)) } ?? "")
  }
}

extension Canvas.Cell {
  fileprivate var hasStyle: Bool { isBold || foreground != nil || background != nil }

  /// The escape sequence that sets this style whatever was set before.
  fileprivate var style: String {
    var codes = "0"
    if isBold { codes += ";1" }
    if let foreground { codes += ";38;2;\(foreground.red);\(foreground.green);\(foreground.blue)" }
    if let background { codes += ";48;2;\(background.red);\(background.green);\(background.blue)" }
    return "\u{1B}[\(codes)m"
  }
}
