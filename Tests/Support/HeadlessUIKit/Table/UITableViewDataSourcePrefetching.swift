public import Foundation

/// <https://developer.apple.com/documentation/uikit/uitableviewdatasourceprefetching>
@MainActor
public protocol UITableViewDataSourcePrefetching: NSObjectProtocol {
  /// Nearest first, as the user scrolls; not for each row, never for one that is needed at once (B6).
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableviewdatasourceprefetching/tableview(_:prefetchrowsat:)>
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
  /// The paths may be of a model that has shrunk since, and no prefetch is promised a cancellation (B8).
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableviewdatasourceprefetching/tableview(_:cancelprefetchingforrowsat:)>
  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

extension UITableViewDataSourcePrefetching {
  public func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
    tableView.noteDefaulted()
  }
}
