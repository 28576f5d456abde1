public import AsyncCellCore
public import Foundation

/// What the delegates of tables and collection views have in common: the list's work and its settings.
///
/// It forwards what UIKit says to a ``CellCoordinator`` and takes no decision itself. Use one of its subclasses.
@MainActor
open class AsyncListDelegate: NSObject {
  /// Knows which cell shows which item.
  public let coordinator: CellCoordinator

  /// Gives the identity of the item at an index path, for cells without an `asyncOperationID`.
  ///
  /// Without it such cells are told apart by index path, which is right only until the list changes.
  public var itemIdentity: ((IndexPath) -> AnyHashable?)?

  /// Makes a delegate with a queue and a cache of its own, or with shared ones.
  public init(operations: KeyedOperationQueue? = nil, cache: ResultCache? = nil) {
    coordinator = CellCoordinator(operations: operations, cache: cache)
    super.init()
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

  /// The failure that is reported: 3, the default, means two retries. Sets the queue's retry policy.
  public var maxNumberOfFailures: Int {
    get { operations.retryPolicy.maxNumberOfFailures }
    set { operations.retryPolicy.maxNumberOfFailures = newValue }
  }

  /// What becomes of work whose cell has left the screen, unless the work says otherwise.
  public var offscreenPolicy: OffscreenPolicy {
    get { coordinator.offscreenPolicy }
    set { coordinator.offscreenPolicy = newValue }
  }

  /// Seconds that an item may be off screen before the policy is applied.
  public var offscreenGrace: TimeInterval {
    get { coordinator.offscreenGrace }
    set { coordinator.offscreenGrace = newValue }
  }

  /// How long failures are remembered.
  public var failureLifetime: FailureLifetime {
    get { coordinator.failureLifetime }
    set { coordinator.failureLifetime = newValue }
  }

  // MARK: The screen comes and goes

  /// Cancels all work of this list. ``resumeOperations()`` starts anew what the cells on screen lack.
  open func cancelOperations() { coordinator.cancel() }

  /// Suspends all work of this list; it goes on from there with ``resumeOperations()``.
  open func suspendOperations() { coordinator.suspend() }

  /// Goes on after either. Call it when the screen returns: UIKit sends no display events then.
  open func resumeOperations() { coordinator.resume() }

  /// Lets go of what is not on screen. Called by itself on a memory warning, once the delegate is attached.
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

  // MARK: Cells

  /// Binds any cell to a key, without a class of its own; see ``CellCoordinator/bind(_:to:_:show:)``.
  public func bind<Cell: AnyObject, Source: CellOperationSource>(
    _ cell: Cell, to key: AnyHashable, _ source: Source?,
    show: @escaping @MainActor (Cell, AsyncCellState<Source.Value>) -> Void
  ) {
    coordinator.bind(cell, to: key, source, show: show)
  }

  // MARK: For the subclasses

  func identity(at indexPath: IndexPath) -> ItemIdentity {
    itemIdentity?(indexPath).map(ItemIdentity.item) ?? .position(indexPath)
  }
}
