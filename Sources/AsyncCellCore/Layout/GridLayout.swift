public import Foundation

/// The size of a grid's cells: as many columns as asked for in a container's width, with a gap beside each.
///
/// Widths are the container's, never the screen's: a list in a split view or a sheet is narrower, and rotates. With `n`
/// columns there are `n + 1` gaps, and the width is rounded down to a whole pixel, so that a row never overflows.
/// After the grid of DigitalLeaves' FlawlessTablesAndCollectionViews.
///
/// ```swift
/// let grid = GridLayout(columns: 3, spacing: 10)
/// grid.itemSize(inWidth: 390)  // 116 × 116 points
/// ```
public struct GridLayout: Hashable, Sendable {
  /// How many cells stand side by side.
  public enum Columns: Hashable, Sendable {
    /// Always so many, from 1.
    case count(Int)
    /// As many as fit when none is narrower than so many points, and at least one.
    case adaptive(minimumWidth: CGFloat)
  }

  /// How many cells stand side by side.
  public var columns: Columns

  /// Points between two columns, and before the first and after the last.
  public var spacing: CGFloat

  /// Points between two rows, and above the first and below the last.
  public var lineSpacing: CGFloat

  /// Points of the container's width, on both sides together, that are not the grid's.
  public var horizontalInset: CGFloat

  /// Height divided by width.
  public var aspectRatio: CGFloat

  /// Points of height that a cell has whatever its width, such as a caption's.
  public var additionalHeight: CGFloat

  /// Pixels in a point, to which sizes are rounded down, 1 unless set: pass the `displayScale` of the view's traits.
  public var scale: CGFloat

  /// Describes a grid.
  ///
  /// - Precondition: there is at least one column, `spacing` and the insets are not negative, `scale` is positive.
  public init(
    _ columns: Columns, spacing: CGFloat = 0, lineSpacing: CGFloat? = nil, horizontalInset: CGFloat = 0,
    aspectRatio: CGFloat = 1, additionalHeight: CGFloat = 0, scale: CGFloat = 1
  ) {
    switch columns {
    case .count(let count): precondition(count > 0, "A grid has at least one column, not \(count).")
    case .adaptive(let width): precondition(width > 0, "A grid's columns have a width, not \(width) points.")
    }
    precondition(spacing >= 0, "The spacing of a grid cannot be negative: \(spacing) points.")
    precondition(horizontalInset >= 0, "The inset of a grid cannot be negative: \(horizontalInset) points.")
    precondition(scale > 0, "A point has some pixels, not \(scale).")
    self.columns = columns
    self.spacing = spacing
    self.lineSpacing = max(0, lineSpacing ?? spacing)
    self.horizontalInset = horizontalInset
    self.aspectRatio = max(0, aspectRatio)
    self.additionalHeight = max(0, additionalHeight)
    self.scale = scale
  }

  /// Describes a grid with so many columns.
  public init(columns: Int, spacing: CGFloat = 0, aspectRatio: CGFloat = 1, scale: CGFloat = 1) {
    self.init(.count(columns), spacing: spacing, aspectRatio: aspectRatio, scale: scale)
  }

  /// How many cells stand side by side in a container of some width, in points.
  public func columnCount(inWidth width: CGFloat) -> Int {
    switch columns {
    case .count(let count):
      return max(1, count)
    case .adaptive(let minimum):
      let room = available(in: width) - spacing
      let share = minimum + spacing
      guard room.isFinite, room > 0, share > 0 else { return 1 }
      // Forgiving what floating point has lost of a column.
      return max(1, Int(min((room / share + 1e-6).rounded(.down), 10_000)))
    }
  }

  /// The size of each cell in a container of some width, in points; zero where there is no room.
  public func itemSize(inWidth width: CGFloat) -> CGSize {
    let count = CGFloat(columnCount(inWidth: width))
    let room = available(in: width) - (count + 1) * spacing
    guard room.isFinite, room > 0 else { return .zero }
    let width = snapped(room / count)
    guard width > 0 else { return .zero }
    return CGSize(width: width, height: snapped(width * aspectRatio + additionalHeight))
  }

  private func available(in width: CGFloat) -> CGFloat { width - horizontalInset }

  /// Down to a whole pixel, forgiving what floating point has lost of one.
  private func snapped(_ length: CGFloat) -> CGFloat {
    let scale = scale > 0 ? scale : 1
    return ((length * scale + 1e-6).rounded(.down)) / scale
  }
}
