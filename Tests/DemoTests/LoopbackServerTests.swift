import Foundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session that keeps nothing between tests.
func makeSession() -> URLSession {
  let configuration = URLSessionConfiguration.ephemeral
  configuration.urlCache = nil
  configuration.timeoutIntervalForRequest = 20
  return URLSession(configuration: configuration)
}

@Suite("Loopback server over URLSession", .timeLimit(.minutes(5)))
struct LoopbackServerTests {
  private let session = makeSession()

  @Test("An answer arrives with status, headers and body")
  func answers() async throws {
    let server = try LoopbackServer { request in
      var response = HTTPResponse.text("\(request.method) \(request.path) \(request.query("q") ?? "-")", status: 404)
      response.headers["X-Echo"] = request.headers["x-test"]
      return response
    }
    var request = URLRequest(url: try #require(URL(string: "a%20b?q=1%262", relativeTo: server.url)))
    request.setValue("yes", forHTTPHeaderField: "X-Test")

    let (data, response) = try await session.data(for: request)

    let http = try #require(response as? HTTPURLResponse)
    #expect(http.statusCode == 404)
    #expect(http.value(forHTTPHeaderField: "X-Echo") == "yes")
    #expect(String(decoding: data, as: UTF8.self) == "GET /a b 1&2")
  }

  @Test("One connection serves many requests, and their bytes are counted")
  func keepAlive() async throws {
    let server = try LoopbackServer { _ in .text("12345") }
    for _ in 0..<20 { _ = try await session.data(from: server.url) }
    let counts = server.counts
    #expect(counts.requests == 20)
    #expect(counts.bodyBytes == 100)
    #expect(counts.connections == 1)
  }

  @Test("A body of several megabytes arrives whole")
  func largeBody() async throws {
    let body = Data((0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let server = try LoopbackServer { _ in HTTPResponse(body: body) }
    let (data, _) = try await session.data(from: server.url)
    #expect(data == body)
    #expect(server.counts.bodyBytes == body.count)
  }

  @Test("Answers behind a gate wait until it opens")
  func gate() async throws {
    let gate = ResponseGate()
    let server = try LoopbackServer { _ in .text("late").held(by: gate) }
    let url = server.url
    try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<3 { group.addTask { [session] in try await session.data(from: url).0 } }
      await gate.arrivals(3)
      #expect(server.counts.bodyBytes == 0)

      gate.release(1)
      #expect(try await group.next() == Data("late".utf8))
      #expect(server.counts.bodyBytes == 4)

      gate.open()
      for try await data in group { #expect(data == Data("late".utf8)) }
    }
    #expect(gate.arrivalCount == 3)
  }

  @Test("A redirect is followed")
  func redirect() async throws {
    let server = try LoopbackServer { $0.path == "/a" ? .redirect(to: "/b") : .text($0.path) }
    let (data, _) = try await session.data(from: server.url.appendingPathComponent("a"))
    #expect(String(decoding: data, as: UTF8.self) == "/b")
    #expect(server.counts.requests == 2)
  }

  @Test("Latency comes before the first byte, and a paced body in pieces")
  func latencyAndPace() async throws {
    let server = try LoopbackServer { _ in
      .text("abcdefghij").delayed(by: .milliseconds(30)).paced(bytes: 4, pause: .milliseconds(10))
    }
    let clock = ContinuousClock()
    let start = clock.now
    let (data, _) = try await session.data(from: server.url)
    #expect(String(decoding: data, as: UTF8.self) == "abcdefghij")
    #expect(clock.now - start >= .milliseconds(50))
  }

  @Test(
    "A truncated, reset or overstated body is an error",
    arguments: [
      HTTPResponse.text("0123456789").truncated(after: 4), .text("0123456789").reset(after: 4), .text("x").reset(),
      .text("0123456789").declaring(length: 100),
    ])
  func brokenBodies(_ response: HTTPResponse) async throws {
    let server = try LoopbackServer { _ in response }
    await #expect(throws: URLError.self) { _ = try await session.data(from: server.url) }
  }

  @Test("A cancelled client ends an endless body and a stalled one", arguments: [true, false])
  func cancelledClient(endless: Bool) async throws {
    let server = try LoopbackServer { _ in
      endless ? HTTPResponse().endless() : .text("0123456789").stalled(after: 5)
    }
    let url = server.url
    let task = Task { [session] in try await session.data(from: url) }
    await server.counts(where: { $0.bodyBytes >= (endless ? 100_000 : 5) })
    task.cancel()
    await #expect(throws: (any Error).self) { _ = try await task.value }
    await server.counts(where: { $0.open == 0 })
  }

  @Test("Stopping fails what is under way and frees every connection")
  func stop() async throws {
    let server = try LoopbackServer { _ in HTTPResponse().stalled() }
    let url = server.url
    let task = Task { [session] in try await session.data(from: url) }
    await server.counts(where: { $0.requests == 1 })

    server.stop()
    server.stop()

    #expect(server.counts.open == 0)
    await #expect(throws: URLError.self) { _ = try await task.value }
    await #expect(throws: URLError.self) { _ = try await session.data(from: url) }
  }

  @Test("A server may be stopped by its own answer")
  func stopFromWithin() async throws {
    let box = Synchronized<LoopbackServer?>(nil)
    let server = try LoopbackServer { _ in
      box.withLock { $0 }?.stop()
      return .text("never")
    }
    box.withLock { $0 = server }
    await #expect(throws: URLError.self) { _ = try await session.data(from: server.url) }
    await server.counts(where: { $0.open == 0 })
    box.withLock { $0 = nil }
  }

  @Test("A forgotten server stops by itself")
  func forgotten() async throws {
    var server: LoopbackServer? = try LoopbackServer { _ in .text("x") }
    let url = try #require(server?.url)
    server = nil
    await #expect(throws: URLError.self) { _ = try await session.data(from: url) }
  }
}
