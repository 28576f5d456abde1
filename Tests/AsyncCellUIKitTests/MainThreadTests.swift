import AsyncCellTesting
import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit
import XCTest

/// Delivery with real threads and the real clock, under XCTest, whose main actor is the main thread.
final class MainThreadTests: XCTestCase {
  private final class PlainNumbers: NSObject, UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "number", for: indexPath)
      (cell as? NumberCell)?.number = indexPath.row
      return cell
    }
  }

  private final class NumberCell: UITableViewCell, AsyncCell {
    var number: Int?
    var content: Int?
    var onComplete: (() -> Void)?
    var asyncOperationID: AnyHashable? { number }
    func asyncOperation() -> Waterfall<Int>? {
      number.map { number in
        Waterfall(number)
          .then { (n: Int, handoff: Handoff<Int>) -> Void in
            XCTAssertFalse(Thread.isMainThread)
            DispatchQueue.global().async { handoff.succeed(n + 1) }
          }
          .then("double", on: .processing) { $0 * 2 }
      }
    }
    func asyncOperationDidChange(_ state: AsyncCellState<Int>) {
      XCTAssertTrue(Thread.isMainThread)
      content = state.value
      if case .complete = state { onComplete?() }
    }
  }

  /// Being of the main actor makes it fit to be carried from one of its stretches to the next.
  @MainActor
  private final class Kept {
    let (window, table, numbers, cells): (UIWindow, UITableView, PlainNumbers, AsyncTableViewDelegate)
    init(_ window: UIWindow, _ table: UITableView, _ numbers: PlainNumbers, _ cells: AsyncTableViewDelegate) {
      (self.window, self.table, self.numbers, self.cells) = (window, table, numbers, cells)
    }
  }

  func testVisibleCellsCompleteOnTheMainThread() {
    let completed = expectation(description: "Five cells are complete.")
    completed.expectedFulfillmentCount = 5
    let kept = MainActor.assumeIsolated {
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
      let table = UITableView(frame: window.bounds, style: .plain)
      let (numbers, cells) = (PlainNumbers(), AsyncTableViewDelegate())
      table.register(NumberCell.self, forCellReuseIdentifier: "number")
      table.rowHeight = 100
      table.dataSource = numbers
      cells.attach(to: table)
      window.addSubview(table)
      window.makeKeyAndVisible()
      window.runFrame()
      for case let cell as NumberCell in table.visibleCells {
        XCTAssertNil(cell.content)
        cell.onComplete = { completed.fulfill() }
      }
      return Kept(window, table, numbers, cells)
    }
    wait(for: [completed], timeout: 30)
    MainActor.assumeIsolated {
      XCTAssertEqual(
        kept.table.visibleCells.compactMap { ($0 as? NumberCell)?.content }, (0..<5).map { ($0 + 1) * 2 })
      XCTAssertTrue(kept.table.headlessLog.violations.isEmpty)
    }
  }
}
