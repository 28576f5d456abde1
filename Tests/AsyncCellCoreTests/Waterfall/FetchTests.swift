import AsyncCellCore
import AsyncCellTesting
import Foundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Several megabytes in which no two places look alike.
let largeBody = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })

func makeConfiguration() -> URLSessionConfiguration {
  let configuration = URLSessionConfiguration.ephemeral
  configuration.urlCache = nil
  return configuration
}

@Suite(.timeLimit(.minutes(5)))
struct FetchTests {
  private let events = Record<FetchEvent>()

  private func chain(
    _ server: LoopbackServer, _ path: String = "", maximumBytes: Int = 64 << 20
  ) -> Waterfall<Data> {
    let events = events
    return Waterfall(URLRequest(url: server.url.appendingPathComponent(path)))
      .then(.fetch(makeConfiguration(), maximumBytes: maximumBytes) { events.append($0) })
  }

  @Test func `A body is fetched whole, and what happened is told`() async throws {
    let server = try LoopbackServer { _ in HTTPResponse(body: largeBody) }
    #expect(try await chain(server).value() == largeBody)
    #expect(events.values.first == .started)
    #expect(events.values.last == .completed(bytes: largeBody.count))
    let received = events.values.reduce(0) { if case .received(let bytes) = $1 { $0 + bytes } else { $0 } }
    #expect(received == largeBody.count)
    #expect(server.counts.requests == 1)
  }

  @Test func `INV-04: The fraction grows to one when the server declares a length`() async throws {
    // Given
    let server = try LoopbackServer { _ in HTTPResponse(body: largeBody) }
    let observer = SpyObserver()
    let operation = chain(server).operation
    operation.observer = observer
    let completed = operation.countCompletions()

    // When
    OperationQueue().addOperation(operation)
    await completed.reaches()

    // Then
    let fractions = observer.events.values.compactMap { event in
      event.hasPrefix("report ") ? Double(event.dropFirst("report ".count)) : nil
    }
    #expect(fractions.last == 1)
    #expect(fractions == fractions.sorted() && fractions.allSatisfy { (0...1).contains($0) })
  }

  @Test func `An unknown length gives no fraction`() async throws {
    let server = try LoopbackServer { _ in HTTPResponse(body: Data("text".utf8)).withoutLength() }
    let operation = chain(server).operation
    let completed = operation.countCompletions()
    OperationQueue().addOperation(operation)
    await completed.reaches()
    #expect(operation.fractionCompleted == nil)
    #expect(try operation.result?.get() == Data("text".utf8))
  }

  @Test func `An empty body is a body`() async throws {
    let server = try LoopbackServer { _ in HTTPResponse(body: Data()) }
    #expect(try await chain(server).value() == Data())
  }

  @Test func `A status that is no success is the error`() async throws {
    let server = try LoopbackServer { request in
      .text("secret", status: Int(request.path.dropFirst()) ?? 0)
    }
    for status in [204, 304, 400, 404, 500, 503] {
      await #expect(throws: FetchError.status(status)) { try await chain(server, "\(status)").value() }
      #expect("\(FetchError.status(status))".contains("secret") == false)
    }
    #expect(events.values.filter { $0 == .failed }.count == 6)
  }

  @Test func `A redirect is followed and told`() async throws {
    let server = try LoopbackServer { request in
      request.path == "/there" ? .text("arrived") : .redirect(to: "/there")
    }
    #expect(try await chain(server, "here").value() == Data("arrived".utf8))
    #expect(events.values.filter { $0 == .redirected }.count == 1)
    #expect(server.counts.requests == 2)
  }

  @Test func `A redirect loop ends in an error`() async throws {
    let server = try LoopbackServer { _ in .redirect(to: "/again") }
    await #expect(throws: (any Error).self) { try await chain(server).value() }
    #expect(server.counts.requests < 100)
  }

  // MARK: The cap

  @Test func `A declared length over the cap is refused before the body is taken`() async throws {
    let server = try LoopbackServer { _ in HTTPResponse(body: largeBody) }
    await #expect(throws: FetchError.tooLarge(maximumBytes: 1_000_000)) {
      try await chain(server, maximumBytes: 1_000_000).value()
    }
    #expect(events.values == [.started, .failed])
  }

  @Test func `A body without a length is cut off at the cap, and not a byte more is stored`() async throws {
    let server = try LoopbackServer { _ in
      HTTPResponse(body: largeBody).withoutLength().paced(bytes: 100_000, pause: .milliseconds(1))
    }
    await #expect(throws: FetchError.tooLarge(maximumBytes: 1_000_000)) {
      try await chain(server, maximumBytes: 1_000_000).value()
    }
    let stored = events.values.reduce(0) { if case .received(let bytes) = $1 { $0 + bytes } else { $0 } }
    #expect(stored <= 1_000_000)
    #expect(events.values.last == .failed)
  }

  @Test func `An endless body is cut off at the cap`() async throws {
    let server = try LoopbackServer { _ in HTTPResponse().endless() }
    await #expect(throws: FetchError.tooLarge(maximumBytes: 2_000_000)) {
      try await chain(server, maximumBytes: 2_000_000).value()
    }
  }

  @Test func `A body as long as the cap is taken`() async throws {
    let server = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 1, count: 5_000)) }
    #expect(try await chain(server, maximumBytes: 5_000).value().count == 5_000)
    await #expect(throws: FetchError.tooLarge(maximumBytes: 4_999)) {
      try await chain(server, maximumBytes: 4_999).value()
    }
  }

  // MARK: Faults

  @Test func `A body that ends early is an error, and a transient one`() async throws {
    let server = try LoopbackServer { _ in HTTPResponse(body: largeBody).truncated(after: 1_500_000) }
    let error = await #expect(throws: (any Error).self) { try await chain(server).value() }
    #expect(error.map { FailureKind(of: $0) } == .transient)
  }

  @Test func `A body longer than declared is taken up to its declared length, or refused`() async throws {
    let server = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 7, count: 2_000)).declaring(length: 1_000)
    }
    let body = try? await chain(server).value()
    #expect(body == nil || body?.count == 1_000)
  }

  @Test func `A connection that is reset, at once or in mid-body, is a transient error`() async throws {
    for after in [nil, 0, 1_000_000] {
      let server = try LoopbackServer { _ in HTTPResponse(body: largeBody).reset(after: after) }
      let error = await #expect(throws: (any Error).self) { try await chain(server).value() }
      #expect(error.map { FailureKind(of: $0) } == .transient, "after \(after ?? -1): \(String(describing: error))")
    }
  }

  @Test func `A server that is not there is a transient error`() async throws {
    let server = try LoopbackServer { _ in .text("") }
    server.stop()
    let error = await #expect(throws: (any Error).self) { try await chain(server).value() }
    #expect(error.map { FailureKind(of: $0) } == .transient)
  }

  @Test func `A server that falls silent is ended by the job's time-out, and the request is cancelled`() async throws {
    for after in [nil, 1_000_000] {
      // Given
      let server = try LoopbackServer { _ in HTTPResponse(body: largeBody).stalled(after: after) }
      let clock = ManualClock()
      let results = Record<Result<Data, any Error>>()
      let events = Record<FetchEvent>()
      let fetch = Job.fetch(makeConfiguration()) { events.append($0) }
      _ = Waterfall(URLRequest(url: server.url)).then(fetch.timeout(5)).run(by: clock, into: results)
      await server.counts { $0.requests == 1 && $0.bodyBytes >= after ?? 0 }
      await eventually { clock.pendingTimers == 1 }

      // When
      clock.advance(by: .seconds(5))

      // Then
      #expect(await results.values(count: 1).first?.failure as? JobError == .timedOut(job: "fetch", seconds: 5))
      await server.counts { $0.open == 0 }
      #expect(events.values.first == .started && !events.values.contains(.completed(bytes: largeBody.count)))
    }
  }

  @Test func `A failed fetch is tried again by the chain's policy`() async throws {
    let requests = Tally()
    let server = try LoopbackServer { _ in requests.add() < 3 ? .text("", status: 503) : .text("at last") }
    let value = try await chain(server).retry(RetryPolicy(backoff: .immediate)).value()
    #expect(value == Data("at last".utf8))
    #expect(events.values.filter { $0 == .started }.count == 3)
  }
}

@Suite(.timeLimit(.minutes(5)))
struct DecodeJSONTests {
  private struct Item: Decodable, Equatable, Sendable { let id: Int }

  @Test func `JSON is fetched and decoded`() async throws {
    let server = try LoopbackServer { _ in .text(#"[{"id": 1}, {"id": 2}]"#) }
    let items = try await Waterfall(URLRequest(url: server.url)).then(.fetch()).then(.decodeJSON([Item].self)).value()
    #expect(items == [Item(id: 1), Item(id: 2)])
  }

  @Test func `What cannot be decoded is a permanent failure, and is not tried again`() async throws {
    for text in ["", "{", #"{"id": "one"}"#] {
      let attempts = Tally()
      let error = await #expect(throws: DecodingError.self) {
        try await Waterfall(Data(text.utf8))
          .map { data in
            attempts.add()
            return data
          }
          .then(
            .decodeJSON(Item.self) { () -> JSONDecoder in
              attempts.add()
              return JSONDecoder()
            }
          )
          .retry(RetryPolicy(backoff: .immediate))
          .value()
      }
      #expect(error.map { FailureKind(of: $0) } == .permanent)
      #expect(attempts.count == 2)
    }
  }
}
