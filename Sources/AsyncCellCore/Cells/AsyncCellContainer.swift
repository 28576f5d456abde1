/// A cell that shows several things, each with asynchronous work of its own, or that other lists lie in.
///
/// The parts are views of the cell that are ``AsyncCell``s: each has its own id, states and retry, and they come and go
/// with the cell. A part without an `asyncOperationID` stands for the cell's item; its place among the parts tells it
/// from the others.
///
/// ```swift
/// final class PostCell: UITableViewCell, AsyncCellContainer {
///   let photo = PhotoView()
///   let avatar = AvatarView()
///   var asyncCells: [any AsyncCell] { [photo, avatar] }
/// }
/// ```
@MainActor
public protocol AsyncCellContainer: AnyObject {
  /// The parts with work of their own, always in the same order. None unless implemented.
  var asyncCells: [any AsyncCell] { get }

  /// The lists that lie in the cell, such as a carousel's: they follow the cell, by the policy that each has for it. None
  /// unless implemented.
  var asyncLists: [CellCoordinator] { get }
}

extension AsyncCellContainer {
  public var asyncCells: [any AsyncCell] { [] }
  public var asyncLists: [CellCoordinator] { [] }
}
