extension KeyedOperationQueue {
  /// Awaits the value of a key: joins its run, or starts one with the given work.
  ///
  /// Cancelling the task takes the request back. A job must not await a run of its own queue, for with every slot taken
  /// by jobs that wait none can end: a debug build says so. Return a ``Waterfall`` from the job instead.
  ///
  /// - Throws: the error of the job that failed, or `CancellationError`.
  public func value<Source: CellOperationSource>(
    of source: Source, forKey key: AnyHashable, priority: CellPriority = .visible
  ) async throws -> Source.Value {
    assert(
      !RunningJobs.queues.contains(ObjectIdentifier(engine)),
      "A job awaits a run of its own queue, which may never get a slot: return a Waterfall from the job instead.")
    let pending = PendingRequest<Source.Value>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        pending.continuation = continuation
        guard !Task.isCancelled else { return pending.cancel() }
        pending.request = enqueue(source, forKey: key, priority: priority) { pending.resume(with: $0) }
      }
    } onCancel: { [main = engine.environment.main] in
      main.enqueue { pending.cancel() }
    }
  }
}

/// Which queues' jobs the present task belongs to.
enum RunningJobs {
  @TaskLocal static var queues: Set<ObjectIdentifier> = []
}

/// A request that a task awaits.
@MainActor
private final class PendingRequest<Value: Sendable> {
  var continuation: CheckedContinuation<Value, any Error>?
  var request: KeyedRequest?

  func resume(with result: Result<Value, any Error>) {
    continuation?.resume(with: result)
    continuation = nil
    request = nil
  }

  func cancel() {
    request?.cancel()
    resume(with: .failure(CancellationError()))
  }
}
