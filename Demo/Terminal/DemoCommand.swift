import DemoFeed
import DemoSupport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The command `demo`: a table, a grid and a chat of pictures over HTTP, scrolled by a scripted hand in a terminal.
@main
@MainActor
struct DemoCommand {
  static func main() async {
    let options: Options
    do {
      options = try Options(arguments: Array(CommandLine.arguments.dropFirst()))
    } catch {
      quit("demo: \(error); see demo --help")
    }
    if options.showsHelp {
      print(Options.help)
      return
    }
    do {
      let (report, missing) = try await run(options)
      try publish(report, options)
      if let missing { write("demo: \(missing)\n", to: .standardError) }
      exit(report.problems.isEmpty ? 0 : 1)
    } catch {
      quit("demo: \(error)")
    }
  }

  /// Shows the screens asked for, one after the other, and says why one could not be shown.
  private static func run(_ options: Options) async throws -> (report: Report, missing: String?) {
    let server = options.server == nil ? try FeedServer(configuration(options)) : nil
    defer { server?.stop() }
    guard let base = options.server ?? server?.url else { throw DemoError("there is no server to ask") }
    // With `--json -` standard output belongs to the report.
    let terminal = options.json == .standardOutput ? nil : TerminalSession()
    defer { terminal?.restore() }

    var reports: [Report] = []
    var times: [Double] = []
    var missing: String?
    for name in options.screen.map({ [$0] }) ?? Options.Screen.allCases {
      let isOwn = options.server == nil
      let service = FeedService(
        base: base, hasAvatars: isOwn, hasMessages: isOwn, timeout: 3 + Double(options.latency) / 500)
      let stage = Stage(screen(name, service, options), service, options: options, terminal: terminal)
      let before = server?.counts
      do {
        var report = try await Script(stage, options: options).play()
        if let before, let after = server?.counts {
          report.httpRequests = after.httpRequests - before.httpRequests
          report.httpBytes = after.httpBytes - before.httpBytes
        }
        reports.append(report)
        times += stage.watch.timesToVisible
      } catch {
        // A server that has gone meanwhile ends the demo, with what has been shown until then.
        if reports.isEmpty { throw error }
        missing = "the \(name.title) is not shown: \(error)"
        break
      }
    }
    return (Report(combining: reports, timesToVisible: times), missing)
  }

  static func configuration(_ options: Options) -> FeedServer.Configuration {
    var configuration = FeedServer.Configuration()
    configuration.rows = options.rows
    configuration.seed = options.seed
    configuration.latency = .milliseconds(options.latency)
    configuration.failureRate = options.failureRate
    return configuration
  }

  static func screen(_ name: Options.Screen, _ service: FeedService, _ options: Options) -> any Screen {
    switch name {
    case .table: TableScreen(service, options)
    case .grid: GridScreen(service, options)
    case .updates: ChatScreen(service, options)
    }
  }

  private static func publish(_ report: Report, _ options: Options) throws {
    switch options.json {
    case nil:
      write(report.summary(), to: .standardOutput)
    case .standardOutput:
      write(report.summary(), to: .standardError)
      try FileHandle.standardOutput.write(contentsOf: report.json())
    case .file(let path):
      write(report.summary(), to: .standardOutput)
      do {
        try report.json().write(to: URL(fileURLWithPath: path), options: .atomic)
      } catch {
        throw DemoError("cannot write \(path)")
      }
    }
  }

  private static func write(_ text: String, to handle: FileHandle) {
    try? handle.write(contentsOf: Data(text.utf8))
  }

  /// Says in one line why the run could not begin.
  private static func quit(_ message: String) -> Never {
    write(message.split(separator: "\n").joined(separator: " ") + "\n", to: .standardError)
    exit(2)
  }
}

/// Why the demo cannot go on, in one line.
struct DemoError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// What an error says, in a few words.
  static func reason(_ error: any Error) -> String {
    switch error {
    case let error as URLError: "no connection (URL error \(error.code.rawValue))"
    case is DecodingError: "the answer is not the JSON of a feed"
    default: "\(error)"
    }
  }
}
