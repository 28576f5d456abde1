internal import Dispatch

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Turns signals into calls on a queue of its own, for as long as it is not stopped.
///
/// It is `@unchecked Sendable` because its list never changes, and Dispatch's sources may be used from any thread.
final class SignalWatch: @unchecked Sendable {
  private let sources: [(number: Int32, source: any DispatchSourceSignal)]

  init(_ numbers: [Int32]) {
    let queue = DispatchQueue(label: "SignalWatch")
    sources = numbers.map { number in
      // Before the source watches: on Linux that sets a handler of its own.
      signal(number, SIG_IGN)
      return (number, DispatchSource.makeSignalSource(signal: number, queue: queue))
    }
  }

  /// Begins to call `handler` with the number of each signal; call it once.
  func start(_ handler: @escaping @Sendable (Int32) -> Void) {
    for (number, source) in sources {
      source.setEventHandler { handler(number) }
      source.resume()
    }
  }

  /// Gives the signals their usual effect again; call it once, after `start`.
  func stop() {
    for (number, source) in sources {
      source.cancel()
      signal(number, SIG_DFL)
    }
  }
}
