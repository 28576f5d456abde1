import AsyncCellCore
import Dispatch

/// Counts events and lets a test wait for them, so that no test needs to sleep.
package final class Tally: Sendable {
  private struct Waiter: Sendable {
    let threshold: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State: Sendable {
    var count = 0
    var nextWaiter = 0
    var waiters: [Int: Waiter] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Locked(State())

  package init() {}

  package var count: Int { state.withLock { $0.count } }

  /// Counts an event and returns which one it was, from 1.
  @discardableResult
  package func add(_ events: Int = 1) -> Int {
    let (count, due) = state.withLock { state in
      state.count += events
      let due = state.waiters.filter { $0.value.threshold <= state.count }
      for waiter in due.keys { state.waiters[waiter] = nil }
      return (state.count, due.values.map(\.continuation))
    }
    for continuation in due { continuation.resume() }
    return count
  }

  /// Returns once there were so many events, or when the task is cancelled.
  package func reaches(_ threshold: Int = 1) async {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          if state.count >= threshold || state.cancelled.contains(id) { return true }
          state.waiters[id] = Waiter(threshold: threshold, continuation: continuation)
          return false
        }
        if isDue { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.cancelled.insert(id)
        return state.waiters.removeValue(forKey: id)
      }
      waiter?.continuation.resume()
    }
  }
}

/// A list that any thread may append to.
package final class Record<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])
  private let tally = Tally()

  package init() {}

  package var values: [Element] { elements.withLock { $0 } }

  package func append(_ element: Element) {
    elements.withLock { $0.append(element) }
    tally.add()
  }

  /// The elements once there are so many, or when the task is cancelled.
  package func values(count: Int) async -> [Element] {
    await tally.reaches(count)
    return values
  }
}

/// Returns once a condition holds that no event announces, such as the release of an object on another thread.
package func eventually(_ condition: @escaping @Sendable () -> Bool) async {
  while !condition(), !Task.isCancelled {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .background).async { continuation.resume() }
    }
  }
}

/// SplitMix64: the same numbers for the same seed, on every platform.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
