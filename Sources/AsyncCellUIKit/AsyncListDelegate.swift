public import AsyncCellCore
public import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

/// What the delegates of tables and collection views have in common: the list's work, its settings, its scrolling.
///
/// It forwards what UIKit says to a ``CellCoordinator`` and takes no decision itself. Use one of its subclasses.
@MainActor
open class AsyncListDelegate: NSObject, UIScrollViewDelegate {
  /// Knows which cell shows which item. Settings that are not repeated here are its own; its `priorityOfItem` and its
  /// `viewport` are set by this delegate.
  public let coordinator: CellCoordinator

  /// Gives the identity of the item at an index path, for cells without an `asyncOperationID` and for
  /// ``listDidUpdate()``.
  ///
  /// Without it such cells are told apart by index path, which is right only until the list changes. Index paths may be
  /// out of date: check them. It is called often, so it must be quick, and kept: it must not capture what keeps this.
  public var itemIdentity: ((IndexPath) -> AnyHashable?)?

  var viewport: ScrollViewport?
  private var follower: AppearanceFollower?
  private var observations: [NotificationObservation] = []

  /// Makes a delegate with a queue and a cache of its own, or with shared ones.
  public init(operations: KeyedOperationQueue? = nil, cache: ResultCache? = nil) {
    coordinator = CellCoordinator(operations: operations, cache: cache)
    super.init()
    coordinator.priorityOfItem = { [weak self] indexPath, isVisible, proposed in
      self?.priority(for: indexPath, isVisible: isVisible, proposed: proposed) ?? proposed
    }
    #if canImport(ObjectiveC) && canImport(UIKit)
      coordinator.useFrames(DisplayLinkFrames())
    #endif
  }

  /// Makes a delegate with a queue and a cache of its own.
  override public convenience init() {
    self.init(operations: nil, cache: nil)
  }

  // MARK: Settings

  /// The queue that runs the cells' work. `operations.maxConcurrentOperationCount` tunes how much runs at once.
  public var operations: KeyedOperationQueue { coordinator.operations }

  /// Where results are kept.
  public var cache: ResultCache { coordinator.cache }

  /// The failure that is reported: 3, the default, means two retries. Sets the retry policy of the queue, for all lists
  /// that share it.
  public var maxNumberOfFailures: Int {
    get { operations.retryPolicy.maxNumberOfFailures }
    set { operations.retryPolicy.maxNumberOfFailures = newValue }
  }

  /// What becomes of work whose cell has left the screen, unless the work says otherwise; demoted unless set.
  public var offscreenPolicy: OffscreenPolicy {
    get { coordinator.offscreenPolicy }
    set { coordinator.offscreenPolicy = newValue }
  }

  /// Seconds that an item may be off screen before the policy is applied, 0 unless set.
  public var offscreenGrace: TimeInterval {
    get { coordinator.offscreenGrace }
    set { coordinator.offscreenGrace = newValue }
  }

  /// How long failures are remembered; see ``CellCoordinator/failureLifetime``.
  public var failureLifetime: FailureLifetime {
    get { coordinator.failureLifetime }
    set { coordinator.failureLifetime = newValue }
  }

  /// When late states reach cells on screen: with the next turn of the main actor, with the next frame, or when the
  /// list has stopped; the first unless set.
  public var deliveryTiming: DeliveryTiming {
    get { coordinator.deliveryTiming }
    set { coordinator.deliveryTiming = newValue }
  }

  /// Whether cells are measured again when a late state has come, and what stays in its place then; never unless set.
  ///
  /// Cells are measured after the delivery, all at once, and never inside a layout pass.
  public var remeasuring: Remeasuring {
    get { coordinator.remeasuring }
    set { coordinator.remeasuring = newValue }
  }

  // MARK: The screen comes and goes

  /// Cancels all work of this list, and of lists in its cells. Cells keep what they show; ``resumeOperations()``, or
  /// their next display, starts anew what they lack.
  open func cancelOperations() { coordinator.cancel() }

  /// Suspends all work of this list; it goes on from there with ``resumeOperations()``.
  open func suspendOperations() { coordinator.suspend() }

  /// Goes on after either. Call it when the screen returns: UIKit sends no display events then. What else hides the
  /// list, a screen that it follows or the background, hides it still.
  open func resumeOperations() { coordinator.resume() }

  /// Does both by itself: the list's work follows the screen of a view controller. Call it in `viewDidLoad()`.
  ///
  /// A child controller without anything to see is added to hear when the screen appears and disappears; nothing is
  /// swizzled. An interactive pop that is cancelled leaves no trace: the screen has not disappeared. Called again, it
  /// replaces what was said before.
  ///
  /// - Parameters:
  ///   - viewController: it need not be kept by this delegate, and is not.
  ///   - policy: what becomes of the work when the screen has disappeared.
  ///   - grace: seconds before the policy is applied.
  public func follows(
    _ viewController: UIViewController, whenHidden policy: OffscreenPolicy = .cancel, grace: TimeInterval = 0
  ) {
    follower?.leave()
    follower = AppearanceFollower(of: coordinator, policy, grace: grace)
    follower?.join(viewController)
  }

  /// Lets go of what is not on screen. Called by itself on a memory warning, once the delegate is attached or has
  /// displayed a cell.
  open func didReceiveMemoryWarning() { coordinator.memoryWarning() }

  // MARK: Again

  /// Forgets every result and failure of this list and starts anew what is on screen.
  ///
  /// - Parameter keepingValues: cells keep what they show until the new results come.
  open func resetOperations(keepingValues: Bool = false) { coordinator.reset(keepingValues: keepingValues) }

  /// Forgets the result or failure of the item that a cell shows and starts its work anew.
  open func resetOperation(_ cell: AnyObject, keepingValues: Bool = false) {
    coordinator.reset(cell, keepingValues: keepingValues)
  }

  // MARK: The items change

  /// The list has changed: call it after each reload, batch update or applied snapshot, which UIKit tells no delegate
  /// of.
  ///
  /// Work for removed items is cancelled, moved ones keep theirs, and what waits is ranked anew. Nothing happens before
  /// the delegate is attached or has displayed a cell.
  ///
  /// - Complexity: O(n) in the number of items, if work is wanted for items off screen; else in those on screen.
  open func listDidUpdate() { coordinator.listDidUpdate() }

  /// An item has another identifier from now on; its run, its result and its cells stay. See
  /// ``CellCoordinator/replaceID(_:with:)``.
  public func replaceID(_ id: AnyHashable, with newID: AnyHashable) { coordinator.replaceID(id, with: newID) }

  /// Runs the work of the next page when an item near the end comes on screen, once for each key; see
  /// ``CellCoordinator/whenNearEnd(within:page:completion:)``.
  public func whenNearEnd<Source: CellOperationSource>(
    within count: Int, page: @escaping @MainActor () -> (key: AnyHashable, source: Source)?,
    completion: @escaping @MainActor (Result<Source.Value, any Error>) -> Void
  ) {
    coordinator.whenNearEnd(within: count, page: page, completion: completion)
  }

  /// Says how to make an item's work before any cell exists: for UIKit's prefetches, and for where a fling will land.
  ///
  /// An attached delegate becomes its list's prefetch data source, unless there is one: forward the methods of that
  /// one.
  ///
  /// - Parameter item: the key and the work of the item at an index path; nil if there is nothing to load there. Index
  ///   paths may be out of date: check them. It is kept: it must not capture what keeps this delegate.
  public func prefetchItems<Source: CellOperationSource>(
    _ item: @escaping @MainActor (IndexPath) -> (key: AnyHashable, source: Source)?
  ) {
    coordinator.prefetchItems(item)
    followPrefetches()
  }

  // MARK: Cells

  /// Binds any cell, or a part of it, to a key, without a class of its own, and delivers one state before it returns;
  /// see ``CellCoordinator/bind(_:part:to:at:_:show:)``.
  public func bind<Cell: AnyObject, Source: CellOperationSource>(
    _ cell: Cell, part: AnyHashable? = nil, to key: AnyHashable, at indexPath: IndexPath? = nil, _ source: Source?,
    show: @escaping @MainActor (Cell, AsyncCellState<Source.Value>) -> Void
  ) {
    coordinator.bind(cell, part: part, to: key, at: indexPath, source, show: show)
  }

  /// Binds a header, a footer or another supplementary view while it is being configured.
  ///
  /// It stands for no item of the list: without an `asyncOperationID` nothing is loaded.
  public func prepare(supplementaryView view: UIView) {
    coordinator.prepare(view)
  }

  /// How urgent the work of an item is. Override it to rank items otherwise; called often, so it must be quick.
  ///
  /// - Parameters:
  ///   - indexPath: where the item is.
  ///   - isVisible: whether a cell on screen shows it.
  ///   - proposed: the priority that it has otherwise.
  open func priority(for indexPath: IndexPath, isVisible: Bool, proposed: CellPriority) -> CellPriority { proposed }

  // MARK: UIScrollViewDelegate; call super from overrides

  /// Notes where the list is and how fast it moves.
  open func scrollViewDidScroll(_ scrollView: UIScrollView) {
    coordinator.didScroll()
  }

  /// Notes that a finger holds the list, which lands nowhere now.
  open func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    coordinator.willBeginDragging()
  }

  /// Notes where the list will land: what will be seen there is wanted as if it were on screen.
  open func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    // UIKit counts this velocity in points per millisecond.
    guard let axis = viewport?.axis else { return }
    coordinator.willLand(at: axis.value(targetContentOffset.pointee), velocity: 1000 * axis.value(velocity))
  }

  /// Notes that the list has stopped, unless it goes on by itself.
  open func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    if !decelerate { coordinator.didStopScrolling() }
  }

  /// Notes that the list has stopped.
  open func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    coordinator.didStopScrolling()
  }

  /// Notes that the list has stopped.
  open func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
    coordinator.didStopScrolling()
  }

  /// Notes that the list has stopped.
  open func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
    coordinator.didStopScrolling()
  }

  // MARK: For the subclasses

  func identity(at indexPath: IndexPath) -> ItemIdentity {
    itemIdentity?(indexPath).map(ItemIdentity.item) ?? .position(indexPath)
  }

  /// From now on this is the list that the delegate serves.
  func serve(_ newViewport: @autoclosure () -> ScrollViewport, of list: UIScrollView) {
    guard viewport?.scrollView !== list else { return }
    viewport = newViewport()
    coordinator.viewport = viewport
    guard observations.isEmpty else { return }
    observe(UIApplication.didReceiveMemoryWarningNotification) { $0.didReceiveMemoryWarning() }
    observe(UIApplication.didEnterBackgroundNotification) { $0.coordinator.didEnterBackground() }
    observe(UIApplication.willEnterForegroundNotification) { $0.coordinator.willEnterForeground() }
  }

  func followPrefetches() {}

  private func observe(_ name: Notification.Name, _ body: @escaping @MainActor @Sendable (AsyncListDelegate) -> Void) {
    observations.append(NotificationObservation(of: name) { [weak self] in if let self { body(self) } })
  }
}
