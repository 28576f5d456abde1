import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct GridLayoutTests {
  // MARK: The ancestor's row

  @Test func `Row 35: As many columns as asked for, with a gap beside each, and no row overflows`() {
    // w = (W − (n + 1) · span) / n; the ancestor rounded to the nearest, and lost a column where that was up.
    let grid = GridLayout(columns: 3, spacing: 10)
    #expect(grid.itemSize(inWidth: 320) == CGSize(width: 93.0, height: 93.0))
    #expect(grid.itemSize(inWidth: 390) == CGSize(width: 116.0, height: 116.0))
    #expect(grid.columnCount(inWidth: 390) == 3)
  }

  @Test(arguments: [(1.0, 93.0), (2.0, 93.0), (3.0, 280.0 / 3.0)])
  func `Row 35: Widths are snapped down to a pixel of the screen`(scale: Double, width: Double) {
    let grid = GridLayout(columns: 3, spacing: 10, scale: CGFloat(scale))
    #expect(abs(Double(grid.itemSize(inWidth: 320).width) - width) < 1e-9)
  }

  @Test func `Row 35: In any width, one pixel more would overflow the row`() {
    var random = SplitMix(seed: 35)
    for round in 0..<Effort.count(40_000, quick: 5_000) {
      let count = 1 + random.below(12)
      let scale = Double(1 + random.below(3))
      let spacing = Double(random.below(200)) / 4
      let inset = Double(random.below(80)) / 2
      let width = Double(random.below(12_000)) / 6
      let grid = GridLayout(
        .count(count), spacing: CGFloat(spacing), horizontalInset: CGFloat(inset), scale: CGFloat(scale))
      let item = Double(grid.itemSize(inWidth: CGFloat(width)).width)
      let row = Double(count) * item + Double(count + 1) * spacing + inset
      guard item > 0 else {
        let least = Double(count) / scale + Double(count + 1) * spacing + inset
        #expect(least > width - 1e-4, "round \(round): there was room for a pixel")
        continue
      }
      #expect(row <= width + 1e-4, "round \(round): \(count) × \(item) overflow \(width)")
      #expect(row + Double(count) / scale > width - 1e-4, "round \(round): a pixel is lost in \(width)")
      #expect(abs(item * scale - (item * scale).rounded()) < 1e-6, "round \(round): not a pixel: \(item)")
    }
  }

  // MARK: No room

  @Test(arguments: [0, -1, -CGFloat.infinity, CGFloat.infinity, CGFloat.nan, 19.9, CGFloat.leastNonzeroMagnitude])
  func `Where there is no room the size is zero`(width: CGFloat) {
    #expect(GridLayout(columns: 1, spacing: 10).itemSize(inWidth: width) == .zero)
    #expect(GridLayout(.adaptive(minimumWidth: 50), spacing: 10).itemSize(inWidth: width) == .zero)
  }

  @Test func `A column narrower than a pixel has no height either`() {
    let grid = GridLayout(.count(4), spacing: 0, additionalHeight: 20)
    #expect(grid.itemSize(inWidth: 3) == .zero)
    #expect(grid.itemSize(inWidth: 4) == CGSize(width: 1.0, height: 21.0))
  }

  @Test(arguments: [CGFloat.nan, .infinity, -5, 0, 1e300])
  func `Whatever the width, there is a column`(width: CGFloat) {
    let grid = GridLayout(.adaptive(minimumWidth: 100), spacing: 10)
    #expect((1...10_000).contains(grid.columnCount(inWidth: width)))
  }

  @Test func `Changed to nonsense later, a grid still answers with a finite size`() {
    var grid = GridLayout(columns: 2)
    grid.columns = .count(0)
    #expect(grid.columnCount(inWidth: 100) == 1)
    #expect(grid.itemSize(inWidth: 100) == CGSize(width: 100.0, height: 100.0))
    grid.scale = 0
    #expect(grid.itemSize(inWidth: 100) == CGSize(width: 100.0, height: 100.0))
    grid.columns = .adaptive(minimumWidth: 0)
    #expect((1...10_000).contains(grid.columnCount(inWidth: 100)))
  }

  // MARK: Columns, insets and heights

  @Test func `Adaptive columns are as many as fit, none narrower than the least width`() {
    let grid = GridLayout(.adaptive(minimumWidth: 100), spacing: 10)
    #expect(grid.columnCount(inWidth: 119) == 1)
    #expect(grid.columnCount(inWidth: 229.9) == 1)
    #expect(grid.columnCount(inWidth: 230) == 2)
    #expect(grid.columnCount(inWidth: 339) == 2)
    #expect(grid.columnCount(inWidth: 340) == 3)
    #expect(grid.itemSize(inWidth: 339).width == 154.0)
  }

  @Test func `Adaptive columns that fit exactly are not lost to floating point`() {
    var random = SplitMix(seed: 36)
    for round in 0..<Effort.count(20_000, quick: 4_000) {
      let count = 1 + random.below(12)
      let minimum = Double(1 + random.below(2_000)) / 10
      let spacing = Double(random.below(300)) / 10
      let grid = GridLayout(.adaptive(minimumWidth: CGFloat(minimum)), spacing: CGFloat(spacing), scale: 10)
      let width = CGFloat(Double(count) * minimum + Double(count + 1) * spacing)
      let found = grid.columnCount(inWidth: width)
      #expect(found == count, "round \(round): \(found) of \(count) columns of \(minimum) and \(spacing)")
    }
  }

  @Test func `Insets are taken off the width before it is divided`() {
    let grid = GridLayout(.count(2), spacing: 8, horizontalInset: 32)
    #expect(grid.itemSize(inWidth: 320) == CGSize(width: 132.0, height: 132.0))
    #expect(
      GridLayout(.adaptive(minimumWidth: 100), spacing: 10, horizontalInset: 1).columnCount(inWidth: 230) == 1)
  }

  @Test func `The height follows the aspect ratio, and has room for more`() {
    let wide = GridLayout(.count(2), aspectRatio: 0.5, additionalHeight: 20)
    #expect(wide.itemSize(inWidth: 201) == CGSize(width: 100.0, height: 70.0))
    #expect(GridLayout(columns: 1, aspectRatio: 1.0 / 3.0, scale: 2).itemSize(inWidth: 100).height == 33.0)
    #expect(GridLayout(columns: 1, aspectRatio: -1).itemSize(inWidth: 100).height == 0.0)
  }

  @Test func `Lines are as far apart as columns unless said otherwise`() {
    #expect(GridLayout(.count(2), spacing: 7).lineSpacing == 7.0)
    #expect(GridLayout(.count(2), spacing: 7, lineSpacing: 3).lineSpacing == 3.0)
    #expect(GridLayout(.count(2), spacing: 7, lineSpacing: -3).lineSpacing == 0.0)
  }
}
