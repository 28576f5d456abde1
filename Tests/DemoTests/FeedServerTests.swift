import DemoFeed
import DemoSupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Feed server", .timeLimit(.minutes(5)))
struct FeedServerTests {
  private struct Item: Codable, Equatable {
    var id: Int
    var title: String
    var url: String
  }

  private let session = makeSession()

  /// Returns status and body, or nil when the transfer failed.
  private func load(_ path: String, from server: FeedServer) async throws -> (status: Int, body: Data)? {
    let url = try #require(URL(string: path, relativeTo: server.url))
    guard let (data, response) = try? await session.data(from: url) else { return nil }
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, data)
  }

  private func items(onPage page: String, of server: FeedServer) async throws -> [Item] {
    let answer = try #require(await load("feed?page=\(page)", from: server))
    #expect(answer.status == 200)
    return try JSONDecoder().decode([Item].self, from: answer.body)
  }

  @Test("The pages hold every row once, and an empty one follows")
  func pages() async throws {
    var configuration = FeedServer.Configuration()
    configuration.rows = 95
    configuration.latency = .zero
    let server = try FeedServer(configuration)
    var all: [Item] = []
    for page in 0..<3 { all += try await items(onPage: "\(page)", of: server) }
    #expect(all.map(\.id) == Array(1...95))
    #expect(all.allSatisfy { $0.url == "/picture/\($0.id)" && !$0.title.isEmpty })
    #expect(try await items(onPage: "3", of: server).isEmpty)
    #expect(try await items(onPage: "\(Int.max)", of: server).isEmpty)
    #expect(server.counts.feedPages == 5)
    #expect(server.counts.httpRequests == 5)
  }

  @Test("Pictures and avatars carry their item's id and are not alike")
  func pictures() async throws {
    var configuration = FeedServer.Configuration()
    configuration.latency = .zero
    let server = try FeedServer(configuration)
    var seen: Set<Data> = []
    var bytes = 0
    for id in [1, 2, 3, 600] {
      let body = try #require(await load("picture/\(id)", from: server)).body
      let picture = try Picture(data: body)
      #expect([picture.id, picture.width, picture.height] == [id, 96, 72])
      let avatarBody = try #require(await load("avatar/\(id)", from: server)).body
      let avatar = try Picture(data: avatarBody)
      #expect([avatar.id, avatar.width, avatar.height] == [id, 24, 24])
      seen.formUnion([Data(picture.pixels), Data(avatar.pixels)])
      bytes += body.count + avatarBody.count
    }
    #expect(seen.count == 8)
    #expect(server.counts.pictures == 4)
    #expect(server.counts.avatars == 4)
    #expect(server.counts.httpBytes == bytes)
  }

  @Test(
    "What does not exist is refused",
    arguments: [
      ("picture/0", 404), ("picture/601", 404), ("picture/x", 404), ("picture", 404), ("picture/1/2", 404),
      ("avatar/-1", 404), ("favicon.ico", 404), ("feed?page=-1", 400), ("feed?page=x", 400), ("feeds", 404),
    ])
  func refusals(path: String, status: Int) async throws {
    let server = try FeedServer()
    #expect(try await load(path, from: server)?.status == status)
    #expect(server.counts.refused == 1)
  }

  @Test("The same seed gives each thing the same fates, in whatever order things are asked for")
  func reproducible() async throws {
    var configuration = FeedServer.Configuration()
    configuration.latency = .milliseconds(1)
    configuration.failureRate = 0.4
    configuration.seed = 7
    func fates(of ids: [Int]) async throws -> ([Int: [String]], FeedServer) {
      let server = try FeedServer(configuration)
      var fates: [Int: [String]] = [:]
      for _ in 0..<3 {
        for id in ids {
          let answer = try await load("picture/\(id)", from: server)
          fates[id, default: []].append(answer.map { "\($0.status)" } ?? "broken")
        }
      }
      return (fates, server)
    }
    let ids = Array(1...60)
    let (forward, server) = try await fates(of: ids)
    let (backward, _) = try await fates(of: ids.reversed())
    #expect(forward == backward)

    let counts = server.counts
    let failures = counts.serverErrors + counts.truncations + counts.resets
    #expect(forward.values.joined().filter { $0 == "500" }.count == counts.serverErrors)
    #expect(forward.values.joined().filter { $0 == "broken" }.count == counts.truncations + counts.resets)
    #expect((50...95).contains(failures), "of 180 with a rate of 0.4")
    #expect(min(counts.serverErrors, counts.truncations, counts.resets) >= 10)
    // The session has not asked again of its own accord.
    #expect(counts.httpRequests == 180)

    configuration.seed = 8
    let (other, _) = try await fates(of: ids)
    #expect(other != forward)
  }

  @Test("Feed pages fail by status alone, and a rate of one fails everything")
  func alwaysFailing() async throws {
    var configuration = FeedServer.Configuration()
    configuration.latency = .zero
    configuration.failureRate = 1
    let server = try FeedServer(configuration)
    for page in 0..<10 { #expect(try await load("feed?page=\(page)", from: server)?.status == 500) }
    for id in 1...10 { #expect(try await load("picture/\(id)", from: server)?.status ?? 500 == 500) }

    server.configuration.failureRate = 0
    #expect(try await load("picture/1", from: server)?.status == 200)
  }

  @Test("Slow pictures come in pieces and whole")
  func slow() async throws {
    var configuration = FeedServer.Configuration()
    configuration.latency = .zero
    configuration.slowRate = 1
    configuration.slowPause = .milliseconds(2)
    let server = try FeedServer(configuration)
    #expect(try Picture(data: try #require(await load("picture/5", from: server)).body).id == 5)
    #expect(server.counts.slow == 1)
    server.stop()
    #expect(try await load("picture/5", from: server) == nil)
  }
}
