public import Foundation

/// Why some bytes are no picture; the texts tell sizes and never what the bytes were.
nonisolated public enum PictureError: Error, Equatable, CustomStringConvertible, LocalizedError {
  /// The bytes do not begin like a netpbm P6 file.
  case notAPicture
  /// The header ends, or goes wrong, before it has told width, height and maximum.
  case brokenHeader
  /// Width or height is zero.
  case empty(width: Int, height: Int)
  /// More pixels than allowed; `Int.max` stands for any number beyond counting.
  case tooLarge(pixels: Int)
  /// The maximum of a sample is not one of 1 to 255.
  case unsupportedMaximum(Int)
  /// Fewer bytes of pixels than the header promises.
  case truncated(expected: Int, got: Int)

  public var description: String {
    switch self {
    case .notAPicture: "The data is not a netpbm P6 picture."
    case .brokenHeader: "The picture's header is broken."
    case .empty(let width, let height): "The picture has no pixels (\(width) by \(height))."
    case .tooLarge(.max): "The picture has more pixels than can be counted."
    case .tooLarge(let pixels): "The picture has too many pixels (\(pixels))."
    case .unsupportedMaximum(let maximum): "The picture's sample maximum \(maximum) is not supported."
    case .truncated(let expected, let got): "The picture is truncated (\(got) of \(expected) bytes)."
    }
  }

  public var errorDescription: String? { description }
}

extension Picture {
  /// Decodes a netpbm P6 file with samples of one byte; a maximum below 255 is scaled up.
  ///
  /// Nothing is allocated before the header's numbers have been checked against the limit and the data.
  ///
  /// - Throws: `PictureError`.
  /// - Complexity: O(*n*) in the bytes of the picture.
  nonisolated public init(data: Data, maxPixels: Int = 16_000_000) throws {
    var header = NetpbmHeader(data)
    let (width, height, maximum) = try header.read()
    guard width > 0, height > 0 else { throw PictureError.empty(width: width, height: height) }
    let (pixels, pixelsOverflow) = width.multipliedReportingOverflow(by: height)
    let (count, countOverflow) = pixels.multipliedReportingOverflow(by: 3)
    guard !pixelsOverflow, !countOverflow else { throw PictureError.tooLarge(pixels: .max) }
    guard pixels <= maxPixels else { throw PictureError.tooLarge(pixels: pixels) }
    guard (1...255).contains(maximum) else { throw PictureError.unsupportedMaximum(maximum) }
    let raster = data[header.position...]
    guard raster.count >= count else { throw PictureError.truncated(expected: count, got: raster.count) }
    var samples = [UInt8](raster.prefix(count))
    if maximum < 255 {
      let scaled = (0...255).map { UInt8((min($0, maximum) * 255 + maximum / 2) / maximum) }
      for index in samples.indices { samples[index] = scaled[Int(samples[index])] }
    }
    self.init(width: width, height: height, pixels: samples, id: header.id)
  }

  /// Returns the picture as a netpbm P6 file, with its id, if it has one, in a comment line.
  nonisolated public func encoded() -> Data {
    let comment = id.map { "# id \($0)\n" } ?? ""
    return Data("P6\n\(comment)\(width) \(height)\n255\n".utf8) + Data(pixels)
  }
}

/// Reads a netpbm header: numbers apart by white space, where a comment runs from `#` to the end of its line.
nonisolated private struct NetpbmHeader {
  private let data: Data
  /// Where the next byte is; after `read`, where the pixels begin.
  private(set) var position: Data.Index
  /// From the first comment of the form `# id 42`.
  private(set) var id: Int?

  init(_ data: Data) {
    self.data = data
    position = data.startIndex
  }

  mutating func read() throws -> (width: Int, height: Int, maximum: Int) {
    guard data.starts(with: Data("P6".utf8)) else { throw PictureError.notAPicture }
    position += 2
    guard let next = nextByte(), Self.isSpace(next) else { throw PictureError.notAPicture }
    return (try number(), try number(), try number())
  }

  /// Reads a number and the one white space after it; what is too large for an `Int` becomes `Int.max`.
  private mutating func number() throws -> Int {
    var byte = nextByte()
    while let space = byte, Self.isSpace(space) { byte = nextByte() }
    var value: Int?
    while let digit = byte, (48...57).contains(digit) {
      let (tens, overflow) = (value ?? 0).multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(Int(digit - 48))
      value = overflow || carry ? .max : sum
      byte = nextByte()
    }
    guard let value, let space = byte, Self.isSpace(space) else { throw PictureError.brokenHeader }
    return value
  }

  /// Returns the next byte; a comment counts as the line break that ends it.
  private mutating func nextByte() -> UInt8? {
    guard position < data.endIndex else { return nil }
    defer { position += 1 }
    guard data[position] == UInt8(ascii: "#") else { return data[position] }
    let start = position + 1
    guard let end = data[start...].firstIndex(where: { $0 == 10 || $0 == 13 }) else {
      position = data.endIndex - 1
      return nil
    }
    if id == nil { id = Self.id(inComment: data[start..<end]) }
    position = end
    return data[end]
  }

  private static func id(inComment comment: Data) -> Int? {
    guard comment.count <= 64 else { return nil }
    let words = String(decoding: comment, as: UTF8.self).split(whereSeparator: { $0 == " " || $0 == "\t" })
    guard words.count == 2, words[0] == "id" else { return nil }
    return Int(words[1])
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || (9...13).contains(byte)
  }
}
