public import Foundation

/// The pictures of the built-in feed: a gradient whose hue tells the item, and a glyph of four by four blocks.
public enum Artwork {
  /// Returns an item's picture as a netpbm P6 file with the comment line `# id 42`.
  ///
  /// - Complexity: O(*width* · *height*).
  public static func picture(id: Int, width: Int, height: Int) -> Data {
    draw(id: id, width: width, height: height, hue: hue(of: id), kind: "picture")
  }

  /// Returns the avatar of an item's author, like a picture but square and in the opposite hue.
  public static func avatar(id: Int, side: Int) -> Data {
    draw(id: id, width: side, height: side, hue: hue(of: id) + 0.5, kind: "avatar")
  }

  /// Spreads the hues so that neighbours differ most: multiples of the golden ratio, from 0 to 1.
  static func hue(of id: Int) -> Double {
    (Double(id) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
  }

  private static func draw(id: Int, width: Int, height: Int, hue: Double, kind: String) -> Data {
    precondition(width > 0 && height > 0, "A picture needs at least one pixel; this one is \(width) by \(height).")
    let steps = width + height - 1
    let ground = (0..<steps).map { rgb(hue: hue, saturation: 0.7, value: 0.35 + 0.5 * Double($0) / Double(steps)) }
    let ink = rgb(hue: hue, saturation: 0.15, value: 1)
    let glyph = glyph(id: id, kind: kind)
    let unit = max(1, min(width, height) / 6)
    let left = (width - 4 * unit) / 2
    let top = (height - 4 * unit) / 2

    var bytes = Array("P6\n# id \(id)\n\(width) \(height)\n255\n".utf8)
    bytes.reserveCapacity(bytes.count + width * height * 3)
    for y in 0..<height {
      let row = y >= top && y < top + 4 * unit ? glyph[(y - top) / unit] : [false, false, false, false]
      for x in 0..<width {
        let isInk = x >= left && x < left + 4 * unit && row[(x - left) / unit]
        bytes.append(contentsOf: isInk ? ink : ground[x + y])
      }
    }
    return Data(bytes)
  }

  /// Four rows of four blocks, the right half the mirror of the left.
  private static func glyph(id: Int, kind: String) -> [[Bool]] {
    var chance = Chance(seed: UInt64(bitPattern: Int64(id)), kind)
    let bits = chance.next()
    return (0..<4).map { row in
      let outer = bits & (1 << UInt64(row)) != 0
      let inner = bits & (16 << UInt64(row)) != 0 || !outer && row == 1
      return [outer, inner, inner, outer]
    }
  }

  /// The usual way from hue, saturation and value, each from 0 to 1.
  private static func rgb(hue: Double, saturation: Double, value: Double) -> [UInt8] {
    [5.0, 3.0, 1.0].map { offset in
      let k = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      return UInt8(((value - value * saturation * max(0, min(k, 4 - k, 1))) * 255).rounded())
    }
  }
}
