import Foundation
import LoopbackServer
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Loopback server under load", .timeLimit(.minutes(5)))
struct LoopbackServerLoadTests {
  @Test("A client that never reads holds up nobody")
  func deafClient() async throws {
    let server = try LoopbackServer { $0.path == "/endless" ? HTTPResponse().endless() : .text("on") }
    let deaf = try RawClient(server.url)
    deaf.send(get("/endless"))
    await server.counts(where: { $0.bodyBytes > 16_384 })
    let client = try RawClient(server.url)
    client.send(get("/", headers: "Connection: close\r\n"))
    #expect(await client.receiveAll().text.hasSuffix("on"))
    server.stop()
    #expect(server.counts.open == 0)
  }

  @Test("A thousand connections wait at once and all are answered")
  func thousandConnections() async throws {
    var limit = rlimit()
    #if canImport(Glibc)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    let count = min(1_000, Int(clamping: limit.rlim_cur) / 4)
    let gate = ResponseGate()
    let server = try LoopbackServer { .text($0.target).held(by: gate) }
    let clients = try (0..<count).map { index in
      let client = try RawClient(server.url)
      client.send(get("/\(index)", headers: "Connection: close\r\n"))
      return client
    }
    await gate.arrivals(count)
    #expect(server.counts.open == count)
    gate.open()
    for (index, client) in clients.enumerated() {
      #expect(await client.receiveAll().text.hasSuffix("\r\n\r\n/\(index)"))
    }
  }

  @Test("Without a free descriptor accepting rests, does not spin, and goes on later")
  func exhaustion() async throws {
    let exhausted = Synchronized((isOver: false, asked: 0))
    let server = try LoopbackServer(
      isExhausted: {
        exhausted.withLock {
          $0.asked += 1
          return !$0.isOver
        }
      },
      respond: { .text($0.target) })
    let clock = ContinuousClock()
    let start = clock.now
    let client = try RawClient(server.url)
    client.send(get("/at-last", headers: "Connection: close\r\n"))
    await server.counts(where: { $0.exhaustions >= 3 })
    let asked = exhausted.withLock { $0.asked }
    let elapsed = clock.now - start
    #expect(elapsed >= .milliseconds(30))
    #expect(asked <= 3 + Int(elapsed / .milliseconds(15)), "a rest lasts 20 ms")

    exhausted.withLock { $0.isOver = true }
    #expect(await client.receiveAll().text.hasSuffix("/at-last"))
  }

  @Test("A server may be stopped while accepting rests")
  func stopWhileExhausted() async throws {
    let server = try LoopbackServer(isExhausted: { true }, respond: { _ in .text("never") })
    let client = try RawClient(server.url)
    await server.counts(where: { $0.exhaustions >= 1 })
    server.stop()
    #expect(await client.receiveAll().end != .timedOut)
  }

  @Test("Peers that go in the middle leave nothing behind")
  func closedPeers() async throws {
    let gate = ResponseGate()
    let server = try LoopbackServer { request in
      request.path == "/held" ? .text("x").held(by: gate) : HTTPResponse(body: Data(count: 2_000_000))
    }
    for index in 0..<40 {
      let client = try RawClient(server.url)
      client.send(index.isMultiple(of: 2) ? get("/held") : get("/large"))
      if index.isMultiple(of: 2) { await gate.arrivals(index / 2 + 1) }
    }
    await server.counts(where: { $0.connections == 40 && $0.open == 0 })
    gate.open()
    let client = try RawClient(server.url)
    client.send(get("/held", headers: "Connection: close\r\n"))
    #expect(await client.receiveAll().text.hasSuffix("x"))
  }
}
