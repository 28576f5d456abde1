#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The few POSIX calls the server makes, with what differs between platforms in one place.
enum Socket {
  /// What a read or a write came to.
  enum Transfer: Equatable {
    case bytes(Int)
    case wouldBlock
    case closed
  }

  /// What became of an accept.
  enum Acceptance: Equatable {
    case connection(Int32)
    case none
    /// No descriptor or no memory is left; trying again at once would spin.
    case exhausted
  }

  /// Opens a non-blocking listener on 127.0.0.1 and a free port.
  static func listen() throws -> (descriptor: Int32, port: UInt16) {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw LoopbackServer.SocketError(call: "socket", code: errno) }
    do {
      var address = sockaddr_in()
      #if canImport(Darwin)
        address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
      #endif
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      try withUnsafeMutablePointer(to: &address) { pointer in
        try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          try check("bind", bind(descriptor, address, length))
          try check("listen", systemListen(descriptor))
          try check("getsockname", getsockname(descriptor, address, &length))
        }
      }
      makeNonBlocking(descriptor)
      return (descriptor, UInt16(bigEndian: address.sin_port))
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Takes the next connection, non-blocking and without delay for small packets.
  static func accept(on listener: Int32) -> Acceptance {
    while true {
      let descriptor = systemAccept(listener)
      if descriptor >= 0 {
        makeNonBlocking(descriptor)
        set(descriptor, tcpLevel, TCP_NODELAY, Int32(1))
        #if canImport(Darwin)
          set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
        return .connection(descriptor)
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
      default: return .none
      }
    }
  }

  /// Sends what the socket takes, without a signal when the peer has gone.
  static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    while true {
      let count = systemSend(descriptor, bytes, flags)
      if count >= 0 { return .bytes(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .closed
    }
  }

  /// Reads what has come; the end of the stream counts as closed.
  static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .closed }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .closed
    }
  }

  /// Tells the peer that no more will come.
  static func finishSending(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Makes the coming close a reset.
  static func resetOnClose(_ descriptor: Int32) {
    set(descriptor, SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
  }

  static func close(_ descriptor: Int32) {
    systemClose(descriptor)
  }

  private static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private static func set<Option>(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ option: Option) {
    _ = withUnsafeBytes(of: option) { bytes in
      setsockopt(descriptor, level, name, bytes.baseAddress, socklen_t(bytes.count))
    }
  }

  private static func check(_ call: String, _ result: Int32) throws {
    if result != 0 { throw LoopbackServer.SocketError(call: call, code: errno) }
  }
}

// The names below are taken by the members above, so these are the only places that can say the plain ones.

private let tcpLevel = Int32(IPPROTO_TCP)

private func systemListen(_ descriptor: Int32) -> Int32 { listen(descriptor, 4096) }
private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
  send(descriptor, bytes.baseAddress, bytes.count, flags)
}
