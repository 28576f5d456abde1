import AsyncCellTesting
import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct HeaderTests {
  final class Header: UITableViewHeaderFooterView, AsyncCell {
    var name = ""
    var desk: Desk?
    var states: [String] = []
    var asyncOperationID: AnyHashable? { name }
    func asyncOperation() -> Waterfall<String>? { desk?.job(name) }
    func asyncOperationDidChange(_ state: AsyncCellState<String>) { states.append(state.value ?? "…") }
  }

  final class Sections: NSObject, UITableViewDataSource, UITableViewDelegate {
    let desk: Desk
    init(_ desk: Desk) { self.desk = desk }
    func numberOfSections(in tableView: UITableView) -> Int { 10 }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      tableView.dequeueReusableCell(withIdentifier: "name", for: indexPath)
    }
    func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 40 }
    func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat { 40 }
    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      view(tableView, "h\(section)")
    }
    func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
      view(tableView, "f\(section)")
    }
    private func view(_ tableView: UITableView, _ name: String) -> UIView? {
      let header = tableView.dequeueReusableHeaderFooterView(withIdentifier: "header") as? Header
      header?.name = name
      header?.desk = desk
      header?.states = []
      return header
    }
  }

  @Test(arguments: HeadlessProfile.all)
  func `S46: Headers and footers that are async cells load, are reused and show nothing of another section`(
    profile: HeadlessProfile
  ) {
    let scene = DelegateTests.Scene(profile)
    let sections = Sections(scene.desk)
    let cells = AsyncTableViewDelegate(operations: scene.queue)
    scene.table.register(Header.self, forHeaderFooterViewReuseIdentifier: "header")
    scene.table.dataSource = sections
    cells.attach(to: scene.table, forwardingTo: sections)
    scene.window.runFrame()
    scene.engine.settle()
    for offset in stride(from: 100.0, to: 2_500, by: 150) {
      scene.table.jump(to: offset)
      scene.window.runFrames(2)
      scene.engine.settle()
      if let oldest = scene.desk.wanted.first { scene.desk.succeed(oldest) }
      scene.engine.settle()
    }
    scene.complete()
    var seen = 0
    for section in 0..<10 {
      for view in [scene.table.headerView(forSection: section), scene.table.footerView(forSection: section)] {
        guard let view = view as? Header else { continue }
        seen += 1
        #expect(view.states.last == view.name.uppercased())
        #expect(view.states.allSatisfy { $0 == "…" || $0 == view.name.uppercased() })
      }
    }
    #expect(seen > 1)
    #expect(scene.table.headlessLog.violations.isEmpty)
  }
}
