import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A URL session with one delegate, shared by all fetches with one configuration.
final class FetchSession: Sendable {
  /// More than any lane will ask for: a smaller number would be a second queue behind the lane, first in first out.
  private static let connectionsPerHost = 64

  /// The session of fetches without a configuration of their own, which is never let go of.
  private static let standard = FetchSession(.default)

  /// Registers a session without keeping it. A class, so that the dictionary moves a reference and never the weak one.
  private final class Registered: @unchecked Sendable {
    // Touched under the registry's lock only.
    weak var session: FetchSession?
  }

  private static let registry = Locked<[ObjectIdentifier: Registered]>([:])

  /// The session for a configuration object: the one in use, or a new one.
  static func session(for configuration: URLSessionConfiguration?) -> FetchSession {
    guard let configuration else { return standard }
    let key = ObjectIdentifier(configuration)
    if let session = registry.withLock({ $0[key]?.session }) { return session }
    let made = FetchSession(configuration)
    return registry.withLock { registry in
      if let session = registry[key]?.session { return session }
      made.registered.session = made
      registry[key] = made.registered
      return made
    }
  }

  private let delegate: FetchDelegate
  private let session: URLSession
  // Held so that its identity stays its own for as long as the session lives.
  private let configuration: URLSessionConfiguration
  private let registered = Registered()

  private init(_ configuration: URLSessionConfiguration) {
    self.configuration = configuration
    let copy = (configuration.copy() as? URLSessionConfiguration) ?? configuration
    copy.httpMaximumConnectionsPerHost = Self.connectionsPerHost
    delegate = FetchDelegate()
    session = URLSession(configuration: copy, delegate: delegate, delegateQueue: nil)
  }

  deinit {
    session.invalidateAndCancel()
    let (key, registered) = (ObjectIdentifier(configuration), registered)
    // By identity: reading another session's weak reference here could make this the place where that one ends.
    Self.registry.withLock { registry in
      if registry[key] === registered { registry[key] = nil }
    }
  }

  func makeTask(_ request: URLRequest, for fetch: Fetch) -> URLSessionDataTask {
    let task = session.dataTask(with: request)
    delegate.register(fetch, for: task)
    return task
  }

  /// Cancels a task; nothing it still says is heard.
  func discard(_ task: URLSessionTask) {
    delegate.forget(task)
    task.cancel()
  }
}

/// Hands what the session says to the fetch it concerns.
private final class FetchDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private let fetches = Locked<[Int: Fetch]>([:])

  func register(_ fetch: Fetch, for task: URLSessionTask) {
    fetches.withLock { $0[task.taskIdentifier] = fetch }
  }

  func forget(_ task: URLSessionTask) {
    // Let go of outside the lock: it may be the fetch's last reference.
    _ = fetches.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }

  private func fetch(for task: URLSessionTask) -> Fetch? {
    fetches.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    fetch(for: dataTask)?.didReceive(response, for: dataTask)
    completionHandler(fetch(for: dataTask) == nil ? .cancel : .allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    fetch(for: dataTask)?.didReceive(data, for: dataTask)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    fetch(for: task)?.didRedirect(task)
    completionHandler(request)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let fetch = fetch(for: task)
    forget(task)
    fetch?.didComplete(error, for: task)
  }
}
