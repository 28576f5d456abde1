import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

/// How a list schedules its cells, where that can be chosen; a simulator has a schedule of its own.
enum Schedule: Hashable, CustomStringConvertible {
  case noPrefetch, lookAhead, preparedCache
  /// Whatever UIKit's contract permits, drawn with a seed.
  case chaos(UInt64)

  static let fixed: [Schedule] = [.noPrefetch, .lookAhead, .preparedCache]

  var description: String {
    switch self {
    case .noPrefetch: "noPrefetch"
    case .lookAhead: "lookAhead"
    case .preparedCache: "preparedCache"
    case .chaos(let seed): "chaos(\(seed))"
    }
  }
}

/// What happens to a list that no public call of UIKit can cause: frames, a finger, the system.
///
/// The scenarios use UIKit's public interface and this, so that they can be run wherever there is a driver.
@MainActor
protocol Driver: AnyObject {
  /// Called before each frame, so that virtual time goes with it.
  var onFrame: @MainActor () -> Void { get set }

  /// Puts a screen in a window of 320 by 500 points.
  func show(_ controller: UIViewController)
  /// Gives the window another size.
  func resize(to size: CGSize)

  func frames(_ count: Int)
  /// Runs frames until nothing moves by itself.
  func untilStill()

  /// Drags by so many points in so many frames, and lifts the finger at rest.
  func drag(_ list: UIScrollView, by distance: CGPoint, frames: Int)
  /// Lifts a moving finger, with a velocity in points per second.
  func flick(_ list: UIScrollView, velocity: CGPoint)
  /// Puts a finger down, which stops what moves, and lifts it at rest.
  func touch(_ list: UIScrollView)
  /// Taps the status bar.
  func scrollToTop(_ list: UIScrollView)

  /// Takes a prefetch back, as UIKit may at any time. Here because it is an optional method, which is called otherwise
  /// on Apple's platforms.
  func cancelPrefetch(_ list: UIScrollView, _ paths: [IndexPath])

  func memoryWarning()
  func enterBackground()
  func enterForeground()
  /// Begins to pop a screen with a finger, and lets it go back.
  func cancelPop(of navigation: UINavigationController)

  /// What UIKit would have thrown or warned about; empty where it throws by itself.
  func complaints(of list: UIScrollView) -> [String]
  /// How often the prefetch data source has been called, where that is known.
  func prefetchCount(of list: UIScrollView) -> Int
}

extension Driver {
  func frame() { frames(1) }

  func drag(_ list: UIScrollView, by distance: CGFloat, frames: Int = 1) {
    drag(list, by: CGPoint(x: 0, y: distance), frames: frames)
  }

  func flick(_ list: UIScrollView, velocity: CGFloat) {
    flick(list, velocity: CGPoint(x: 0, y: velocity))
  }

  /// Sets the offset without an animation.
  func jump(_ list: UIScrollView, to offset: CGFloat) {
    list.setContentOffset(CGPoint(x: 0, y: offset), animated: false)
  }

  func prefetch(_ list: UIScrollView, _ paths: [IndexPath]) {
    if let table = list as? UITableView {
      table.prefetchDataSource?.tableView(table, prefetchRowsAt: paths)
    } else if let list = list as? UICollectionView {
      list.prefetchDataSource?.collectionView(list, prefetchItemsAt: paths)
    }
  }
}
