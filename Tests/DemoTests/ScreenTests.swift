import DemoFeed
import DemoSupport
import Foundation
import Testing

@testable import DemoTerminal

@Suite("Screens", .timeLimit(.minutes(5)))
@MainActor
struct ScreenTests {
  private func play(_ name: Options.Screen, _ arguments: [String] = []) async throws -> Report {
    let options = try Options(arguments: ["--speed", "0", "--latency", "5", "--rows", "120"] + arguments)
    let server = try FeedServer(DemoCommand.configuration(options))
    defer { server.stop() }
    let service = FeedService(base: server.url, hasAvatars: true, hasMessages: true, timeout: 3)
    let stage = Stage(DemoCommand.screen(name, service, options), service, options: options, terminal: nil)
    var script = Script(stage, options: options)
    // The main actor is shared with all other tests.
    script.patienceForFeed = .seconds(240)
    return try await script.play()
  }

  @Test("Each screen ends complete, without a wrong cell or a violation", arguments: Options.Screen.allCases)
  func complete(_ screen: Options.Screen) async throws {
    let report = try await play(screen)
    #expect(report.problems.isEmpty)
    #expect(report.visible > 0 && report.visibleComplete == report.visible)
    #expect((report.wrongCell, report.violations, report.failed) == (0, 0, 0))
    #expect(report.screen == screen.rawValue && report.rows >= 40)
    #expect(report.cacheHits > 0)
  }

  @Test("Each screen shows a result or a failure everywhere, however many answers fail", arguments: [1, 7, 23])
  func failures(_ seed: Int) async throws {
    for screen in Options.Screen.allCases {
      let report = try await play(screen, ["--failure-rate", "0.3", "--seed", "\(seed)"])
      #expect(report.problems.isEmpty, "\(screen), seed \(seed)")
      #expect(report.visible > 0 && report.retries > 0, "\(screen), seed \(seed)")
    }
  }

  @Test("A server without avatars and messages has its photos shown everywhere")
  func foreign() async throws {
    let options = try Options(arguments: ["--speed", "0", "--rows", "120"])
    let server = try FeedServer(DemoCommand.configuration(options))
    defer { server.stop() }
    for name in Options.Screen.allCases {
      let service = FeedService(base: server.url, hasAvatars: false, timeout: 3)
      let stage = Stage(DemoCommand.screen(name, service, options), service, options: options, terminal: nil)
      var script = Script(stage, options: options)
      script.patienceForFeed = .seconds(240)
      let report = try await script.play()
      #expect(report.problems.isEmpty && report.visible > 0 && report.visibleComplete == report.visible, "\(name)")
    }
    #expect(server.counts.messages == 0 && server.counts.avatars == 0)
  }
}
