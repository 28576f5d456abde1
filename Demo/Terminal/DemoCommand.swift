import DemoFeed
import DemoSupport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The command `demo`: a table of pictures over HTTP, scrolled by a scripted hand in a terminal.
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
      let report = try await run(options)
      try publish(report, options)
      exit(report.problems.isEmpty ? 0 : 1)
    } catch {
      quit("demo: \(error)")
    }
  }

  private static func run(_ options: Options) async throws -> Report {
    var server: FeedServer?
    if options.server == nil {
      var configuration = FeedServer.Configuration()
      configuration.rows = options.rows
      configuration.seed = options.seed
      configuration.latency = .milliseconds(options.latency)
      configuration.failureRate = options.failureRate
      server = try FeedServer(configuration)
    }
    defer { server?.stop() }
    guard let base = options.server ?? server?.url else { throw DemoError("there is no server to ask") }
    let service = FeedService(
      base: base, hasAvatars: options.server == nil, timeout: 3 + Double(options.latency) / 500)
    // With `--json -` standard output belongs to the report.
    let terminal = options.json == .standardOutput ? nil : TerminalSession()
    let stage = Stage(service, options: options, terminal: terminal)
    defer { terminal?.restore() }
    var report = try await Script(stage, speed: options.speed).play()
    if let counts = server?.counts {
      report.httpRequests = counts.httpRequests
      report.httpBytes = counts.httpBytes
    }
    return report
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
