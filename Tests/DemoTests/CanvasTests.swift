import DemoSupport
import Testing

@Suite("Canvas", .timeLimit(.minutes(5)))
struct CanvasTests {
  private let red = Canvas.Color(255, 0, 0)
  private let blue = Canvas.Color(0, 0, 255)

  @Test("The first update clears and draws, the next writes only what differs")
  func update() {
    var first = Canvas(width: 6, height: 2)
    first.drawText("ab", x: 0, y: 0, color: red)
    first.drawText("cd", x: 3, y: 1, isBold: true)
    #expect(
      first.update(from: nil)
        == "\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[0;38;2;255;0;0mab\u{1B}[2;4H\u{1B}[0;1mcd\u{1B}[0m")
    #expect(first.update(from: first) == "")

    var second = first
    second.drawText("x", x: 1, y: 0, color: red, background: blue)
    second.drawText(" e", x: 3, y: 1)
    #expect(
      second.update(from: first)
        == "\u{1B}[1;2H\u{1B}[0;38;2;255;0;0;48;2;0;0;255mx\u{1B}[2;4H\u{1B}[0m e")
    #expect(first.update(from: Canvas(width: 5, height: 2)) == first.update(from: nil))
  }

  @Test("Text is clipped at every edge and shortened to its room")
  func text() {
    var canvas = Canvas(width: 5, height: 2)
    #expect(canvas.drawText("hello world", x: 0, y: 0) == 5)
    canvas.drawText("abc", x: -1, y: 1)
    canvas.drawText("zz", x: 4, y: 1)
    canvas.drawText("no", x: 0, y: 7)
    canvas.drawText("no", x: .max, y: -1)
    #expect(canvas.plainText() == "hell…\nbc  …")
    #expect(canvas.drawText("abc", x: 0, y: 0, maxWidth: 0) == 0)
    #expect(canvas.drawText("abc", x: 0, y: 0, maxWidth: 1) == 1)
    #expect(canvas.plainText() == "…ell…\nbc  …")
  }

  @Test("Wide characters take two cells, and half of one is never left behind")
  func wideText() {
    var canvas = Canvas(width: 7, height: 1)
    #expect(canvas.drawText("a漢字b", x: 0, y: 0) == 6)
    #expect(canvas.plainText() == "a漢字b")
    #expect(canvas.update(from: nil) == "\u{1B}[0m\u{1B}[2J\u{1B}[1;1Ha漢字b")
    let before = canvas
    canvas.drawText("x", x: 2, y: 0)
    #expect(canvas.plainText() == "a x字b")
    #expect(canvas.update(from: before) == "\u{1B}[1;2H x")
    canvas.drawText("y", x: 3, y: 0)
    #expect(canvas.plainText() == "a xy b")
    canvas.clipped(to: Canvas.Rect(x: 0, y: 0, width: 6, height: 1)) { $0.drawText("漢", x: 5, y: 0) }
    #expect(canvas.plainText() == "a xy")
  }

  @Test("No title commands the terminal")
  func controlCharacters() {
    var canvas = Canvas(width: 20, height: 1)
    canvas.drawText("a\u{1B}[2J\u{7}\r\n\u{202E}b\u{9B}e\u{301}", x: 0, y: 0)
    #expect(canvas.plainText() == "a[2Jbe")
  }

  @Test("A picture is drawn as half blocks, scaled by its mean colours")
  func picture() {
    var canvas = Canvas(width: 4, height: 2)
    let rgb: [UInt8] = [255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255]
    canvas.drawPicture(rgb: rgb, width: 2, height: 2, in: Canvas.Rect(x: 1, y: 0, width: 2, height: 1))
    let cell = Canvas.Cell("▀", foreground: red, background: blue)
    #expect(canvas[1, 0] == cell)
    #expect(canvas[2, 0] == cell)
    #expect(canvas.plainText() == " ▀▀\n")

    canvas.drawPicture(rgb: rgb, width: 2, height: 2, in: Canvas.Rect(x: -3, y: -1, width: 4, height: 3))
    #expect(canvas[0, 0] == Canvas.Cell("▀", foreground: red, background: blue))
    #expect(canvas[0, 1] == Canvas.Cell("▀", foreground: blue, background: blue))
  }

  @Test("Pixels that do not match their size draw nothing")
  func unsoundPixels() {
    var canvas = Canvas(width: 2, height: 1)
    for (width, height) in [(2, 2), (0, 0), (-1, -1), (Int.max, Int.max), (1, 0)] {
      canvas.drawPicture(rgb: [1, 2, 3], width: width, height: height, in: canvas.bounds)
    }
    canvas.drawPicture(rgb: [1, 2, 3], width: 1, height: 1, in: Canvas.Rect(x: 0, y: 0, width: 0, height: -1))
    #expect(canvas == Canvas(width: 2, height: 1))
  }

  @Test(
    "A bar fills in eighths and takes any fraction",
    arguments: [
      (0.0, "|    |"), (0.5, "|██  |"), (1, "|████|"), (0.28, "|█▏  |"), (-3, "|    |"), (9, "|████|"),
      (.nan, "|    |"),
    ])
  func bar(fraction: Double, text: String) {
    var canvas = Canvas(width: 6, height: 1)
    canvas.drawText("|    |", x: 0, y: 0)
    canvas.drawBar(fraction: fraction, in: Canvas.Rect(x: 1, y: 0, width: 4, height: 1), color: red, track: blue)
    #expect(canvas.plainText() == text)
  }

  @Test("Random drawing never leaves the canvas, and its updates add up")
  func randomDrawing() {
    var random = SeededGenerator(seed: 5)
    var shown = Canvas(width: 12, height: 5)
    for round in 0..<2_000 {
      var next = shown
      let rect = Canvas.Rect(
        x: .random(in: -15...15, using: &random), y: .random(in: -8...8, using: &random),
        width: .random(in: -2...20, using: &random), height: .random(in: -2...10, using: &random))
      switch round % 4 {
      case 0: next.fill(rect, blue)
      case 1: next.drawText("x漢y字", x: rect.x, y: rect.y, maxWidth: rect.width)
      case 2: next.drawPicture(rgb: [9, 9, 9], width: 1, height: 1, in: rect)
      default: next.clipped(to: rect) { $0.drawText("漢漢漢漢", x: rect.x - 1, y: rect.y) }
      }
      var terminal = TestTerminal(showing: shown)
      terminal.write(next.update(from: shown))
      #expect(terminal.lines == TestTerminal(showing: next).lines, "seed 5, round \(round)")
      shown = next
    }
  }
}

/// A terminal that knows cursor movement, clearing and wide characters, and ignores styles.
private struct TestTerminal {
  private(set) var lines: [[String]]
  private var row = 0
  private var column = 0

  init(showing canvas: Canvas) {
    lines = Array(repeating: Array(repeating: " ", count: canvas.width), count: canvas.height)
    write(canvas.update(from: nil))
  }

  mutating func write(_ text: String) {
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\u{1B}" else {
        put(scalar)
        continue
      }
      let code = scalars.dropFirst().prefix { !$0.properties.isAlphabetic }
      let numbers = String(String.UnicodeScalarView(code)).split(separator: ";").compactMap { Int($0) }
      scalars = scalars.dropFirst(code.count + 1)
      switch scalars.popFirst() {
      case "H": (row, column) = (numbers[0] - 1, numbers[1] - 1)
      case "J": for index in lines.indices { lines[index] = lines[index].map { _ in " " } }
      default: break
      }
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let isWide = scalar.value >= 0x2E80
    // What a real terminal does to the rest of a wide character that loses a half.
    if lines[row][column] == "", column > 0 { lines[row][column - 1] = " " }
    let last = isWide ? column + 1 : column
    if last + 1 < lines[row].count, lines[row][last + 1] == "" { lines[row][last + 1] = " " }
    lines[row][column] = String(scalar)
    if isWide { lines[row][column + 1] = "" }
    column += isWide ? 2 : 1
  }
}
