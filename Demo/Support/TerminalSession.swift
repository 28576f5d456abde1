public import Foundation
internal import LoopbackServer

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A terminal that has been taken over for drawing and is always given back: by `restore()`, when the session is
/// released, and when the process is interrupted or terminated.
public final class TerminalSession: Sendable {
  private struct State: Sendable {
    var isActive = true
    var shown: Canvas?
  }

  private let descriptor: Int32
  private let state = Synchronized(State())
  private let signals: SignalWatch

  private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
  private static let leave = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Takes the terminal over; returns nil when the descriptor is no terminal that can be drawn on.
  ///
  /// - Parameters:
  ///   - descriptor: 1, standard output, unless told otherwise.
  ///   - environment: asked for `TERM`.
  ///   - onSignal: called after the terminal has been restored because of `SIGINT`, `SIGTERM` or `SIGHUP`, on a queue
  ///     of the session's own; nil ends the process with the status a shell expects, 128 and the signal's number.
  public init?(
    descriptor: Int32 = 1, environment: [String: String] = ProcessInfo.processInfo.environment,
    onSignal: (@Sendable (Int32) -> Void)? = nil
  ) {
    guard Self.isTerminal(descriptor, environment: environment) else { return nil }
    self.descriptor = descriptor
    signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
    signals.start { [weak self] number in
      self?.restore()
      if let onSignal { onSignal(number) } else { _exit(128 + number) }
    }
    Self.write(Self.enter, to: descriptor)
  }

  deinit {
    restore()
  }

  /// Whether the descriptor is a terminal that understands cursor movement.
  public static func isTerminal(
    _ descriptor: Int32 = 1, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Bool {
    isatty(descriptor) == 1 && environment["TERM"].map { !$0.isEmpty && $0 != "dumb" } ?? false
  }

  /// Columns and rows of the terminal as it is now; 80 and 24 when it does not tell.
  public var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Shows a canvas, writing only what differs from the one before; does nothing after `restore()`.
  public func present(_ canvas: Canvas) {
    state.withLock { state in
      guard state.isActive else { return }
      let update = canvas.update(from: state.shown)
      state.shown = canvas
      // One frame at a time, in terminals that know how; others ignore it.
      if !update.isEmpty { Self.write("\u{1B}[?2026h\(update)\u{1B}[?2026l", to: descriptor) }
    }
  }

  /// Gives the terminal back as it was; does nothing the second time.
  public func restore() {
    state.withLock { state in
      guard state.isActive else { return }
      state.isActive = false
      Self.write(Self.leave, to: descriptor)
      signals.stop()
    }
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes.removeFirst(count)
      } else if errno == EAGAIN {
        var descriptors = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&descriptors, 1, 1_000) > 0 else { return }
      } else if errno != EINTR {
        return
      }
    }
  }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
