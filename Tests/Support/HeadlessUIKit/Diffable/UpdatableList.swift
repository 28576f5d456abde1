/// What a diffable data source asks of its list.
@MainActor
protocol UpdatableList: UIScrollView {
  /// Makes the updates; `change` makes the new model the one the list will ask for.
  func make(
    _ updates: ListUpdates, isAnimated: Bool, method: String, change: () -> Void, completion: ((Bool) -> Void)?)

  /// Reloads after `change`.
  /// - Parameter method: What the client called, where that is not known to be wrong already.
  func reload(method: String?, change: () -> Void, completion: ((Bool) -> Void)?)
}
