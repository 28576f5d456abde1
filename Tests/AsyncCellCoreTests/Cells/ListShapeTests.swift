import AsyncCellCore
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ListShapeTests {
  /// All lists of up to four sections with none to three items each.
  static let shapes: [[Int]] = {
    var all: [[Int]] = [[]]
    var longest: [[Int]] = [[]]
    for _ in 0..<4 {
      longest = longest.flatMap { counts in (0...3).map { counts + [$0] } }
      all += longest
    }
    return all
  }()

  @Test func `Every item has a position, every position an item, in the order of the list`() {
    for counts in Self.shapes {
      let shape = ListShape(counts)
      let paths = counts.indices.flatMap { section in (0..<counts[section]).map { [section, $0] } }
      #expect(shape.itemCount == paths.count)
      for (position, path) in paths.enumerated() {
        #expect(shape.position(of: IndexPath(indexes: path)) == position, "\(counts)")
        #expect(shape.path(at: position) == IndexPath(indexes: path), "\(counts)")
      }
    }
  }

  @Test func `What is not in the list has no position`() {
    for counts in Self.shapes {
      let shape = ListShape(counts)
      #expect(shape.path(at: -1) == nil)
      #expect(shape.path(at: shape.itemCount) == nil)
      for section in 0...counts.count {
        let count = section < counts.count ? counts[section] : 0
        #expect(shape.position(of: IndexPath(indexes: [section, count])) == nil)
      }
      for path in [[], [0], [-1, 0], [0, -1], [0, 0, 0]] {
        #expect(shape.position(of: IndexPath(indexes: path)) == nil)
      }
    }
  }

  @Test func `A section with fewer than no items has none`() {
    let shape = ListShape([2, -3, 1])
    #expect(shape.itemCount == 3)
    #expect(shape.position(of: IndexPath(indexes: [2, 0])) == 2)
    #expect(shape.path(at: 2) == IndexPath(indexes: [2, 0]))
    #expect(shape.position(of: IndexPath(indexes: [1, 0])) == nil)
  }
}
