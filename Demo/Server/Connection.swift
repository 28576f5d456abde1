internal import Dispatch

/// One connection: reads requests, sends answers one after another, and goes when the peer goes.
///
/// It is `@unchecked Sendable` because everything mutable is touched on `queue` only.
final class Connection: @unchecked Sendable {
  /// What the owner gives to all its connections.
  struct Owner: Sendable {
    let queue: DispatchQueue
    let counts: Watched<LoopbackServer.Counts>
    let respond: @Sendable (HTTPRequest) -> HTTPResponse
    /// The connection takes no more part; its descriptor is about to be closed.
    let didClose: @Sendable (Connection) -> Void
    /// The descriptor has been closed.
    let didRelease: @Sendable () -> Void
  }

  private enum Phase {
    /// Waits for a request; next: held, closed.
    case reading
    /// Waits for the gate; next: delayed, closed.
    case held
    /// Waits out the latency; next: sending, closed.
    case delayed
    /// Sends, pauses or is stalled; next: reading, lingering, closed.
    case sending
    /// Everything is sent; waits a moment for the peer to go first, so that no reset overtakes the bytes; next: closed.
    case lingering
    case closed
  }

  /// How much is sent or read before other connections get their turn.
  private static let turn = 262_144

  private let owner: Owner
  private let descriptor: Int32
  private let reader: any DispatchSourceRead
  private let writer: any DispatchSourceWrite
  private var writerIsActive = false
  private var liveSources = 2
  private var timer: (any DispatchSourceTimer)?
  private var phase = Phase.reading
  private var parser = RequestParser()
  private var transmission: Transmission?

  init(_ descriptor: Int32, owner: Owner) {
    self.descriptor = descriptor
    self.owner = owner
    reader = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: owner.queue)
    writer = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: owner.queue)
  }

  /// Begins to read; call it on the queue, once.
  func start() {
    reader.setEventHandler { [weak self] in self?.read() }
    writer.setEventHandler { [weak self] in self?.send() }
    // A descriptor may be closed only when no source watches it any more.
    reader.setCancelHandler { self.sourceDidCancel() }
    writer.setCancelHandler { self.sourceDidCancel() }
    reader.resume()
  }

  /// Ends the connection whatever it was doing; does nothing the second time.
  func close() {
    guard phase != .closed else { return }
    phase = .closed
    timer?.cancel()
    timer = nil
    transmission = nil
    reader.cancel()
    writer.cancel()
    watchWriter(true)  // the cancel handler of a suspended source never runs
    owner.didClose(self)
  }

  private func sourceDidCancel() {
    liveSources -= 1
    guard liveSources == 0 else { return }
    Socket.close(descriptor)
    owner.counts.update { $0.open -= 1 }
    owner.didRelease()
  }

  // MARK: Reading

  private func read() {
    guard phase != .closed else { return }
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      for _ in 0..<(Self.turn / buffer.count) {
        switch Socket.receive(descriptor, into: buffer) {
        case .wouldBlock: return
        case .closed: return close()
        case .bytes(let count):
          guard phase != .lingering else { continue }
          parser.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          serveNext()
          // A client that goes on talking instead of listening is no client.
          if phase != .reading, parser.pendingCount > RequestParser.headLimit { return close() }
        }
        if phase == .closed { return }
      }
    }
  }

  private func serveNext() {
    guard phase == .reading else { return }
    switch parser.next() {
    case .incomplete:
      return
    case .rejected(let status):
      owner.counts.update { $0.rejected += 1 }
      answer(HTTPResponse(status: status), to: nil)
    case .request(let request):
      owner.counts.update { $0.requests += 1 }
      let response = owner.respond(request)
      if phase == .reading { answer(response, to: request) }
    }
  }

  // MARK: Answering

  private func answer(_ response: HTTPResponse, to request: HTTPRequest?) {
    transmission = Transmission(response, to: request)
    phase = .held
    guard let gate = response.gate else { return delay(response.latency) }
    gate.hold { [weak self, queue = owner.queue] in
      // The gate may open on any thread, and while this very call is being made.
      queue.async { self?.delay(response.latency) }
    }
  }

  private func delay(_ latency: Duration) {
    guard phase == .held else { return }
    phase = .delayed
    after(latency) { connection in
      connection.phase = .sending
      connection.send()
    }
  }

  private func send() {
    guard phase == .sending else { return watchWriter(false) }
    var budget = Self.turn
    while let step = transmission?.next() {
      switch step {
      case .pause(let duration):
        watchWriter(false)
        return after(duration) { $0.send() }
      case .end(let end):
        watchWriter(false)
        return finish(end)
      case .send(let range):
        guard budget > 0 else { return watchWriter(true) }
        guard let outcome = transmit(range.prefix(budget)) else { return close() }
        guard outcome > 0 else { return watchWriter(true) }
        budget -= outcome
      }
    }
  }

  /// Sends some bytes; returns how many the socket took, or nil when the peer has gone.
  private func transmit(_ range: Range<Int>) -> Int? {
    guard let bytes = transmission?.bytes else { return nil }
    // Counted in one step with the sending, so that who has the bytes finds them counted.
    return owner.counts.update { counts in
      switch bytes.withUnsafeBytes({ Socket.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[range])) }) {
      case .closed: return nil
      case .wouldBlock: return 0
      case .bytes(let count):
        counts.bodyBytes += transmission?.didSend(count) ?? 0
        return count
      }
    }
  }

  private func finish(_ end: Transmission.End) {
    switch end {
    case .stall:
      return  // the peer's close, or the server's stop, ends it
    case .keepAlive:
      transmission = nil
      phase = .reading
      // Through the queue: a client that sends many requests at once must not deepen the stack.
      if parser.pendingCount > 0 { owner.queue.async { [weak self] in self?.serveNext() } }
    case .close:
      phase = .lingering
      Socket.finishSending(descriptor)
      after(.seconds(1)) { $0.close() }
    case .reset:
      Socket.resetOnClose(descriptor)
      // A reset makes some systems drop what the peer has not read yet, so it is given a moment to read.
      after(transmission?.bytes.isEmpty == false ? .milliseconds(10) : .zero) { $0.close() }
    }
  }

  // MARK: Waiting

  private func watchWriter(_ active: Bool) {
    guard active != writerIsActive else { return }
    writerIsActive = active
    if active { writer.resume() } else { writer.suspend() }
  }

  private func after(_ delay: Duration, _ action: @escaping @Sendable (Connection) -> Void) {
    guard delay > .zero else { return action(self) }
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: owner.queue)
    timer.schedule(deadline: .now() + delay.dispatchInterval, leeway: .nanoseconds(0))
    timer.setEventHandler { [weak self] in
      guard let self, self.phase != .closed else { return }
      self.timer?.cancel()
      self.timer = nil
      action(self)
    }
    self.timer = timer
    timer.resume()
  }
}

extension Duration {
  /// The same span for Dispatch, at most a day.
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = min(self, .seconds(86_400)).components
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
