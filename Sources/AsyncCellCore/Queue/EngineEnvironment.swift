import Foundation

/// Everything the engine takes from outside: time, chance, threads and the main actor. The simulator has its own.
package struct EngineEnvironment: Sendable {
  package var clock: any EngineClock
  package var main: any MainExecutor
  /// A number from 0 up to 1.
  package var random: @Sendable () -> Double
  package var makeThreads: @Sendable (Lane) -> any LaneThreadPool

  package init(
    clock: any EngineClock = DispatchClock(), main: any MainExecutor = MainQueueExecutor(),
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
    makeThreads: @escaping @Sendable (Lane) -> any LaneThreadPool = { OperationQueueThreads($0) }
  ) {
    self.clock = clock
    self.main = main
    self.random = random
    self.makeThreads = makeThreads
  }
}

/// The threads of one lane.
package protocol LaneThreadPool: AnyObject, Sendable {
  /// Whether every body has to run inside an operation of its own, so that a slot serves one body only.
  var servesOneBodyPerSlot: Bool { get }
  /// Starts a slot on some thread.
  func add(_ slot: AsyncOperation)
  /// Brings a thread to a slot, or a run, that is at work already.
  func hop(_ body: @escaping @Sendable () -> Void)
}

/// Slots in an operation queue: the lane's own, or the app's.
package final class OperationQueueThreads: LaneThreadPool {
  private let queue: OperationQueue
  private let hops: DispatchQueue
  package let servesOneBodyPerSlot: Bool

  package init(_ lane: Lane) {
    if let own = lane.operationQueue {
      queue = own
      hops = .global(qos: .userInitiated)
      servesOneBodyPerSlot = true
    } else {
      queue = OperationQueue()
      hops = DispatchQueue(label: "AsyncCell lane", qos: .userInitiated, attributes: .concurrent)
      // How many slots there are is the machine's business alone.
      queue.underlyingQueue = hops
      servesOneBodyPerSlot = false
    }
  }

  package func add(_ slot: AsyncOperation) {
    queue.addOperation(slot)
  }

  package func hop(_ body: @escaping @Sendable () -> Void) {
    hops.async(execute: body)
  }
}
