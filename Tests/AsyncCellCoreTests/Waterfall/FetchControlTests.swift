import AsyncCellCore
import AsyncCellTesting
import Foundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5)))
struct FetchControlTests {
  private let events = Record<FetchEvent>()
  private let results = Record<Result<Data, any Error>>()

  private var starts: Int { events.values.filter { $0 == .started }.count }

  private func run(_ server: LoopbackServer) -> WaterfallRun<Data> {
    let (events, results) = (events, results)
    return Waterfall(URLRequest(url: server.url)).then(.fetch(makeConfiguration()) { events.append($0) }).run {
      results.append($0)
    }
  }

  /// A server whose first answer stops in mid-body, and whose later ones are whole.
  private func stallingOnce(after bytes: Int?) throws -> LoopbackServer {
    let requests = Tally()
    return try LoopbackServer { _ in
      let response = HTTPResponse(body: largeBody)
      return requests.add() == 1 ? response.stalled(after: bytes) : response
    }
  }

  #if !canImport(Darwin)
    @Test func `Suspended in mid-body and resumed, a fetch asks again and has every byte once`() async throws {
      for bytes in [nil, 1_000_000] {
        // Given a body of several megabytes, part of which has come
        let server = try stallingOnce(after: bytes)
        let (events, results) = (Record<FetchEvent>(), Record<Result<Data, any Error>>())
        let run = Waterfall(URLRequest(url: server.url)).then(.fetch(makeConfiguration()) { events.append($0) }).run {
          results.append($0)
        }
        await server.counts { $0.requests == 1 }
        await eventually { events.values.count >= (bytes == nil ? 1 : 2) }

        // When
        run.suspend()
        await server.counts { $0.open == 0 }
        #expect(results.values.isEmpty)
        run.resume()

        // Then
        #expect(try await results.values(count: 1).first?.get() == largeBody)
        #expect(events.values.filter { $0 == .started }.count == 2)
        #expect(server.counts.requests == 2)
      }
    }

    @Test func `Suspended and resumed many times over, the bytes are still those of one body`() async throws {
      let requests = Tally()
      let server = try LoopbackServer { _ in
        let response = HTTPResponse(body: largeBody)
        return requests.add() < 5 ? response.stalled(after: 1_000_000) : response
      }
      let run = run(server)
      for round in 1...4 {
        await server.counts { $0.requests == round }
        run.suspend()
        run.resume()
      }
      #expect(try await results.values(count: 1).first?.get() == largeBody)
      #expect(starts == 5 && server.counts.requests == 5)
    }
  #endif

  @Test func `Cancelled in mid-body, it ends at once and the connection is closed`() async throws {
    let server = try stallingOnce(after: 1_000_000)
    let (run, events) = (run(server), events)
    await eventually { events.values.count >= 2 }
    run.cancel()
    #expect(await results.values(count: 1).first?.failure is CancellationError)
    await server.counts { $0.open == 0 }
    #expect(!events.values.contains(.failed), "cancelled is no failure")
    #expect(results.values.count == 1)
  }

  @Test func `Cancelled while it waits for the answer, it ends at once`() async throws {
    let gate = ResponseGate()
    let server = try LoopbackServer { _ in HTTPResponse(body: largeBody).held(by: gate) }
    let run = run(server)
    await gate.arrivals(1)
    run.cancel()
    #expect(await results.values(count: 1).first?.failure is CancellationError)
    gate.open()
    #expect(starts == 1)
  }

  @Test func `Suspended before it begins, it sends no request until it is resumed`() async throws {
    let server = try LoopbackServer { _ in .text("text") }
    let (events, results) = (events, results)
    let run = Waterfall(URLRequest(url: server.url)).then(.fetch(makeConfiguration()) { events.append($0) }).makeRun {
      results.append($0)
    }
    run.suspend()
    run.start()
    #expect(events.values.isEmpty)
    run.resume()
    #expect(try await results.values(count: 1).first?.get() == Data("text".utf8))
    #expect(server.counts.requests == 1)
  }

  // MARK: Many, and their session

  @Test func `A hundred fetches at once each have their own answer`() async throws {
    // Given answers that leave only when all requests have come, so that they are under way together
    let gate = ResponseGate()
    let server = try LoopbackServer { request in .text(request.path).held(by: gate) }
    let configuration = makeConfiguration()
    let url = server.url

    // When
    let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<100 {
        group.addTask {
          let request = URLRequest(url: url.appendingPathComponent("\(number)"))
          let body = try await Waterfall(request).then(.fetch(configuration)).value()
          return (number, String(decoding: body, as: UTF8.self))
        }
      }
      // As many as one host is allowed, however many the session would allow by itself.
      await gate.arrivals(64)
      gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }

    // Then
    #expect(answers.count == 100)
    #expect(answers.allSatisfy { $0.1 == "/\($0.0)" })
    #expect(server.counts.requests == 100)
  }

  @Test func `Fetches with one configuration share a session, which ends with its last owner`() async throws {
    // Given two jobs with one configuration object, and one request each
    let server = try LoopbackServer { _ in .text("text") }
    let configuration = makeConfiguration()
    do {
      let (first, second) = (Job.fetch(configuration), Job.fetch(configuration))
      for job in [first, second, first] {
        _ = try await Waterfall(URLRequest(url: server.url)).then(job).value()
      }
      // Then a shared session keeps its connection
      #expect(server.counts.connections == 1)
      #expect(server.counts.open == 1)
    }

    // When the last job is gone, then so is the connection
    await server.counts { $0.open == 0 }
    #expect(server.counts.requests == 3)
  }

  @Test func `The configuration's headers are sent`() async throws {
    let server = try LoopbackServer { .text($0.headers["X-App"] ?? "none") }
    let configuration = makeConfiguration()
    configuration.httpAdditionalHeaders = ["X-App": "AsyncCell"]
    let body = try await Waterfall(URLRequest(url: server.url)).then(.fetch(configuration)).value()
    #expect(body == Data("AsyncCell".utf8))
  }

  @Test func `Fetches raced by cancel, suspend and resume all end`() async throws {
    let server = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 1, count: 20_000)) }
    let job = Job.fetch(makeConfiguration())
    let results = Record<Result<Data, any Error>>()
    for number in 0..<60 {
      let run = Waterfall(URLRequest(url: server.url)).then(job).run { results.append($0) }
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<4 {
          group.addTask {
            var random = SeededGenerator(seed: UInt64(number * 4 + thread))
            for _ in 0..<3 {
              switch UInt8.random(in: 0..<5, using: &random) {
              case 0, 1: run.suspend()
              case 2, 3: run.resume()
              default: if number.isMultiple(of: 3) { run.cancel() }
              }
            }
          }
        }
      }
      run.resume()
    }
    let ended = await results.values(count: 60)
    for result in ended {
      // Starved of its threads, URLSession may give up after a minute: that is an end too, and no wrong one.
      let isTimeout = (result.failure as? URLError)?.code == .timedOut
      #expect((try? result.get())?.count == 20_000 || result.failure is CancellationError || isTimeout, "\(result)")
    }
  }
}
