import Foundation
import LoopbackServer
import Testing

@Suite("Loopback server over raw sockets", .timeLimit(.minutes(5)))
struct LoopbackServerRawTests {
  private static func echo() throws -> LoopbackServer {
    try LoopbackServer { .text($0.target) }
  }

  @Test("Requests sent at once are answered in order")
  func pipelining() async throws {
    let server = try Self.echo()
    let client = try RawClient(server.url)
    client.send((0..<2_000).map { get("/\($0)") }.joined() + get("/end", headers: "Connection: close\r\n"))
    let (text, end) = await client.receiveAll()
    let bodies = text.components(separatedBy: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != "H" } }
    #expect(bodies.map(String.init) == (0..<2_000).map { "/\($0)" } + ["/end"])
    #expect(end == .closed)
  }

  @Test("A request cut into single bytes is understood")
  func slowRequest() async throws {
    let server = try Self.echo()
    let client = try RawClient(server.url)
    for byte in get("/bytes", version: "1.0").utf8 { client.send([byte]) }
    let (text, end) = await client.receiveAll()
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(text.hasSuffix("\r\n\r\n/bytes"))
    #expect(end == .closed)
  }

  @Test(
    "What is no request is refused, and the server goes on",
    arguments: [
      ("hello\r\n\r\n", 400), ("GET /\r\n\r\n", 400), ("GET  / HTTP/1.1\r\n\r\n", 400), ("get / HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/2.0\r\n\r\n", 400), ("GET x HTTP/1.1\r\n\r\n", 400), ("\u{0}\u{1}\u{2}\n", 400),
      ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400), ("GET / HTTP/1.1\r\n: empty\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n", 400), ("GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
    ])
  func garbage(_ request: String, status: Int) async throws {
    let server = try Self.echo()
    let client = try RawClient(server.url)
    client.send(request)
    let (text, end) = await client.receiveAll()
    #expect(text.hasPrefix("HTTP/1.1 \(status) "))
    #expect(end == .closed)
    #expect(server.counts.requests == 0)
    #expect(server.counts.rejected == 1)

    let second = try RawClient(server.url)
    second.send(get("/on", headers: "Connection: close\r\n"))
    #expect(await second.receiveAll().text.hasSuffix("/on"))
  }

  @Test("A head over 64 KB is refused, with and without line breaks")
  func hugeHead() async throws {
    let server = try Self.echo()
    let filler = String(repeating: "x", count: 80_000)
    let lines = String(repeating: "A: b\r\n", count: 20_000)
    for request in [filler, "GET / HTTP/1.1\r\nA: \(filler)\r\n\r\n", "GET / HTTP/1.1\r\n\(lines)\r\n"] {
      let client = try RawClient(server.url)
      client.send(request)
      let (text, end) = await client.receiveAll()
      #expect(text.hasPrefix("HTTP/1.1 431 "))
      #expect(end == .closed)
    }
  }

  @Test("Random bytes do no harm")
  func randomBytes() async throws {
    let server = try Self.echo()
    var random = SeededGenerator(seed: 11)
    for _ in 0..<50 {
      let client = try RawClient(server.url)
      let count = Int.random(in: 1...3_000, using: &random)
      client.send((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    let client = try RawClient(server.url)
    client.send(get("/on", headers: "Connection: close\r\n"))
    #expect(await client.receiveAll().text.hasSuffix("/on"))
    await server.counts(where: { $0.open == 0 })
  }

  @Test("A request body is read and dropped")
  func requestBody() async throws {
    let server = try Self.echo()
    let client = try RawClient(server.url)
    let body = String(repeating: "GET /body HTTP/1.1\r\n\r\n", count: 10_000)
    client.send("POST /a HTTP/1.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    client.send("HEAD /b HTTP/1.1\r\nConnection: close\r\n\r\n")
    let (text, _) = await client.receiveAll()
    #expect(text.contains("/aHTTP/1.1 200 OK"))
    #expect(text.contains("Content-Length: 2\r\n"))
    #expect(text.hasSuffix("\r\n\r\n"))
    #expect(server.counts.requests == 2)
  }

  @Test("Framing by length, by close, and with another length than the body's")
  func framing() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/close": .text("body").withoutLength()
      case "/short": .text("body").declaring(length: 2)
      case "/none": HTTPResponse(status: 204)
      default: .text("body")
      }
    }
    let expected = [
      ("/close", false, "body"), ("/short", true, "body"), ("/none", false, ""), ("/length", true, "body"),
    ]
    for (path, hasLength, body) in expected {
      let client = try RawClient(server.url)
      client.send(get(path, version: "1.0"))
      let (text, end) = await client.receiveAll()
      #expect(text.contains("Content-Length") == hasLength)
      #expect(text.hasSuffix("\r\n\r\n" + body))
      #expect(end == .closed)
    }
  }

  @Test("Truncation ends in good order, a reset does not")
  func endings() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/truncated": .text("0123456789").truncated(after: 3)
      case "/reset": .text("0123456789").reset(after: 3)
      default: .text("0123456789").reset()
      }
    }
    for (path, ending, end) in [("/truncated", "\r\n\r\n012", RawClient.End.closed), ("/early", "", .reset)] {
      let client = try RawClient(server.url)
      client.send(get(path))
      let answer = await client.receiveAll()
      #expect(answer.text.hasSuffix(ending))
      #expect(answer.end == end)
    }
    let client = try RawClient(server.url)
    client.send(get("/reset"))
    #expect(await client.receiveAll().end == .reset)
    await server.counts(where: { $0.open == 0 })
  }
}
