import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

/// One typed reference for each UIKit symbol that AsyncCellUIKit uses, compiled against the double and, on Apple's
/// platforms, against the SDK: if the two disagree, the double has lied.
@MainActor
enum UIKitSurface {
  static let attach: (UITableView, any UITableViewDelegate) -> Void = { $0.delegate = $1 }
  static let delegate: (UITableView) -> (any UITableViewDelegate)? = { $0.delegate }
  static let prefetch: (UITableView, any UITableViewDataSourcePrefetching) -> Void = { $0.prefetchDataSource = $1 }
  static let prefetchSource: (UITableView) -> (any UITableViewDataSourcePrefetching)? = { $0.prefetchDataSource }
  static let rows: (UITableView, Int) -> Int = { $0.numberOfRows(inSection: $1) }
  static let memoryWarning: Notification.Name = UIApplication.didReceiveMemoryWarningNotification
  static let isView: (UITableViewCell) -> UIView = { $0 }
  static let isScrollView: (UITableView) -> UIScrollView = { $0 }
  static let isObject: (any UITableViewDelegate) -> any NSObjectProtocol = { $0 }
  static let isScrollDelegate: (any UITableViewDelegate) -> any UIScrollViewDelegate = { $0 }

  /// Compiles only if these are the methods of UIKit's protocols, or else they would be new ones and never be called;
  /// the tests of the delegate show that they are called.
  final class Methods: NSObject, UITableViewDelegate, UITableViewDataSourcePrefetching {
    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {}
    func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {}
    func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {}
    func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {}
    func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {}
    func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {}
    func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {}
    func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
  }
}
