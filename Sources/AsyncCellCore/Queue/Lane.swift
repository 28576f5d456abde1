public import Foundation

/// A part of a ``KeyedOperationQueue`` with a limit of its own: jobs of one lane compete with each other alone.
///
/// Lanes are equal when their names are equal and they are over the same operation queue.
public struct Lane: Hashable, Sendable {
  /// Where chains begin. Four jobs at once, unless the queue says otherwise.
  public static let `default` = Lane("default")

  /// For work that keeps a core busy, such as decoding. As many jobs at once as there are cores.
  public static let processing = Lane("processing")

  /// What the lane is called in diagnostics.
  public var name: String { storage.name }

  /// The app's own operation queue that every job of the lane runs in, if it was given one.
  public var operationQueue: OperationQueue? { storage.operationQueue }

  private let storage: Storage

  /// Makes a lane of the engine's own, four jobs at once unless the queue says otherwise.
  public init(_ name: String) {
    storage = Storage(name: name, operationQueue: nil)
  }

  /// Makes a lane over an operation queue of the app's: every job runs inside an operation of that queue.
  ///
  /// The lower of the two limits wins. Cancelling the queue's operations ends nothing that waits in the lane.
  public init(_ name: String, over operationQueue: OperationQueue) {
    storage = Storage(name: name, operationQueue: operationQueue)
  }

  public static func == (left: Lane, right: Lane) -> Bool {
    left.storage === right.storage
      || left.storage.name == right.storage.name && left.storage.operationQueue === right.storage.operationQueue
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.nameHash)
  }

  private final class Storage: @unchecked Sendable {
    // Immutable; `OperationQueue` is safe to use from any thread.
    let name: String
    let nameHash: Int
    let operationQueue: OperationQueue?

    init(name: String, operationQueue: OperationQueue?) {
      self.name = name
      self.nameHash = name.hashValue
      self.operationQueue = operationQueue
    }
  }
}

extension Lane: CustomStringConvertible {
  public var description: String { name }
}
