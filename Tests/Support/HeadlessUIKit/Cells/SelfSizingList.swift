/// A list that measures cells again whose size is no longer right.
@MainActor
protocol SelfSizingList: AnyObject {
  /// - Parameter isOwn: Whether the cell or its content view said so itself, not a view inside.
  func sizeIsInvalid(of cell: UIView, isOwn: Bool)
}
