import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Table controllers and delegates", .timeLimit(.minutes(5)))
struct TableControllerTests {
  final class Feed: UITableViewController {
    var heard: [String] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      tableView.rowHeight = 100
    }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    }
    override func tableView(
      _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) {
      heard.append("willDisplay \(indexPath.row)")
    }
    override func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
      indexPath.row == 0 ? nil : indexPath
    }
    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      heard.append("select \(indexPath.row)")
    }
    override func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
      heard.append("deselect \(indexPath.row)")
    }
    override func scrollViewDidScroll(_ scrollView: UIScrollView) {
      heard.append("scroll")
    }
  }

  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))

  func shown() -> Feed {
    let feed = Feed(style: .plain)
    window.rootViewController = feed
    window.makeKeyAndVisible()
    window.runFrame()
    return feed
  }

  @Test("Its overrides are called, and the table is its view")
  func overrides() {
    let feed = shown()
    #expect(feed.view === feed.tableView)
    #expect(feed.tableView.dataSource === feed && feed.tableView.delegate === feed)
    #expect(feed.heard == ["willDisplay 0", "willDisplay 1", "willDisplay 2"])
    feed.tableView.jump(to: 10)
    #expect(feed.heard.last == "scroll")
  }

  @Test("A tap selects what the delegate allows; the next appearance clears the selection")
  func selection() {
    let feed = shown()
    feed.heard = []
    feed.tableView.tap(row(0))
    #expect(feed.heard.isEmpty)
    feed.tableView.tap(row(1))
    feed.tableView.tap(row(2))
    #expect(feed.heard == ["select 1", "deselect 1", "select 2"])
    #expect(feed.tableView.indexPathForSelectedRow == row(2))
    feed.tableView.tap(row(40))

    feed.beginAppearanceTransition(false, animated: false)
    feed.endAppearanceTransition()
    feed.beginAppearanceTransition(true, animated: false)
    #expect(feed.tableView.indexPathForSelectedRow == nil)
  }

  @Test("The log counts optional methods that the delegate left to the default")
  func defaulted() {
    let stage = Stage()
    stage.window.runFrame()
    #expect(stage.log.defaulted["tableView(_:heightForRowAt:)", default: 0] > 0)
    #expect(stage.log.defaulted["tableView(_:willDisplay:forRowAt:)"] == nil)
  }

  @Test("In Swift a subclass cannot replace a default its superclass relies on; the log shows it")
  func unheardSubclass() {
    class Base: NSObject, UITableViewDelegate {}
    final class Derived: Base {
      var heard = 0
      func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
        heard += 1
      }
    }
    let stage = Stage()
    let delegate = Derived()
    stage.table.delegate = delegate
    stage.window.runFrame()
    #expect(delegate.heard == 0)
    #expect(stage.log.defaulted["tableView(_:willDisplay:forRowAt:)"] == 5)
  }

  @Test("Delegates and data sources are weak")
  func weakReferences() {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 500), style: .plain)
    do {
      let feed = HeadlessUIKitTests.Feed()
      table.dataSource = feed
      table.delegate = feed
      table.prefetchDataSource = feed
      #expect(table.dataSource === feed)
    }
    #expect(table.dataSource == nil && table.delegate == nil && table.prefetchDataSource == nil)
    table.layoutIfNeeded()
  }
}
