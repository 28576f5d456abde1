/// Turns the bytes of a connection into requests, however they are cut; it does no input and output of its own.
package struct RequestParser {
  /// What the bytes so far amount to.
  package enum Event: Equatable {
    case incomplete
    case request(HTTPRequest)
    /// The connection cannot go on; answer with this status and close.
    case rejected(status: Int)
  }

  /// The most bytes that request line and headers may have together.
  package static let headLimit = 65_536
  /// The longest request body that is read and dropped.
  package static let bodyLimit = 16 << 20

  private var buffer: [UInt8] = []
  /// Where the search for the end of the head goes on.
  private var scanned = 0
  private var lineStart = 0
  private var request: HTTPRequest?
  /// The head has been read; this much of the body has not.
  private var bodyLeft: Int?

  package init() {}

  /// How many bytes wait to be understood.
  package var pendingCount: Int { buffer.count }

  /// Takes in what the socket gave.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next whole request, if there is one.
  package mutating func next() -> Event {
    while bodyLeft == nil {
      guard let newline = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
        scanned = buffer.count
        return scanned > Self.headLimit ? .rejected(status: 431) : .incomplete
      }
      if newline >= Self.headLimit { return .rejected(status: 431) }
      scanned = newline + 1
      if let status = take(line: line(upTo: newline)) { return .rejected(status: status) }
      lineStart = scanned
    }
    return finishBody()
  }

  private func line(upTo newline: Int) -> ArraySlice<UInt8> {
    let line = buffer[lineStart..<newline]
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  /// Reads one line of the head; returns a status when it is none.
  private mutating func take(line: ArraySlice<UInt8>) -> Int? {
    guard !line.contains(0) else { return 400 }
    guard request != nil else {
      guard !line.isEmpty else { return nil }  // blank lines before a request are allowed
      request = HTTPRequest(line: String(decoding: line, as: UTF8.self))
      return request == nil ? 400 : nil
    }
    guard !line.isEmpty else { return finishHead() }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line[..<colon].allSatisfy(Self.isTokenByte),
      colon > line.startIndex
    else { return 400 }
    let value = line[(colon + 1)...].drop { $0 == 32 || $0 == 9 }
    let end = value.lastIndex { $0 != 32 && $0 != 9 }.map { $0 + 1 } ?? value.startIndex
    request?.headers.add(
      String(decoding: line[..<colon], as: UTF8.self),
      String(decoding: value[value.startIndex..<end], as: UTF8.self))
    return nil
  }

  private mutating func finishHead() -> Int? {
    guard var request else { return 400 }
    guard request.headers["Transfer-Encoding"] == nil else { return 501 }
    let lengths = Set(request.headers.values(for: "Content-Length"))
    guard lengths.count <= 1 else { return 400 }
    if let text = lengths.first {
      guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return 400 }
      guard let length = Int(text), length <= Self.bodyLimit else { return 413 }
      bodyLeft = length
    } else {
      bodyLeft = 0
    }
    switch request.headers["Connection"]?.lowercased() {
    case "close": request.keepsAlive = false
    case "keep-alive": request.keepsAlive = true
    default: break
    }
    self.request = request
    buffer.removeFirst(scanned)
    scanned = 0
    lineStart = 0
    return nil
  }

  private mutating func finishBody() -> Event {
    let present = min(bodyLeft ?? 0, buffer.count)
    buffer.removeFirst(present)
    let left = (bodyLeft ?? 0) - present
    guard left == 0, let request else {
      bodyLeft = left
      return .incomplete
    }
    self.request = nil
    bodyLeft = nil
    return .request(request)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
