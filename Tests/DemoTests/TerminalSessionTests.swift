import DemoSupport
import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Terminal session", .timeLimit(.minutes(5)), .serialized)
struct TerminalSessionTests {
  /// Both ends of a pseudo terminal, the program's and the screen's.
  private final class PseudoTerminal {
    let program: Int32
    private let screen: Int32

    init() throws {
      var ends: (screen: Int32, program: Int32) = (-1, -1)
      try #require(openpty(&ends.screen, &ends.program, nil, nil, nil) == 0)
      (screen, program) = ends
      _ = fcntl(screen, F_SETFL, O_NONBLOCK)
    }

    func resize(columns: UInt16, rows: UInt16) {
      var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(screen, UInt(TIOCSWINSZ), &size)
    }

    /// What has been written since the last time.
    func read() -> String {
      var text: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while case let count = readBytes(screen, &buffer), count > 0 { text += buffer[..<count] }
      return String(decoding: text, as: UTF8.self)
    }

    deinit {
      close(program)
      close(screen)
    }
  }

  private let environment = ["TERM": "xterm-256color"]

  @Test("The terminal is taken, drawn on by differences, and given back once")
  func lifecycle() throws {
    let terminal = try PseudoTerminal()
    let session = try #require(TerminalSession(descriptor: terminal.program, environment: environment))
    #expect(terminal.read().hasPrefix("\u{1B}[?1049h\u{1B}[?25l"))

    var canvas = Canvas(width: 4, height: 1)
    canvas.drawText("hi", x: 0, y: 0)
    session.present(canvas)
    #expect(terminal.read() == "\u{1B}[?2026h\(canvas.update(from: nil))\u{1B}[?2026l")
    session.present(canvas)
    #expect(terminal.read() == "")

    session.restore()
    #expect(terminal.read().hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
    session.restore()
    session.present(Canvas(width: 1, height: 1))
    #expect(terminal.read() == "")
  }

  @Test("A released session gives the terminal back")
  func release() throws {
    let terminal = try PseudoTerminal()
    var session = TerminalSession(descriptor: terminal.program, environment: environment)
    #expect(session != nil)
    session = nil
    #expect(terminal.read().hasSuffix("\u{1B}[?1049l"))
  }

  @Test("The size is the window's, and 80 by 24 where there is none")
  func size() throws {
    let terminal = try PseudoTerminal()
    let session = try #require(TerminalSession(descriptor: terminal.program, environment: environment))
    #expect(session.size == (80, 24))
    terminal.resize(columns: 132, rows: 50)
    #expect(session.size == (132, 50))
  }

  @Test("A pipe and a dumb terminal are not drawn on")
  func unsuitable() throws {
    let terminal = try PseudoTerminal()
    #expect(TerminalSession(descriptor: terminal.program, environment: ["TERM": "dumb"]) == nil)
    #expect(TerminalSession(descriptor: terminal.program, environment: [:]) == nil)
    #expect(TerminalSession(descriptor: -1, environment: environment) == nil)
    #expect(terminal.read() == "")
  }
}

private func readBytes(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}
