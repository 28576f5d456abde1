/// A value that can be awaited: each change wakes those whose condition it meets.
final class Watched<Value: Sendable>: Sendable {
  private struct Waiter: Sendable {
    let condition: @Sendable (Value) -> Bool
    let continuation: CheckedContinuation<Value, Never>
  }

  private struct State: Sendable {
    var value: Value
    var nextID = 0
    var waiters: [Int: Waiter] = [:]
    var cancelled: Set<Int> = []
  }

  private let state: Synchronized<State>

  init(_ value: Value) {
    state = Synchronized(State(value: value))
  }

  var value: Value { state.withLock { $0.value } }

  func update<Result>(_ change: (inout Value) -> Result) -> Result {
    let (result, value, waiters) = state.withLock { state in
      (change(&state.value), state.value, state.waiters)
    }
    defer { wake(waiters, with: value) }
    return result
  }

  private func wake(_ waiters: [Int: Waiter], with value: Value) {
    for (id, waiter) in waiters where waiter.condition(value) { wake(id, with: value) }
  }

  /// Returns the first value seen that meets the condition, or the value as it is when the task is cancelled.
  @discardableResult
  func value(where condition: @escaping @Sendable (Value) -> Bool) async -> Value {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let met = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (cancelled, value) = state.withLock { state in
          state.waiters[id] = Waiter(condition: condition, continuation: continuation)
          return (state.cancelled.remove(id) != nil, state.value)
        }
        // The waiter is in place before the condition is asked, so that no change in between is missed.
        if cancelled || condition(value) { wake(id, with: value) }
      }
    } onCancel: {
      let (waiter, value) = state.withLock { state in
        if state.waiters[id] == nil { state.cancelled.insert(id) }
        return (state.waiters.removeValue(forKey: id), state.value)
      }
      waiter?.continuation.resume(returning: value)
    }
    _ = state.withLock { $0.cancelled.remove(id) }
    return met
  }

  private func wake(_ id: Int, with value: Value) {
    let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
    waiter?.continuation.resume(returning: value)
  }
}
