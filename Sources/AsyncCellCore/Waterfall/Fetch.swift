public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// What a fetch does, as it does it; for metrics. URLs are left out on purpose.
public enum FetchEvent: Sendable, Equatable {
  /// A request goes out: one for each attempt, and one for each resume after a suspension that dropped the request.
  case started
  /// The server has sent the request elsewhere, which makes another request.
  case redirected
  /// Bytes of a body have arrived.
  case received(bytes: Int)
  /// The whole body has been handed over.
  case completed(bytes: Int)
  /// The request has failed, or its answer was not taken.
  case failed
}

extension Job where Input == URLRequest, Output == Data {
  /// Fetches a request's body over HTTP.
  ///
  /// The job fails with ``FetchError`` when the status is not in 200…299, is 204 or 205, or when the body is longer than
  /// `maximumBytes`; with `URLError` when the connection fails. It reports its fraction when the server declares a
  /// length.
  ///
  /// Fetches with one configuration object share one session, which is invalidated with its last owner. How many run at
  /// once is the lane's business: the session itself allows 64 connections to a host.
  ///
  /// Suspending a run that is in this job suspends the task on Darwin. Elsewhere a suspended body would come twice, so
  /// there the request is cancelled and sent anew.
  ///
  /// - Parameters:
  ///   - configuration: headers, cache and policies of the session. Keep the object; a new one makes a new session.
  ///   - maximumBytes: the longest body that is taken, 64 MiB by default. What comes after is not stored.
  ///   - onEvent: called on a thread of the session as things happen.
  public static func fetch(
    _ configuration: URLSessionConfiguration? = nil, maximumBytes: Int = 64 << 20,
    onEvent: (@Sendable (FetchEvent) -> Void)? = nil
  ) -> Job {
    precondition(maximumBytes >= 0, "A fetch needs a limit of at least 0 bytes; \(maximumBytes) was given.")
    let session = FetchSession.session(for: configuration)
    return .callback("fetch") { request, handoff in
      Fetch(request, in: session, maximumBytes: maximumBytes, onEvent: onEvent, handoff: handoff)
    }
  }
}

/// One request on its way, sent again after each suspension.
final class Fetch: OperationControl, PrioritizedControl {
  private struct State: Sendable {
    var task: URLSessionDataTask?
    var body = Data()
    /// The declared length, where the server has given one that can be compared with what arrives.
    var declared: Int64?
    var isSuspended = true
    var isOver = false
    var priority: Float = URLSessionTask.defaultPriority
  }

  private let request: URLRequest
  private let session: FetchSession
  private let maximumBytes: Int
  private let onEvent: (@Sendable (FetchEvent) -> Void)?
  private let handoff: Handoff<Data>
  private let state = Locked(State())

  init(
    _ request: URLRequest, in session: FetchSession, maximumBytes: Int,
    onEvent: (@Sendable (FetchEvent) -> Void)?, handoff: Handoff<Data>
  ) {
    self.request = request
    self.session = session
    self.maximumBytes = maximumBytes
    self.onEvent = onEvent
    self.handoff = handoff
  }

  // MARK: OperationControl

  func resume() {
    let kept: URLSessionDataTask? = state.withLock { state in
      state.isSuspended = false
      return state.isOver ? nil : state.task
    }
    if let kept {
      kept.resume()
      return
    }
    let task = session.makeTask(request, for: self)
    let mayStart = state.withLock { state in
      guard !state.isSuspended, !state.isOver, state.task == nil else { return false }
      state.task = task
      state.body = Data()
      state.declared = nil
      task.priority = state.priority
      return true
    }
    guard mayStart else { return session.discard(task) }
    onEvent?(.started)
    task.resume()
  }

  func suspend() {
    #if canImport(Darwin)
      let task = state.withLock { state in
        state.isSuspended = true
        return state.task
      }
      task?.suspend()
    #else
      let task = state.withLock { state in
        state.isSuspended = true
        state.body = Data()
        defer { state.task = nil }
        return state.task
      }
      if let task { session.discard(task) }
    #endif
  }

  func cancel() {
    if let task = finish() { session.discard(task) }
  }

  var priority: Float {
    get { state.withLock { $0.priority } }
    set {
      let task = state.withLock { state in
        state.priority = newValue
        return state.task
      }
      task?.priority = newValue
    }
  }

  // MARK: What the session says

  func didReceive(_ response: URLResponse, for task: URLSessionTask) {
    guard let response = response as? HTTPURLResponse else { return fail(FetchError.notHTTP, task) }
    guard (200...299).contains(response.statusCode), response.statusCode != 204, response.statusCode != 205 else {
      return fail(FetchError.status(response.statusCode), task)
    }
    let length = response.expectedContentLength
    guard length <= Int64(maximumBytes) else { return fail(FetchError.tooLarge(maximumBytes: maximumBytes), task) }
    let isEncoded = response.value(forHTTPHeaderField: "Content-Encoding").map { $0 != "identity" } ?? false
    state.withLock { state in
      guard state.task === task else { return }
      state.body = Data()
      state.declared = length >= 0 && !isEncoded ? length : nil
    }
  }

  func didReceive(_ data: Data, for task: URLSessionTask) {
    let received: (count: Int, declared: Int64?)? = state.withLock { state in
      guard state.task === task, !state.isOver else { return nil }
      guard data.count <= maximumBytes - state.body.count else { return (Int.max, nil) }
      state.body.append(data)
      return (state.body.count, state.declared)
    }
    guard let received else { return }
    guard received.count <= maximumBytes else {
      return fail(FetchError.tooLarge(maximumBytes: maximumBytes), task)
    }
    onEvent?(.received(bytes: data.count))
    if let declared = received.declared, declared > 0 { handoff.report(Double(received.count) / Double(declared)) }
  }

  func didRedirect(_ task: URLSessionTask) {
    if state.withLock({ $0.task === task }) { onEvent?(.redirected) }
  }

  func didComplete(_ error: (any Error)?, for task: URLSessionTask) {
    if let error { return fail(error, task) }
    let (body, declared): (Data?, Int64?) = state.withLock { state in
      state.task === task && !state.isOver ? (state.body, state.declared) : (nil, nil)
    }
    guard let body else { return }
    if let declared, Int64(body.count) < declared {
      return fail(FetchError.truncated(declaredBytes: declared, receivedBytes: body.count), task)
    }
    _ = finish()
    onEvent?(.completed(bytes: body.count))
    handoff.succeed(body)
  }

  private func fail(_ error: any Error, _ task: URLSessionTask) {
    guard state.withLock({ $0.task === task && !$0.isOver }) else { return }
    if let task = finish() { session.discard(task) }
    onEvent?(.failed)
    handoff.fail(error)
  }

  /// Ends the fetch and gives its task away.
  private func finish() -> URLSessionDataTask? {
    state.withLock { state in
      state.isOver = true
      state.body = Data()
      defer { state.task = nil }
      return state.task
    }
  }
}
