import DemoSupport
import Foundation
import Testing

@Suite("Options", .timeLimit(.minutes(5)))
struct OptionsTests {
  @Test("Nothing said gives the defaults")
  func defaults() throws {
    let options = try Options(arguments: [])
    #expect(options == Options())
    #expect((options.rows, options.seed, options.latency) == (600, 1, 60))
    #expect((options.failureRate, options.concurrency, options.speed) == (0, 4, 1))
    #expect(options.server == nil && options.json == nil && options.screen == nil && !options.showsHelp)
  }

  @Test("Every option is read, with a space or an equals sign, and the last one counts")
  func all() throws {
    let options = try Options(arguments: [
      "--rows", "10", "--seed=18446744073709551615", "--latency", "0", "--failure-rate", "0.3", "--concurrency=2",
      "--speed", "0", "--server", "http://127.0.0.1:8000/x", "--json", "-", "--rows", "20", "--help",
      "--screen", "table", "--screen=updates",
    ])
    #expect(options.screen == .updates)
    #expect(try Options(arguments: ["--screen", "grid"]).screen == .grid)
    #expect((options.rows, options.seed, options.latency) == (20, .max, 0))
    #expect((options.failureRate, options.concurrency, options.speed) == (0.3, 2, 0))
    #expect(options.server == URL(string: "http://127.0.0.1:8000/x"))
    #expect(options.json == .standardOutput)
    #expect(options.showsHelp)
    #expect(try Options(arguments: ["--json", "out.json"]).json == .file("out.json"))
  }

  @Test(
    "What cannot be understood is told in one line with option and value",
    arguments: [
      (["--row", "1"], "unknown option '--row'"), (["-x"], "unknown option '-x'"), (["--"], "unknown option '--'"),
      (["fast"], "unexpected argument 'fast'"), ([""], "unexpected argument ''"),
      (["--rows"], "--rows needs a value"), (["--rows", "--seed", "1"], "--rows needs a value"),
      (["--help=1"], "--help takes no value"),
      (["--rows", "x"], "--rows needs a whole number, not 'x'"), (["--rows="], "--rows needs a whole number, not ''"),
      (["--rows", "1.5"], "--rows needs a whole number, not '1.5'"),
      (["--rows", "0"], "--rows must be from 1 to 100000, not '0'"),
      (["--rows", "-5"], "--rows must be from 1 to 100000, not '-5'"),
      (["--rows", "99999999999999999999"], "--rows must be from 1 to 100000, not '99999999999999999999'"),
      (["--seed", "-1"], "--seed must be from 0 to 18446744073709551615, not '-1'"),
      (["--latency", "60001"], "--latency must be from 0 to 60000, not '60001'"),
      (["--failure-rate", "1.01"], "--failure-rate must be from 0 to 1, not '1.01'"),
      (["--failure-rate", "nan"], "--failure-rate needs a number, not 'nan'"),
      (["--failure-rate", "0x1"], "--failure-rate needs a number, not '0x1'"),
      (["--speed", "inf"], "--speed needs a number, not 'inf'"),
      (["--speed", " 1"], "--speed needs a number, not ' 1'"),
      (["--speed", "1e9"], "--speed must be from 0 to 100, not '1e9'"),
      (["--concurrency", "0"], "--concurrency must be from 1 to 1000, not '0'"),
      (["--server", "ftp://x"], "--server needs an http or https URL, not 'ftp://x'"),
      (["--server", "localhost:80"], "--server needs an http or https URL, not 'localhost:80'"),
      (["--server", "http://"], "--server needs an http or https URL, not 'http://'"),
      (["--server", "http://a b/"], "--server needs an http or https URL, not 'http://a b/'"),
      (["--server", "http://a:99999/"], "--server needs an http or https URL, not 'http://a:99999/'"),
      (["--screen", "chat"], "--screen must be table, grid or updates, not 'chat'"),
      (["--screen="], "--screen must be table, grid or updates, not ''"), (["--screen"], "--screen needs a value"),
      (["--json", ""], "--json needs a file or -"),
      (["--rows", "1\n\u{1B}[2J"], "--rows needs a whole number, not '1??[2J'"),
    ])
  func errors(_ arguments: [String], text: String) {
    let error = #expect(throws: OptionError.self) { try Options(arguments: arguments) }
    #expect(error?.description == text)
  }

  @Test("The help names every option")
  func help() {
    for name in [
      "--screen", "--rows", "--seed", "--latency", "--failure-rate", "--concurrency", "--speed", "--server", "--json",
      "--help",
    ] {
      #expect(Options.help.contains(name))
    }
  }
}
