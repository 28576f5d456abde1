import Foundation

/// What the list is asking its data source for right now.
struct CellRequest<Cell: AnyObject> {
  let path: IndexPath
  /// The cell that a reconfiguration must get back (B14).
  let existing: Cell?
  var hasDequeued = false
}
