/// A picture in memory: rows of red, green and blue, and the item it says it belongs to.
nonisolated public struct Picture: Sendable, Equatable {
  /// Columns, at least one.
  public let width: Int
  /// Rows, at least one.
  public let height: Int
  /// Three bytes for each pixel, row by row from the top.
  public let pixels: [UInt8]
  /// What the comment line `# id 42` of the file said.
  public let id: Int?

  /// Makes a picture of pixels at hand.
  ///
  /// - Precondition: `width` and `height` are at least one and `pixels` has three bytes for each pixel.
  public init(width: Int, height: Int, pixels: [UInt8], id: Int? = nil) {
    precondition(width > 0 && height > 0, "A picture needs at least one pixel; this one is \(width) by \(height).")
    precondition(
      pixels.count == width * height * 3,
      "A picture of \(width) by \(height) has \(width * height * 3) bytes; \(pixels.count) were given.")
    self.width = width
    self.height = height
    self.pixels = pixels
    self.id = id
  }

  /// The memory the picture takes, in bytes: what a cache should count.
  public var memoryCost: Int { pixels.count + MemoryLayout<Picture>.size }

  /// Returns the picture scaled down to fit a square of `side` pixels; a smaller one is returned as it is.
  ///
  /// Each pixel is the mean of those it covers; the aspect ratio and the id are kept.
  ///
  /// - Complexity: O(*width* · *height*).
  public func thumbnail(side: Int) -> Picture {
    let side = max(1, side)
    guard width > side || height > side else { return self }
    let longest = max(width, height)
    let newWidth = max(1, Int((Double(width) * Double(side) / Double(longest)).rounded()))
    let newHeight = max(1, Int((Double(height) * Double(side) / Double(longest)).rounded()))
    let columns = Self.spans(of: width, in: newWidth)
    let rows = Self.spans(of: height, in: newHeight)

    var scaled: [UInt8] = []
    scaled.reserveCapacity(newWidth * newHeight * 3)
    pixels.withUnsafeBufferPointer { pixels in
      for row in rows {
        for column in columns {
          var red = 0
          var green = 0
          var blue = 0
          for y in row {
            for index in (y * width + column.lowerBound)..<(y * width + column.upperBound) {
              red += Int(pixels[index * 3])
              green += Int(pixels[index * 3 + 1])
              blue += Int(pixels[index * 3 + 2])
            }
          }
          let count = row.count * column.count
          scaled.append(UInt8((red + count / 2) / count))
          scaled.append(UInt8((green + count / 2) / count))
          scaled.append(UInt8((blue + count / 2) / count))
        }
      }
    }
    return Picture(width: newWidth, height: newHeight, pixels: scaled, id: id)
  }

  /// Cuts `length` pixels into `count` neighbouring spans, each of at least one pixel; `count` is at most `length`.
  private static func spans(of length: Int, in count: Int) -> [Range<Int>] {
    (0..<count).map { $0 * length / count..<($0 + 1) * length / count }
  }
}
