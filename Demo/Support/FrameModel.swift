/// One row of the list, as the driver found it in its cell.
public struct RowModel: Sendable, Equatable {
  /// What the cell shows.
  public enum State: Sendable, Equatable {
    /// Work is under way; the fraction is nil while it is not known.
    case placeholder(fraction: Double?)
    case picture(PixelBlock)
    case failure(String)
    /// A cell without work of its own, for instance an advert.
    case plain(String)
  }

  public var title: String
  public var subtitle: String
  public var state: State
  public var avatar: PixelBlock?
  /// The top of the cell in points from the top of the list's visible part; negative when it is partly above.
  public var y: Double
  /// The height of the cell in points.
  public var height: Double

  public init(
    title: String, subtitle: String = "", state: State, avatar: PixelBlock? = nil, y: Double, height: Double = 88
  ) {
    self.title = title
    self.subtitle = subtitle
    self.state = state
    self.avatar = avatar
    self.y = y
    self.height = height
  }
}

/// Everything one frame shows.
public struct FrameModel: Sendable, Equatable {
  /// In the bar at the top, on the left.
  public var title: String
  /// In the bar at the top, on the right.
  public var detail: String
  public var rows: [RowModel]
  public var tiles: [TileModel] = []
  public var headings: [HeadingModel] = []
  public var bubbles: [BubbleModel] = []
  /// The lines at the bottom.
  public var status: [String]
  /// Where the list stands, from 0 to 1; nil draws no scroll bar.
  public var scrollPosition: Double?
  /// How many points of the list make one line of the terminal.
  public var pointsPerLine: Double
  /// How many points of the list make one column of the terminal, for what does not fill the width.
  public var pointsPerColumn = 11.0

  public init(
    title: String, detail: String = "", rows: [RowModel] = [], status: [String] = [], scrollPosition: Double? = nil,
    pointsPerLine: Double = 22
  ) {
    self.title = title
    self.detail = detail
    self.rows = rows
    self.status = status
    self.scrollPosition = scrollPosition
    self.pointsPerLine = pointsPerLine
  }

  /// How many lines of a terminal of `height` lines the list gets, between the bar and the status.
  public func listLines(inHeight height: Int) -> Int {
    max(0, height - 1 - status.count)
  }
}
