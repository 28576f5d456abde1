import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Heights and places of rows", .timeLimit(.minutes(5)))
struct HeightTests {
  final class Heights: NSObject, UITableViewDataSource, UITableViewDelegate {
    var heights: [[CGFloat]] = []
    var estimate: CGFloat = UITableView.automaticDimension
    var asked: [IndexPath] = []

    func numberOfSections(in tableView: UITableView) -> Int { heights.count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { heights[section].count }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell()
    }
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
      asked.append(indexPath)
      return heights[indexPath.section][indexPath.row]
    }
    func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat { estimate }
    func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 10 }
    func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat { 0 }
  }

  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
  let source = Heights()
  let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 500), style: .grouped)

  func show() {
    table.dataSource = source
    table.delegate = source
    window.addSubview(table)
    window.makeKeyAndVisible()
    window.runFrame()
  }

  @Test("B22: without an estimate each height is asked for at once")
  func noEstimate() {
    source.heights = [Array(repeating: 100, count: 50)]
    source.estimate = 0
    show()
    #expect(source.asked.count == 50)
    #expect(table.contentSize == CGSize(width: 320, height: 5_010))
  }

  @Test("B22: with an estimate a height is asked for when its row is needed")
  func estimate() {
    source.heights = [Array(repeating: 100, count: 50)]
    source.estimate = 50
    show()
    #expect(source.asked == (0..<5).map { row($0) })
    #expect(table.indexPathsForVisibleRows?.count == 5)
    #expect(table.contentSize == CGSize(width: 320, height: 10 + 5 * 100 + 45 * 50))

    table.drag(by: 700, frames: 7)
    #expect(source.asked.count == Set(source.asked).count, "and never twice")
  }

  @Test("Changed heights move rows without a reload")
  func rowHeight() {
    let stage = Stage(.noPrefetch).settled()
    stage.table.rowHeight = 250
    stage.window.runFrame()
    #expect(stage.table.indexPathsForVisibleRows == [row(0), row(1)])
    #expect(stage.table.rectForRow(at: row(1)) == CGRect(x: 0, y: 250, width: 320, height: 250))
    #expect(stage.rowEvents == (2..<5).map { .didEndDisplaying(row($0)) })
  }

  @Test("Rows are where a naive sum puts them", arguments: 1...20)
  func places(seed: UInt64) {
    var random = SplitMix(state: seed)
    source.heights = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      (0..<Int.random(in: 0...8, using: &random)).map { _ in CGFloat(Int.random(in: 0...3, using: &random) * 20) }
    }
    show()
    var y: CGFloat = 0
    var spans: [(path: IndexPath, top: CGFloat, bottom: CGFloat)] = []
    for (section, heights) in source.heights.enumerated() {
      y += 10
      for (index, height) in heights.enumerated() {
        spans.append((row(index, section), y, y + height))
        y += height
      }
    }
    #expect(table.contentSize.height == y)
    for span in spans {
      #expect(table.rectForRow(at: span.path).minY == span.top && table.rectForRow(at: span.path).maxY == span.bottom)
    }
    for _ in 0..<20 {
      let top = CGFloat(Int.random(in: 0...300, using: &random))
      let rect = CGRect(x: 0, y: top, width: 1, height: CGFloat(Int.random(in: 1...200, using: &random)))
      let expected = spans.filter { $0.bottom > rect.minY && $0.top < rect.maxY && $0.bottom > $0.top }.map(\.path)
      #expect(table.indexPathsForRows(in: rect) == expected, "seed \(seed)")
      #expect(
        table.indexPathForRow(at: CGPoint(x: 0, y: top))
          == spans.first { $0.top <= top && top < $0.bottom }?.path, "seed \(seed)")
    }
  }

  @Test(
    "scrollToRow puts the row at the top, in the middle, at the bottom, or just in sight",
    arguments: zip(
      [UITableView.ScrollPosition.top, .middle, .bottom, .none], [2_000, 1_800, 1_600, 1_600] as [CGFloat]))
  func scrollToRow(position: UITableView.ScrollPosition, offset: CGFloat) {
    let stage = Stage().settled()
    stage.table.scrollToRow(at: row(20), at: position, animated: false)
    #expect(stage.table.contentOffset.y == offset)
    stage.table.scrollToRow(at: row(99), at: .top, animated: false)
    #expect(stage.table.contentOffset.y == 9_500, "never beyond the content")
  }
}
