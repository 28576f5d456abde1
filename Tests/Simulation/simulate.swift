import Foundation

/// Runs random worlds, each checked after every step, or all words of actions up to a length.
@main
@MainActor
enum Simulate {
  static func main() {
    let options: Options
    do {
      options = try Options(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("simulate: \(error)\n\(Options.help)\n".utf8))
      exit(2)
    }
    if options.showsHelp { return print(Options.help) }
    let isFine = options.exhaustive.map { Exhaustive.run(length: $0) } ?? Campaign(options).run()
    exit(isFine ? 0 : 1)
  }
}

struct Options {
  var seeds = 200
  var steps = 2_000
  var seed: UInt64?
  var configuration: Int?
  var exhaustive: Int?
  var showsHelp = false

  static let help = """
    usage: simulate [--seeds N] [--steps N] [--seed S] [--config C] [--exhaustive L]

      --seeds N        random worlds, each in a configuration of its own (200)
      --steps N        actions in each (2000)
      --seed S         that world alone: replays a failure
      --config C       that configuration for all, 0 to \(Configuration.count - 1)
      --exhaustive L   all words of actions up to length L, over 8 actions, 2 keys, 2 cells
    """

  struct Mistake: Error, CustomStringConvertible { let description: String }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      if name == "--help" || name == "-h" {
        showsHelp = true
        continue
      }
      guard ["--seeds", "--steps", "--seed", "--config", "--exhaustive"].contains(name) else {
        throw Mistake(description: "unknown option \(name)")
      }
      guard let value = rest.popFirst().flatMap({ UInt64($0) }), value <= 1 << 40 else {
        throw Mistake(description: "\(name) needs a number")
      }
      switch name {
      case "--seeds": seeds = Int(value)
      case "--steps": steps = Int(value)
      case "--seed": seed = value
      case "--config": configuration = Int(value)
      default: exhaustive = Int(value)
      }
    }
    if let configuration, configuration >= Configuration.count {
      throw Mistake(description: "there are \(Configuration.count) configurations")
    }
    if let exhaustive, !(1...9).contains(exhaustive) { throw Mistake(description: "a word has 1 to 9 actions") }
  }
}
