public import Foundation

/// Something for which UIKit throws an exception, or after which it misbehaves.
@_spi(Headless)
public struct HeadlessViolation: Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    case unregisteredIdentifier(String)
    case registeredClassIsNoCell(String)
    case indexPathOutOfRange(IndexPath)
    case dequeuedTwice(IndexPath)
    case dequeuedOutsideRequest(IndexPath)
    case sameCellForTwoPaths(IndexPath, IndexPath)
    case reconfiguredAnotherCell(IndexPath)
    case mutationDuringLayout(String)
    case invalidCount(section: Int, before: Int, after: Int)
    case invalidSectionCount(before: Int, after: Int)
    case sectionOutOfRange(Int)
    /// One item deleted, reloaded or moved twice in a batch, or two items put at one path.
    case duplicateUpdate(IndexPath)
    case duplicateSectionUpdate(Int)
    /// Two of deletion, reload and move for one item in a batch.
    case conflictingUpdates(IndexPath)
    case conflictingSectionUpdates(Int)
    /// `endUpdates()` without `beginUpdates()`.
    case endedNoUpdates
    /// One identifier twice in a snapshot.
    case duplicateIdentifier(String)
    /// An identifier that the snapshot does not hold.
    case unknownIdentifier(String)
    /// Items appended to a snapshot that has no section.
    case noSectionForItems
    /// A snapshot applied from inside the application of another.
    case appliedDuringApply
    /// A cell provider that returned no cell.
    case noCell(IndexPath)
    /// B19: a collection view must get back the very view it handed out for the request.
    case dequeuedNotReturned(IndexPath)
    case notDequeued(IndexPath)
    case registrationMadeInRequest(IndexPath)
    case missingSupplementaryView(String, IndexPath)
  }

  public let kind: Kind
  /// What the list did just before, oldest first.
  public let trace: [HeadlessEvent]

  public var description: String {
    "\(kind), after: " + trace.map(\.description).joined(separator: ", ")
  }
}

/// Legal, but UIKit warns about it, or answers with something that must not be relied on.
@_spi(Headless)
public enum HeadlessWarning: Hashable, Sendable {
  /// B18: laying out a table outside a window is permitted, and warned about.
  case layoutOutsideWindow
  /// B21: inside `cellForRowAt` the new cell is not installed yet, so these answers are no oracle.
  case askedDuringRequest(String)
}
