import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor
struct SmokeTests {
  final class NumberCell: UITableViewCell, AsyncCell {
    var number: Int?
    var states: [String] = []
    var asyncOperationID: AnyHashable? { number }
    func asyncOperation() -> Waterfall<Int>? {
      number.map { number in Waterfall(number).then("double") { $0 * 2 } }
    }
    func asyncOperationDidChange(_ state: AsyncCellState<Int>) {
      states.append("\(state)")
    }
  }

  final class Numbers: UITableViewController {
    let cells = AsyncTableViewDelegate()
    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(NumberCell.self, forCellReuseIdentifier: "number")
      cells.attach(to: tableView, forwardingTo: self)
    }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "number", for: indexPath)
      (cell as? NumberCell)?.number = indexPath.row
      return cell
    }
  }

  @Test func `Visible cells complete`() async throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let controller = Numbers(style: .plain)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    window.runFrame()
    let visible = controller.tableView.visibleCells.compactMap { $0 as? NumberCell }
    #expect(!visible.isEmpty)
    while visible.contains(where: { $0.states.last != "complete(Int)" }) { await Task.yield() }
    #expect(visible.allSatisfy { $0.states == ["inProgress(waiting, attempt 1)", "complete(Int)"] })
  }
}
