public import Foundation

/// What the command line asked for.
public struct Options: Sendable, Equatable {
  /// Where the result goes as JSON.
  public enum JSONDestination: Sendable, Equatable {
    case standardOutput
    case file(String)
  }

  /// A screen of the demo.
  public enum Screen: String, Sendable, CaseIterable {
    case table, grid
    /// The chat, under constant change.
    case updates
  }

  /// The screen to show; nil shows all, one after the other.
  public var screen: Screen?
  /// How many rows the feed has.
  public var rows = 600
  /// Decides every chance of the run.
  public var seed: UInt64 = 1
  /// The built-in server's latency in milliseconds.
  public var latency = 60
  /// How many of its answers fail, from 0 to 1.
  public var failureRate = 0.0
  /// How many operations run at once in the default lane.
  public var concurrency = 4
  /// How fast the scripted hand plays; 0 is as fast as it can.
  public var speed = 1.0
  /// A server to use in place of the built-in one.
  public var server: URL?
  public var json: JSONDestination?
  public var showsHelp = false

  public init() {}

  /// Reads the arguments, the command's name left out; where an option comes twice the last one counts.
  ///
  /// - Throws: `OptionError`, whose description is one line for the user.
  public init(arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else { throw OptionError("unexpected argument \(OptionError.quoted(argument))") }
      let name = String(argument.prefix { $0 != "=" })
      guard Self.names.contains(name) else { throw OptionError("unknown option \(OptionError.quoted(name))") }
      if name == "--help" || name == "-h" {
        guard argument == name else { throw OptionError("\(name) takes no value") }
        showsHelp = true
        continue
      }
      let value: String
      if argument == name {
        guard let next = rest.first, !next.hasPrefix("--") else { throw OptionError("\(name) needs a value") }
        value = next
        rest.removeFirst()
      } else {
        value = String(argument.dropFirst(name.count + 1))
      }
      try set(name, OptionValue(name: name, text: value))
    }
  }

  private mutating func set(_ name: String, _ value: OptionValue) throws {
    switch name {
    case "--screen": screen = try value.screen()
    case "--rows": rows = try value.integer(in: 1...100_000)
    case "--seed": seed = try value.seed()
    case "--latency": latency = try value.integer(in: 0...60_000)
    case "--failure-rate": failureRate = try value.number(in: 0...1)
    case "--concurrency": concurrency = try value.integer(in: 1...1_000)
    case "--speed": speed = try value.number(in: 0...100)
    case "--server": server = try value.url()
    case "--json": json = try value.destination()
    default: throw OptionError("unknown option \(OptionError.quoted(name))")
    }
  }

  private static let names: Set<String> = [
    "--screen", "--rows", "--seed", "--latency", "--failure-rate", "--concurrency", "--speed", "--server", "--json",
    "--help", "-h",
  ]

  /// What `--help` prints.
  public static let help = """
    demo: a table, a grid and a chat of pictures over HTTP, scrolled by a scripted hand.

    usage: demo [options]

      --screen NAME       show one screen: table, grid, or updates, the chat under constant change (all)
      --rows N            rows of the feed (\(Options().rows))
      --seed N            decides every chance of the run (\(Options().seed))
      --latency MS        latency of the built-in server in milliseconds (\(Options().latency))
      --failure-rate P    share of its answers that fail, 0 to 1 (0)
      --concurrency N     operations that run at once (\(Options().concurrency))
      --speed X           how fast the hand plays; 0: as fast as it can (1)
      --server URL        use that server instead of the built-in one
      --json FILE|-       write the result as JSON; -: to standard output, all else to standard error
      --help              show this

    A server answers GET /feed?page=N, from 0, with a JSON array of {"id": Int, "title": String, "url": String};
    an empty array ends the feed. Pictures are netpbm P6; a comment line "# id 42" says whose they are.
    The chat shows the same pictures then.

    exit status: 0 all visible cells are complete or show their failure, each with what belongs to it,
    1 they are not, 2 the run could not begin
    """
}
