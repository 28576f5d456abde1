import AsyncCellCore
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ScrollGeometryTests {
  // MARK: Anchors

  @Test func `The first cell that begins on screen stays`() {
    let anchor = ScrollAnchor(.keepingFirst)
    #expect(anchor.choose(among: [120...180, -20...40, 40...120], visible: 0...150) == 2)
  }

  @Test func `A cell that fills the screen stays where it began`() {
    let anchor = ScrollAnchor(.keepingFirst)
    #expect(anchor.choose(among: [-200 ... -50, -50...400], visible: 0...150) == 1)
    #expect(ScrollAnchor(.keepingLast).choose(among: [-50...400, 400...500], visible: 0...150) == 0)
  }

  @Test func `The last cell that ends on screen stays`() {
    let anchor = ScrollAnchor(.keepingLast)
    #expect(anchor.choose(among: [0...40, 40...120, 120...180], visible: 0...150) == 1)
  }

  @Test func `Without a cell on screen nothing stays, and never is never`() {
    #expect(ScrollAnchor(.keepingFirst).choose(among: [], visible: 0...100) == nil)
    #expect(ScrollAnchor(.keepingLast).choose(among: [200...300], visible: 0...100) == nil)
    #expect(ScrollAnchor(.never).choose(among: [0...50], visible: 0...100) == nil)
  }

  @Test func `The list is scrolled by as much as the anchor's edge has moved`() {
    #expect(ScrollAnchor(.keepingFirst).change(from: 10...50, to: 30...90) == 20.0)
    #expect(ScrollAnchor(.keepingLast).change(from: 10...50, to: 30...90) == 40.0)
    #expect(ScrollAnchor(.never).change(from: 10...50, to: 30...90) == 0.0)
  }

  // MARK: The axis

  @Test(arguments: [
    (200.0, 50.0, ScrollAxis.horizontal), (200.0, 200.0, .vertical), (50.0, 200.0, .vertical), (50.0, 50.0, .vertical),
    (100.0, 100.0, .vertical), (101.0, 100.0, .horizontal), (0.0, 0.0, .vertical),
  ])
  func `A list scrolls sideways only when it is too wide and not too high`(
    width: Double, height: Double, axis: ScrollAxis
  ) {
    #expect(
      ScrollAxis(content: CGSize(width: width, height: height), bounds: CGSize(width: 100.0, height: 100.0)) == axis)
  }

  @Test func `Points, sizes and rectangles are read along the axis`() {
    let rect = CGRect(x: 1.0, y: 2.0, width: 30.0, height: 40.0)
    #expect(ScrollAxis.vertical.extent(rect) == 2...42)
    #expect(ScrollAxis.horizontal.extent(rect) == 1...31)
    #expect(ScrollAxis.vertical.value(rect.origin) == 2.0)
    #expect(ScrollAxis.horizontal.length(rect.size) == 30.0)
    #expect(ScrollAxis.vertical.point(9, like: rect.origin) == CGPoint(x: 1.0, y: 9.0))
    #expect(ScrollAxis.horizontal.point(9, like: rect.origin) == CGPoint(x: 9.0, y: 2.0))
  }

  @Test func `A rectangle of no length is where it begins`() {
    #expect(ScrollAxis.vertical.extent(CGRect(x: 0.0, y: 5.0, width: 10.0, height: 0.0)) == 5...5)
  }
}
