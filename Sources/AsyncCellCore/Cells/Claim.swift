import Foundation

/// Which item of a list a cell shows, as the list knows it.
public struct ItemIdentity: Hashable {
  let id: AnyHashable
  /// The identity is only a position, which another item may take.
  let isPosition: Bool

  /// An item's own identifier: it stays the item's wherever it moves.
  public static func item(_ id: AnyHashable) -> ItemIdentity { ItemIdentity(id: id, isPosition: false) }

  /// The last resort: where the item is just now.
  public static func position(_ position: AnyHashable) -> ItemIdentity { ItemIdentity(id: position, isPosition: true) }
}

extension ItemIdentity: CustomStringConvertible {
  // Descriptions end up in logs: they hold no identifiers.
  public var description: String { isPosition ? "position" : "item" }
}

/// The key of an item that has no `asyncOperationID`: the list's identity of it, which is no other list's.
///
/// The list is a number and not an object: lists die, and values in a shared cache outlive them.
struct ListKey: Hashable {
  let list: UInt64
  /// Counts the times at which positions began to stand for other items; nil for an item's own identifier.
  let epoch: Int?
  let id: AnyHashable
  /// Which part of the item's cell; 0 is the cell itself.
  var part = 0
}

/// Which claim of which object: a cell may show several keys, each in a part of its own.
struct ClaimID: Hashable {
  let object: ObjectIdentifier
  var part: AnyHashable?
}

/// The claims of one cell, where it has others than its own, and the lists that lie in it.
@MainActor
final class CellGroup {
  weak var cell: AnyObject?
  var members: [Claim] = []
  var lists: [NestedList] = []
  var isDisplayed = false

  init(_ cell: AnyObject) {
    self.cell = cell
  }
}

/// A state on its way to a cell, its type erased.
enum ErasedState {
  case inProgress(RunProgress, previous: ValueBox?)
  case complete(ValueBox, expiry: Duration?)
  case failed(AsyncCellFailure)
}

/// How far the run of a key is, as far as this list has heard.
struct RunProgress: Equatable {
  var isRunning = false
  var attempt = 1
  var jobName: String?
  var fraction: Double?
}

/// A list that lies in a cell, which owns it.
@MainActor
struct NestedList {
  weak var list: CellCoordinator?
}

/// Which key a cell shows, now. Held by cell object and generation, never by index path.
@MainActor
final class Claim {
  /// What the claim's cell has been told last.
  enum Shown { case nothing, progress, value, failure }

  weak var cell: AnyObject?
  let id: ClaimID
  /// Retained in the key table for as long as it stands here.
  var token: KeyToken?
  /// The key's token before the key was replaced, retained likewise: the cell may not have been told yet.
  var formerToken: KeyToken?
  var item: ItemIdentity?
  var part = 0
  /// The cell that the claim's object is a part of, if it is one.
  weak var host: AnyObject?
  /// Where the list last said the item is.
  var path: IndexPath?
  /// Goes up whenever what is on its way to the cell must not reach it any more.
  var generation: UInt64 = 0
  /// The last generation whose end has been on its way.
  var endedGeneration: UInt64?
  /// Whether the cell stands for its key: from binding to the end of its display.
  var isActive = false
  var isDisplayed = false
  var shown = Shown.nothing
  /// The last value delivered, for as long as the cell shows its key, evicted or not.
  var lastValue: ValueBox?
  /// When the last value expires.
  var valueExpiry: Duration?
  /// The last value is of an earlier version of the item: it is shown until the new one comes, never instead of it.
  var isVersion = false
  var declare: () -> WorkDeclaration?
  var deliver: (ErasedState) -> Void
  /// The key is the cell's own id, not the list's identity of the item.
  var hasOwnID = false
  /// Only the claims of an ``AsyncCell`` have one; it need not be made again.
  var binding: CellBinding?

  init(
    _ cell: AnyObject, id: ClaimID, declare: @escaping () -> WorkDeclaration?, deliver: @escaping (ErasedState) -> Void
  ) {
    self.cell = cell
    self.id = id
    self.declare = declare
    self.deliver = deliver
    LiveObjects.count(.claim, +1)
  }

  deinit {
    LiveObjects.count(.claim, -1)
  }

  /// What the list knows of: the cell itself.
  var listedCell: AnyObject? { host ?? cell }

  /// Whether an ``AsyncCell`` still stands for the key it was bound to. The app may give it another item and say so
  /// later, when the cell is displayed, or not at all.
  var isUpToDate: Bool {
    guard let binding else { return true }
    switch binding.ownToken() {
    case nil: return !hasOwnID
    case .some(let own): return hasOwnID && (own == token || own != nil && own == formerToken)
    }
  }
}

/// How to reach the ``AsyncCell`` of a claim, its type erased.
struct CellBinding {
  /// The token of the cell's own id as it is now: `.some(nil)` if nobody knows that key, nil without an id.
  let ownToken: @MainActor () -> KeyToken??
  /// Binds the cell to what it shows now.
  let rebind: @MainActor () -> Void
}

/// What a list knows of one key: which cells show it, and whether the list wants its run.
@MainActor
final class KeyRecord {
  let token: KeyToken
  /// In the order of their binding.
  var claims: [Claim] = []
  /// The list is a subscriber of the key's run.
  var isSubscribed = false
  /// The list has been told that the run was cancelled; only a display, a resume or a reset starts another.
  var isStopped = false
  /// Who wants it although no cell shows it yet, and how much. The first cell that is bound takes their place.
  var prefetchers: [AnyHashable: CellPriority] = [:]
  var work: WorkDeclaration?
  var progress = RunProgress()
  /// The cache's epoch when the run was asked for.
  var epoch: UInt64 = 0
  /// The epoch of positions that the key belongs to, if it is a position.
  var positionEpoch: Int?
  var graceTimer: (any EngineTimer)?
  /// The item that wanted the key last, as the list knows it, and where it was.
  var item: ItemIdentity?
  var path: IndexPath?
  /// Rows between the item and the screen, as of the last ranking.
  var distance = 0
  /// When the prefetch was asked for.
  var prefetchTime: Duration?
  /// The user's own wish, which comes before all else.
  var override: CellPriority?
  /// The priority that it had on screen, for as long as no policy has taken it away.
  var keptPriority: CellPriority?
  /// The list flies past it: what has not begun would not be seen.
  var isPassing = false

  init(token: KeyToken) {
    self.token = token
  }

  deinit {
    graceTimer?.cancel()
  }

  /// Its cells are displayed, as far as the list has said, but not in view any more.
  var isOutOfView = false

  var isDisplayed: Bool { claims.contains { $0.isDisplayed && $0.cell != nil } }
  var isOnScreen: Bool { !isOutOfView && isDisplayed }

  /// How much it is wanted ahead, if it is.
  var prefetch: CellPriority? { prefetchers.isEmpty ? nil : prefetchers.values.min() }

  /// How urgent the key is to this list, as far as the record knows.
  var priority: CellPriority {
    if let override { return override.isOnScreen && isOnScreen ? .visible : override }
    if isOnScreen { return .visible }
    if !claims.isEmpty { return .prepared }
    return prefetch ?? .offscreen(distance: distance)
  }
}

/// A failure that is remembered.
struct StandingFailure {
  let id: UInt64
  let error: any Error
  let jobName: String?
  let attempts: Int
  let expiry: Duration?
  let epoch: UInt64
  let work: WorkDeclaration?
}
