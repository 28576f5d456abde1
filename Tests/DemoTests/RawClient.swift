import Dispatch
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A socket and nothing else, for what no HTTP client would send or tell.
///
/// Calls block a thread of their own; a receive gives up after ten seconds.
final class RawClient: Sendable {
  /// How a connection came to its end.
  enum End: Equatable { case closed, reset, timedOut }

  struct Failure: Error { let code: Int32 }

  let descriptor: Int32

  init(_ url: URL) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Failure(code: errno) }
    var address = sockaddr_in()
    #if canImport(Darwin)
      address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
      var one: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
    #endif
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(url.port ?? 0).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(code: errno) }
    var timeout = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit {
    close(descriptor)
  }

  func send(_ text: String) {
    send([UInt8](text.utf8))
  }

  func send(_ bytes: [UInt8]) {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { sendBytes(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Receives until `enough` holds, or the connection ends.
  func receive(until enough: @escaping @Sendable (String) -> Bool) async -> (text: String, end: End?) {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [self] in continuation.resume(returning: receiveNow(until: enough)) }
    }
  }

  /// Receives until the connection ends.
  func receiveAll() async -> (text: String, end: End?) {
    await receive(until: { _ in false })
  }

  private func receiveNow(until enough: (String) -> Bool) -> (text: String, end: End?) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if enough(text) { return (text, nil) }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count == 0 { return (text, .closed) }
      if count < 0 { return (text, errno == ECONNRESET ? .reset : .timedOut) }
      bytes += buffer[..<count]
    }
  }
}

private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(descriptor, bytes, count, flags)
}

/// The plainest request there is.
func get(_ path: String, version: String = "1.1", headers: String = "") -> String {
  "GET \(path) HTTP/\(version)\r\nHost: here\r\n\(headers)\r\n"
}
