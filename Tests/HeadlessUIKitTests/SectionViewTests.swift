import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Headers and footers (B24)", .timeLimit(.minutes(5)))
struct SectionViewTests {
  final class Sections: NSObject, UITableViewDataSource, UITableViewDelegate {
    var heard: [String] = []

    func numberOfSections(in tableView: UITableView) -> Int { 4 }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 5 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell()
    }
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { 100 }
    func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 40 }
    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      tableView.dequeueReusableHeaderFooterView(withIdentifier: "header")
    }
    func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat { 20 }
    func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? { UIView() }
    func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
      heard.append("header \(section) on")
    }
    func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
      heard.append("header \(section) off")
    }
    func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
      heard.append("footer \(section) on")
    }
    func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {
      heard.append("footer \(section) off")
    }
  }

  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
  let sections = Sections()

  func table(_ style: UITableView.Style) -> UITableView {
    let controller = UITableViewController(style: style)
    let table: UITableView = controller.tableView
    table.dataSource = sections
    table.delegate = sections
    table.register(UITableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "header")
    window.rootViewController = controller
    window.makeKeyAndVisible()
    window.runFrame()
    return table
  }

  @Test("Grouped, they scroll with their rows")
  func grouped() {
    let table = table(.grouped)
    #expect(table.contentSize == CGSize(width: 320, height: 4 * 560))
    #expect(sections.heard == ["header 0 on"])
    #expect(table.headerView(forSection: 0)?.frame == CGRect(x: 0, y: 0, width: 320, height: 40))

    sections.heard = []
    table.jump(to: 100)
    window.runFrame()
    #expect(sections.heard == ["header 0 off", "footer 0 on", "header 1 on"])
    #expect(table.rectForRow(at: row(0, 1)).minY == 600)
  }

  @Test("Plain, they float while their section is in sight, and headers are reused")
  func plain() throws {
    let table = table(.plain)
    #expect(sections.heard == ["header 0 on", "footer 0 on"])
    let header = try #require(table.headerView(forSection: 0))
    table.jump(to: 300)
    window.runFrame()
    #expect(header.frame.minY == 300)

    table.jump(to: 1_200)
    window.runFrame()
    #expect(table.headerView(forSection: 0) == nil)
    #expect(sections.heard.contains("header 0 off"))
    #expect(table.headlessLog.events.contains(.prepareForReuse("header")))
    #expect(table.headerView(forSection: 2)?.frame.minY == 1_200)
  }

  @Test("A reload ends them under their old sections")
  func reload() {
    let table = table(.grouped)
    sections.heard = []
    table.reloadData()
    window.runFrame()
    #expect(sections.heard == ["header 0 off", "header 0 on"])
  }

  @Test("With automatic heights a title makes a header of 28 points, no title none")
  func titles() {
    final class Titled: NSObject, UITableViewDataSource {
      func numberOfSections(in tableView: UITableView) -> Int { 2 }
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell()
      }
      func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        section == 1 ? "Title" : nil
      }
    }
    let titled = Titled()
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 500), style: .grouped)
    table.dataSource = titled
    window.addSubview(table)
    table.layoutIfNeeded()
    #expect(table.contentSize == CGSize(width: 320, height: 44 + 28 + 44))
    #expect(table.headerView(forSection: 1) != nil)
  }
}
