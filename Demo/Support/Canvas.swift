/// An off-screen grid of styled characters; drawing outside of it, or of the clip, does nothing.
public struct Canvas: Sendable, Equatable {
  /// Red, green and blue.
  public struct Color: Sendable, Hashable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// A rectangle in character cells.
  public struct Rect: Sendable, Hashable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    func contains(_ column: Int, _ row: Int) -> Bool {
      column >= x && row >= y && column - x < width && row - y < height
    }
  }

  /// One character cell; nil colours are the terminal's own.
  public struct Cell: Sendable, Hashable {
    /// The character; nil in the right half of a wide one.
    public var scalar: Unicode.Scalar?
    public var foreground: Color?
    public var background: Color?
    public var isBold: Bool

    public init(
      _ scalar: Unicode.Scalar? = " ", foreground: Color? = nil, background: Color? = nil, isBold: Bool = false
    ) {
      self.scalar = scalar
      self.foreground = foreground
      self.background = background
      self.isBold = isBold
    }
  }

  public let width: Int
  public let height: Int
  private(set) var cells: [Cell]
  private var clip: Rect

  /// Makes an empty canvas; a size below one becomes one.
  public init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
    cells = Array(repeating: Cell(), count: self.width * self.height)
    clip = Rect(x: 0, y: 0, width: self.width, height: self.height)
  }

  /// The whole canvas.
  public var bounds: Rect { Rect(x: 0, y: 0, width: width, height: height) }

  /// The cell at a column and a row; writing outside of the clip does nothing, reading outside gives an empty cell.
  public subscript(column: Int, row: Int) -> Cell {
    get { bounds.contains(column, row) ? cells[row * width + column] : Cell() }
    set {
      guard canDraw(column, row) else { return }
      separate(column, row)
      cells[row * width + column] = newValue
    }
  }

  /// Whether a cell lies within canvas and clip.
  func canDraw(_ column: Int, _ row: Int) -> Bool {
    bounds.contains(column, row) && clip.contains(column, row)
  }

  /// Draws with nothing outside of `rect` being changed.
  public mutating func clipped(to rect: Rect, _ draw: (inout Canvas) -> Void) {
    let old = clip
    let left = max(old.x, rect.x)
    let top = max(old.y, rect.y)
    clip = Rect(
      x: left, y: top, width: min(old.x + old.width, rect.x + rect.width) - left,
      height: min(old.y + old.height, rect.y + rect.height) - top)
    draw(&self)
    clip = old
  }

  /// The characters alone, one line for each row, without the blanks at the ends.
  public func plainText() -> String {
    (0..<height).map { row in
      var scalars = String.UnicodeScalarView()
      for cell in cells[(row * width)..<((row + 1) * width)] {
        if let scalar = cell.scalar { scalars.append(scalar) }
      }
      while scalars.last == " " { scalars.removeLast() }
      return String(scalars)
    }.joined(separator: "\n")
  }

  /// Blanks the other half of a wide character of which one half is about to be overwritten.
  private mutating func separate(_ column: Int, _ row: Int) {
    let index = row * width + column
    if cells[index].scalar == nil, column > 0 { cells[index - 1].scalar = " " }
    if column + 1 < width, cells[index + 1].scalar == nil { cells[index + 1].scalar = " " }
  }
}
