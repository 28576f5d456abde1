import Foundation

/// What the library says to developers: rarely, and never with a key, an address or a value in it.
package enum Diagnostics {
  private static let sink = Locked<(@Sendable (String) -> Void)?>(nil)

  /// Sends messages elsewhere than to standard error; nil restores it.
  package static func redirect(to body: (@Sendable (String) -> Void)?) {
    sink.withLock { $0 = body }
  }

  static func log(_ message: String) {
    if let body = sink.withLock({ $0 }) {
      body(message)
    } else {
      FileHandle.standardError.write(Data("AsyncCell: \(message)\n".utf8))
    }
  }
}
