internal import Dispatch

/// Accepts connections and knows those that live.
///
/// It is `@unchecked Sendable` because everything mutable is touched on `queue` only.
final class Listener: @unchecked Sendable {
  /// The one queue that every connection of the server shares.
  let queue: DispatchQueue
  let counts: Watched<LoopbackServer.Counts>
  /// Left by the listener's descriptor and by each connection's when they have been closed.
  let descriptors = DispatchGroup()

  private let descriptor: Int32
  private let accept: @Sendable (Int32) -> Socket.Acceptance
  private let respond: @Sendable (HTTPRequest) -> HTTPResponse
  private let source: any DispatchSourceRead
  private var retry: (any DispatchSourceTimer)?
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var isStopped = false

  /// How long accepting rests when no descriptor is left.
  private static let rest = Duration.milliseconds(20)

  init(
    _ descriptor: Int32, queue: DispatchQueue, counts: Watched<LoopbackServer.Counts>,
    accept: @escaping @Sendable (Int32) -> Socket.Acceptance,
    respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) {
    self.descriptor = descriptor
    self.queue = queue
    self.counts = counts
    self.accept = accept
    self.respond = respond
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
  }

  func start() {
    descriptors.enter()
    source.setEventHandler { [weak self] in self?.acceptAll() }
    source.setCancelHandler { [descriptor, descriptors] in
      Socket.close(descriptor)
      descriptors.leave()
    }
    source.resume()
  }

  /// Stops accepting and ends every connection; call it on the queue; does nothing the second time.
  func stop() {
    guard !isStopped else { return }
    isStopped = true
    source.cancel()
    if let retry {
      retry.cancel()
      source.resume()
    }
    retry = nil
    for connection in Array(connections.values) { connection.close() }
  }

  private func acceptAll() {
    // A bound, so that those already accepted get their turn.
    for _ in 0..<64 where !isStopped {
      switch accept(descriptor) {
      case .none: return
      case .connection(let descriptor): open(descriptor)
      case .exhausted: return restAWhile()
      }
    }
  }

  private func open(_ descriptor: Int32) {
    counts.update {
      $0.connections += 1
      $0.open += 1
    }
    descriptors.enter()
    let owner = Connection.Owner(
      queue: queue, counts: counts, respond: respond,
      didClose: { [weak self] in self?.connections[ObjectIdentifier($0)] = nil },
      didRelease: { [descriptors] in descriptors.leave() })
    let connection = Connection(descriptor, owner: owner)
    connections[ObjectIdentifier(connection)] = connection
    connection.start()
  }

  private func restAWhile() {
    counts.update { $0.exhaustions += 1 }
    source.suspend()
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + Self.rest.dispatchInterval)
    timer.setEventHandler { [weak self] in
      guard let self, !self.isStopped else { return }
      self.retry?.cancel()
      self.retry = nil
      self.source.resume()
    }
    retry = timer
    timer.resume()
  }
}
