import DemoFeed
import Foundation
import Testing

@Suite("Picture", .timeLimit(.minutes(5)))
struct PictureTests {
  private static func file(_ header: String, _ pixels: [UInt8]) -> Data {
    Data(header.utf8) + Data(pixels)
  }

  private static func noise(_ width: Int, _ height: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    return (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  @Test("What is encoded decodes to the same picture", arguments: [nil, 0, 42, -7, Int.max])
  func roundTrip(id: Int?) throws {
    let picture = Picture(width: 7, height: 5, pixels: Self.noise(7, 5, seed: 3), id: id)
    #expect(try Picture(data: picture.encoded()) == picture)
  }

  @Test(
    "Every header that netpbm allows is read",
    arguments: [
      ("P6 2 1 255 ", nil), ("P6\n2\n1\n255\n", nil), ("P6\r\n\t2 \u{b}\u{c} 1\n255\t", nil),
      ("P6\n# id 9\n2 1\n255\n", 9), ("P6#x\n2 1 255\n", nil), ("P6\n2 # id 5\n1 255\n", 5),
      ("P6\n#id\t12\r2 1 255\n", 12), ("P6 2 1 255# id 8\n", 8), ("P6\n# id 1\n# id 2\n2 1\n255\n", 1),
      ("P6\n# made by hand, id 3\n2 1\n255\n", nil), ("P6\n# id three\n# id 3\n2 1\n255\n", 3),
      ("P6 002 01 0255\n", nil),
    ])
  func headers(_ header: String, id: Int?) throws {
    let pixels: [UInt8] = [35, 32, 10, 1, 2, 3]  // begins like a comment, which it is not
    #expect(try Picture(data: Self.file(header, pixels)) == Picture(width: 2, height: 1, pixels: pixels, id: id))
  }

  @Test(
    "What is no picture is refused for its reason",
    arguments: [
      ("", PictureError.notAPicture), ("P", .notAPicture), ("P6", .notAPicture), ("P5\n1 1\n255\n", .notAPicture),
      ("P61 1 255 ", .notAPicture), ("<html>not found</html>", .notAPicture),
      ("P6\n", .brokenHeader), ("P6\n1", .brokenHeader), ("P6\n1 1\n255", .brokenHeader),
      ("P6\n-1 1\n255\n", .brokenHeader), ("P6\n1 x\n255\n", .brokenHeader), ("P6\n1,1\n255\n", .brokenHeader),
      ("P6\n# no end", .brokenHeader), ("P6\n1.5 1\n255\n", .brokenHeader),
      ("P6\n0 1\n255\n", .empty(width: 0, height: 1)), ("P6\n1 0\n255\n", .empty(width: 1, height: 0)),
      ("P6\n4001 4000\n255\n", .tooLarge(pixels: 16_004_000)),
      ("P6\n4294967296 4294967296\n255\n", .tooLarge(pixels: .max)),
      ("P6\n99999999999999999999999 1\n255\n", .tooLarge(pixels: .max)),
      ("P6\n9223372036854775807 1\n255\n", .tooLarge(pixels: .max)),
      ("P6\n1 1\n0\n", .unsupportedMaximum(0)), ("P6\n1 1\n65535\n", .unsupportedMaximum(65_535)),
      ("P6\n4000 4000\n255\nabc", .truncated(expected: 48_000_000, got: 3)),
    ])
  func refusals(_ text: String, reason: PictureError) {
    #expect(throws: reason) { try Picture(data: Data(text.utf8)) }
  }

  @Test("The limit is exact, and even without one nothing is allocated for a promise")
  func limit() throws {
    let picture = Picture(width: 4, height: 4, pixels: Self.noise(4, 4, seed: 1))
    #expect(try Picture(data: picture.encoded(), maxPixels: 16) == picture)
    #expect(throws: PictureError.tooLarge(pixels: 16)) { try Picture(data: picture.encoded(), maxPixels: 15) }
    let side = 1_000_000_000
    #expect(throws: PictureError.truncated(expected: 3 * side * side, got: 0)) {
      try Picture(data: Data("P6 \(side) \(side) 255\n".utf8), maxPixels: .max)
    }
  }

  @Test("A maximum below 255 is scaled up and samples beyond it are clamped")
  func maximum() throws {
    let picture = try Picture(data: Self.file("P6 1 2 15\n", [0, 1, 7, 15, 16, 255]))
    #expect(picture.pixels == [0, 17, 119, 255, 255, 255])
  }

  @Test("A slice of some data is read by its own indices, and bytes after the pixels are ignored")
  func slices() throws {
    let picture = Picture(width: 3, height: 2, pixels: Self.noise(3, 2, seed: 5), id: 6)
    let slice = (Data("junk".utf8) + picture.encoded() + Data("more".utf8)).dropFirst(4)
    #expect(slice.startIndex == 4)
    #expect(try Picture(data: slice) == picture)
    #expect(throws: PictureError.notAPicture) { try Picture(data: slice.suffix(0)) }
  }

  @Test("No cut and no damaged byte does harm")
  func damage() {
    var random = SeededGenerator(seed: 17)
    let whole = Picture(width: 6, height: 4, pixels: Self.noise(6, 4, seed: 2), id: 31).encoded()
    for length in 0..<whole.count {
      #expect(throws: PictureError.self, "cut at \(length)") { try Picture(data: whole.prefix(length)) }
    }
    let alphabet = Array("P6 0123456789#\n\r\t-id\u{0}".utf8)
    for round in 0..<20_000 {
      var data = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        data[Int.random(in: 0..<20, using: &random)] = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      do {
        let picture = try Picture(data: data)
        #expect(picture.pixels.count == picture.width * picture.height * 3, "seed 17, round \(round)")
      } catch {
        #expect(error is PictureError, "seed 17, round \(round)")
      }
    }
  }

  @Test("An error's text tells no byte of the data")
  func discretion() {
    let errors: [PictureError] = [
      .notAPicture, .brokenHeader, .empty(width: 0, height: 3), .tooLarge(pixels: .max), .tooLarge(pixels: 5),
      .unsupportedMaximum(7), .truncated(expected: 9, got: 2),
    ]
    for error in errors {
      #expect(error.localizedDescription == error.description)
      #expect(error.description.hasSuffix("."))
    }
  }

  @Test(
    "A thumbnail fits its square, keeps the aspect and the id",
    arguments: [
      (96, 72, 88, 88, 66), (72, 96, 88, 66, 88), (1_000, 1, 10, 10, 1), (1, 1_000, 10, 1, 10), (8, 8, 8, 8, 8),
      (3, 2, 88, 3, 2), (5, 5, 0, 1, 1), (7, 3, -4, 1, 1),
    ])
  func thumbnail(width: Int, height: Int, side: Int, newWidth: Int, newHeight: Int) {
    let pixels = [UInt8](repeating: 200, count: width * height * 3)
    let small = Picture(width: width, height: height, pixels: pixels, id: 4).thumbnail(side: side)
    #expect(small.width == newWidth)
    #expect(small.height == newHeight)
    #expect(small.id == 4)
    #expect(small.pixels.allSatisfy { $0 == 200 })
  }

  @Test("A thumbnail's pixel is the mean of those it covers")
  func boxFilter() {
    let grey: [UInt8] = [0, 10, 20, 30, 40, 50, 60, 70]
    let picture = Picture(width: 4, height: 2, pixels: grey.flatMap { [$0, 255, 255 - $0] })
    #expect(picture.thumbnail(side: 2).pixels == [25, 255, 230, 45, 255, 210])
    #expect(picture.memoryCost >= 24)
  }
}
