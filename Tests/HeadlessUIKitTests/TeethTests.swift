import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

/// Loaders that a good test suite must fail. Each goes right where the double is lenient and wrong where UIKit may be.
@MainActor @Suite("Deliberately naive loaders", .timeLimit(.minutes(5)))
struct TeethTests {
  final class PictureCell: UITableViewCell {
    var shown: Int?
  }

  enum Fault: CaseIterable {
    /// Starts in `cellForRowAt` only, cancels when a display ends.
    case startsInRequestOnly
    /// Cancels what the index path names, not what the cell holds.
    case cancelsByPath
    /// Does not check, when a picture arrives, what the cell shows now.
    case noIdentity
    /// Cancels nothing and believes that a display follows each request.
    case countsRequests
  }

  final class Loader: NSObject, UITableViewDataSource, UITableViewDelegate {
    struct Load {
      let item: Int
      let path: IndexPath
      let cell: PictureCell
    }

    let fault: Fault
    var items: [Int]
    var loads: [Load] = []
    var requested = 0
    var displayed = 0

    init(_ fault: Fault, items: [Int]) {
      self.fault = fault
      self.items = items
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { items.count }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      guard let cell = cell as? PictureCell else { return cell }
      cell.shown = nil
      requested += 1
      if fault != .noIdentity { loads.removeAll { $0.cell === cell } }
      loads.append(Load(item: items[indexPath.row], path: indexPath, cell: cell))
      return cell
    }

    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
      displayed += 1
    }

    func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
      switch fault {
      case .startsInRequestOnly: loads.removeAll { $0.cell === cell }
      case .cancelsByPath: loads.removeAll { $0.path == indexPath }
      case .noIdentity, .countsRequests: break
      }
    }

    func finishAll() {
      for load in loads { load.cell.shown = load.item }
      loads = []
    }
  }

  func stage(_ fault: Fault, _ profile: HeadlessProfile) -> (window: UIWindow, table: UITableView, loader: Loader) {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
    let table = UITableView(frame: window.bounds, style: .plain)
    let loader = Loader(fault, items: Array(0..<100))
    window.headlessProfile = profile
    table.register(PictureCell.self, forCellReuseIdentifier: "cell")
    table.rowHeight = 100
    table.dataSource = loader
    table.delegate = loader
    window.addSubview(table)
    window.makeKeyAndVisible()
    window.runFrame()
    return (window, table, loader)
  }

  /// Whether each visible cell shows its own item.
  func isRight(_ table: UITableView, _ loader: Loader) -> Bool {
    (table.indexPathsForVisibleRows ?? []).allSatisfy { path in
      (table.cellForRow(at: path) as? PictureCell)?.shown == loader.items[path.row]
    }
  }

  @Test("Started in cellForRowAt only, a row that comes back stays empty: B4", arguments: HeadlessProfile.all)
  func startsInRequestOnly(profile: HeadlessProfile) {
    let (window, table, loader) = stage(.startsInRequestOnly, profile)
    table.drag(by: 200)
    window.runFrames(2)
    table.drag(by: -200)
    window.runFrames(2)
    loader.finishAll()
    #expect(isRight(table, loader) == (profile != .preparedCache))
  }

  @Test("Cancelled by index path, a reload kills the loads of the new cells: B9", arguments: HeadlessProfile.all)
  func cancelsByPath(profile: HeadlessProfile) {
    let (window, table, loader) = stage(.cancelsByPath, profile)
    loader.items.removeFirst()
    table.reloadData()
    window.runFrames(2)
    loader.finishAll()
    #expect(isRight(table, loader) == (profile != .preparedCache))
  }

  @Test("Without an identity a late picture lands in a reused cell", arguments: HeadlessProfile.all)
  func noIdentity(profile: HeadlessProfile) {
    let (window, table, loader) = stage(.noIdentity, profile)
    let late = loader.loads
    loader.loads = []
    var wentWrong = false
    for _ in 0..<20 {
      table.drag(by: 100)
      window.runFrame()
      loader.finishAll()
      loader.loads = late
      loader.finishAll()
      wentWrong = wentWrong || !isRight(table, loader)
    }
    #expect(wentWrong)
  }

  @Test("Requests and displays do not pair: B2, B4", arguments: HeadlessProfile.all)
  func countsRequests(profile: HeadlessProfile) {
    let (window, table, loader) = stage(.countsRequests, profile)
    table.drag(by: 350)
    window.runFrames(2)
    #expect((loader.requested == loader.displayed) == (profile == .noPrefetch))
  }
}
