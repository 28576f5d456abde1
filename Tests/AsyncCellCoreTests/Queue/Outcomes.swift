import AsyncCellCore
import AsyncCellTesting

/// What the completions of requests were called with.
@MainActor
final class Outcomes<Key: Hashable> {
  private(set) var values: [Key: [String]] = [:]
  private(set) var order: [Key] = []
  let tally = Tally()

  func count(of key: Key) -> Int { values[key]?.count ?? 0 }

  /// A completion that notes the value, "cancelled", or the error.
  func note<Value>(_ key: Key) -> @MainActor (Result<Value, any Error>) -> Void {
    { result in
      let text =
        switch result {
        case .success(let value): "\(value)"
        case .failure(is CancellationError): "cancelled"
        case .failure(let error): "\(error)"
        }
      self.values[key, default: []].append(text)
      self.order.append(key)
      self.tally.add()
    }
  }
}

/// An object of the app's, whose release can be observed.
final class Witness: Sendable {
  private let onRelease: @Sendable () -> Void

  init(_ onRelease: @escaping @Sendable () -> Void = {}) {
    self.onRelease = onRelease
  }

  deinit { onRelease() }
}

/// Counts of what a queue may leave behind.
@MainActor
struct Remains: Equatable, CustomStringConvertible {
  let runs, keys, waiting, running, stuck, heldCost, timers: Int

  init(_ queue: KeyedOperationQueue, keys: KeyTable, clock: ManualClock) {
    runs = queue.runCount
    self.keys = keys.count
    waiting = queue.lanes.reduce(0) { $0 + $1.waitingOperationCount }
    running = queue.lanes.reduce(0) { $0 + $1.runningOperationCount }
    stuck = queue.lanes.reduce(0) { $0 + $1.stuckOperationCount }
    heldCost = queue.engine.heldCost
    timers = clock.pendingTimers
  }

  nonisolated var description: String {
    "runs \(runs), keys \(keys), waiting \(waiting), running \(running), stuck \(stuck), held \(heldCost), timers \(timers)"
  }

  nonisolated var isNothing: Bool { runs + keys + waiting + running + stuck + heldCost + timers == 0 }
}

extension VirtualEngine {
  func remains(of queue: KeyedOperationQueue) -> Remains { Remains(queue, keys: keys, clock: clock) }
}
