internal import Dispatch
public import Foundation

/// A small HTTP/1.1 server on 127.0.0.1 that can answer late, slowly, wrongly or not at all.
///
///     let server = try LoopbackServer { request in
///       request.path == "/slow" ? .text("at last").delayed(by: .milliseconds(200)) : .text("hello")
///     }
///     let (data, _) = try await URLSession.shared.data(from: server.url)
///
/// All connections share one serial queue and no thread waits for any of them.
public final class LoopbackServer: Sendable {
  /// What has happened so far.
  public struct Counts: Sendable, Equatable {
    /// Whole requests that were understood.
    public var requests = 0
    /// Requests that were not, and were answered with an error of the server's own.
    public var rejected = 0
    /// Body bytes that the sockets took.
    public var bodyBytes = 0
    /// Connections accepted.
    public var connections = 0
    /// Connections that live.
    public var open = 0
    /// How often accepting rested because no descriptor was left.
    public var exhaustions = 0
  }

  /// A call to the operating system that failed.
  public struct SocketError: Error, CustomStringConvertible {
    /// The name of the call.
    public let call: String
    /// Its `errno`.
    public let code: Int32

    public var description: String { "The server's \(call) failed: \(String(cString: strerror(code)))." }
  }

  /// Where the server listens, for instance `http://127.0.0.1:49152/`.
  public let url: URL

  private let listener: Listener
  private let watchedCounts = Watched(Counts())
  private static let queueKey = DispatchSpecificKey<ObjectIdentifier>()

  /// Starts a server on a free port.
  ///
  /// - Parameter respond: answers a request; called on the server's queue, one call at a time, so it must not block.
  ///   To answer later, return a response with a latency or a gate.
  /// - Throws: `SocketError` when no socket can be opened.
  public convenience init(respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse) throws {
    try self.init(isExhausted: { false }, respond: respond)
  }

  /// Starts a server that behaves as if no descriptor was left whenever `isExhausted` says so.
  package init(
    isExhausted: @escaping @Sendable () -> Bool,
    respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) throws {
    let (descriptor, port) = try Socket.listen()
    guard let url = URL(string: "http://127.0.0.1:\(port)/") else {
      Socket.close(descriptor)
      throw SocketError(call: "address", code: EINVAL)
    }
    self.url = url
    let queue = DispatchQueue(label: "LoopbackServer", qos: .userInitiated)
    listener = Listener(
      descriptor, queue: queue, counts: watchedCounts,
      accept: { isExhausted() ? .exhausted : Socket.accept(on: $0) }, respond: respond)
    queue.setSpecific(key: Self.queueKey, value: ObjectIdentifier(listener))
    listener.start()
  }

  deinit {
    stop()
  }

  /// What has happened so far.
  public var counts: Counts { watchedCounts.value }

  /// Returns the counts once they meet a condition, or as they are when the task is cancelled.
  @discardableResult
  public func counts(where condition: @escaping @Sendable (Counts) -> Bool) async -> Counts {
    await watchedCounts.value(where: condition)
  }

  /// Closes the listener and every connection, and returns when that is done; does nothing the second time.
  ///
  /// Called from within `respond` it returns at once and the closing follows.
  public func stop() {
    if DispatchQueue.getSpecific(key: Self.queueKey) == ObjectIdentifier(listener) {
      listener.stop()
    } else {
      listener.queue.sync { listener.stop() }
      listener.descriptors.wait()
    }
  }
}
