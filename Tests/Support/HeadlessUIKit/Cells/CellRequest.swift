import Foundation

/// What the list is asking its data source for right now.
struct CellRequest<Cell: AnyObject> {
  let path: IndexPath
  /// The cell that a reconfiguration must get back (B14).
  let existing: Cell?
  /// Of what kind the supplementary view is.
  var kind: String?
  var hasDequeued = false
  /// What the data source was handed, and a collection view must get back (B19).
  var dequeued: Cell?
  /// Something was wrong that has been recorded already.
  var isMisused = false
}
