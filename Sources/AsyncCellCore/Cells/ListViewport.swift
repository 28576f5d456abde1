public import Foundation

/// What a coordinator asks of the view that shows its list.
///
/// Lengths and offsets are points along the direction of scrolling. The adapters of `AsyncCellUIKit` answer for tables
/// and collection views; a list of another kind may answer for itself, or do without: then nothing is known of what
/// flies past or where the list will land, and all else works.
@MainActor
public protocol ListViewport: AnyObject {
  /// Where what is visible begins.
  var offset: Double { get }

  /// How much is visible.
  var length: Double { get }

  /// Whether a finger or momentum moves the list just now.
  var isDriven: Bool { get }

  /// How many items each section has.
  var itemCounts: [Int] { get }

  /// The list's identity of the item at an index path.
  func item(at indexPath: IndexPath) -> ItemIdentity?

  /// Where the item of a cell is; nil for a cell that the list does not hold, or is just removing.
  func indexPath(of cell: AnyObject) -> IndexPath?

  /// Where a cell of the list is.
  func extent(of cell: AnyObject) -> ClosedRange<Double>?

  /// Where an item is, whether it has a cell or not. Nil, the default: only cells can be asked.
  func extent(at indexPath: IndexPath) -> ClosedRange<Double>?

  /// The items that would be visible if the list were scrolled to an offset.
  func indexPaths(atOffset offset: Double) -> [IndexPath]

  /// Measures cells again and lays the list out.
  func remeasure(_ cells: [AnyObject])

  /// Moves what is visible, without an animation.
  func setOffset(_ offset: Double)
}

extension ListViewport {
  public func extent(at indexPath: IndexPath) -> ClosedRange<Double>? { nil }
}
