/// The settings and the state of one lane of a ``KeyedOperationQueue``.
@MainActor
public struct LaneControl {
  /// The lane.
  public let lane: Lane
  let engine: QueueEngine

  /// How many jobs run at once. 0 starts none, -1 sets no limit; a lower limit ends nothing that runs.
  public var maxConcurrentOperationCount: Int {
    get { engine.laneState(lane, \.limit) }
    nonmutating set {
      precondition(
        newValue >= -1, "maxConcurrentOperationCount must be -1 (no limit), 0 (none) or more; \(newValue) was given.")
      engine.setLimit(newValue, of: lane)
    }
  }

  /// Jobs whose body runs now, wanted or not.
  public var runningOperationCount: Int { engine.laneState(lane, \.occupied) }

  /// The most that ever ran at once.
  public var peakRunningOperationCount: Int { engine.laneState(lane, \.peak) }

  /// Runs that wait for a slot.
  public var waitingOperationCount: Int { engine.laneState(lane, \.waiting) }

  /// Jobs that were cancelled or timed out and whose body has not returned: each still holds a slot.
  public var stuckOperationCount: Int { max(0, engine.laneState(lane, \.stuck)) }
}
