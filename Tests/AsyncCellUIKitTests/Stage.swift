import AsyncCellTesting
import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit

/// A window of five rows of 100 points each, over a list of names, driven through an adapter by public UIKit calls.
@MainActor
final class Stage {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
  let table = UITableView(frame: .zero, style: .plain)
  let controller = UIViewController()
  let engine = VirtualEngine()
  let desk = Desk()
  let source: Names
  let adapter: any Adapter

  init(_ profile: HeadlessProfile, _ makeAdapter: (Stage.Parts) -> any Adapter, rows: Int = 100) {
    window.headlessProfile = profile
    source = Names((0..<rows).map { "n\($0)" })
    adapter = makeAdapter(Parts(engine: engine, desk: desk, source: source))
    source.adapter = adapter
    source.desk = desk
    table.register(NameCell.self, forCellReuseIdentifier: "name")
    table.rowHeight = 100
    table.dataSource = source
    adapter.attach(to: table)
    controller.view = table
    window.rootViewController = controller
    window.makeKeyAndVisible()
  }

  /// What an adapter is made of.
  struct Parts {
    let engine: VirtualEngine
    let desk: Desk
    let source: Names
  }

  func frame(_ count: Int = 1) { window.runFrames(count) }

  func settle() {
    repeat { engine.settle() } while desk.sweep()
  }

  /// Ends every job, and those that start in its place, until nothing moves.
  func completeAll() {
    for _ in 0..<200 {
      settle()
      guard !desk.wanted.isEmpty else { return }
      desk.succeedAll()
    }
  }

  var visible: [(row: Int, cell: NameCell)] {
    (table.indexPathsForVisibleRows ?? []).compactMap { path in
      (table.cellForRow(at: path) as? NameCell).map { (path.row, $0) }
    }
  }

  func cell(_ row: Int) -> NameCell? {
    table.cellForRow(at: IndexPath(row: row, section: 0)) as? NameCell
  }

  /// What is wrong on screen and in the log.
  func complaints(mayBeIncomplete: Bool = false) -> [String] {
    var complaints: [String] = []
    for (row, cell) in visible {
      let wanted = source.names[row]?.uppercased()
      if cell.content != wanted, !(mayBeIncomplete && cell.content == nil) {
        complaints.append("row \(row) shows \(cell.content ?? "nothing") instead of \(wanted ?? "nothing")")
      }
    }
    complaints += wrongs()
    return complaints
  }

  /// What was ever shown in the wrong cell, and what UIKit would have thrown for.
  func wrongs() -> [String] {
    source.cells.filter { !$0.wrong.isEmpty }.map { "a cell was shown \($0.wrong)" }
      + table.headlessLog.violations.map { "\($0)" }
  }
}

/// A cell that shows the name of its row in capitals, once it is loaded. It clears itself for reuse, as most do.
final class NameCell: UITableViewCell, AsyncCell {
  var name: String?
  var desk: Desk?
  private(set) var content: String?
  private(set) var previous: String?
  private(set) var states: [String] = []
  private(set) var failure: AsyncCellFailure?
  /// Values shown although the cell stood for another name.
  private(set) var wrong: [String] = []
  var declarations = 0

  override func prepareForReuse() {
    super.prepareForReuse()
    content = nil
    failure = nil
    states = []
  }

  var asyncOperationID: AnyHashable? { name }

  func asyncOperation() -> Waterfall<String>? {
    declarations += 1
    guard let name, let desk else { return nil }
    return desk.job(name)
  }

  func asyncOperationDidChange(_ state: AsyncCellState<String>) {
    switch state {
    case .inProgress(let progress): show(progress.previous, "…")
    case .complete(let value): show(value, value)
    case .failed: show(nil, "!")
    }
    failure = state.failure
  }

  func show(_ value: String?, _ state: String) {
    content = value
    states.append(state)
    let own = name?.uppercased()
    if let value, value != own, !value.hasPrefix("\(own ?? "-")@") { wrong.append("\(value) for \(own ?? "nothing")") }
  }
}

/// The list's model and data source.
final class Names: NSObject, UITableViewDataSource {
  var names: [String?]
  var desk: Desk?
  weak var adapter: (any Adapter)?
  private(set) var cells: [NameCell] = []

  init(_ names: [String?]) {
    self.names = names
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "name", for: indexPath)
    guard let cell = cell as? NameCell else { return cell }
    if !cells.contains(where: { $0 === cell }) { cells.append(cell) }
    cell.desk = desk
    cell.name = indexPath.row < names.count ? names[indexPath.row] : nil
    adapter?.configure(cell, at: indexPath)
    return cell
  }
}

/// What stands between a table and the cells' work.
@MainActor
protocol Adapter: AnyObject {
  func attach(to table: UITableView)
  func configure(_ cell: NameCell, at indexPath: IndexPath)
  /// The screen goes away, or comes back.
  func screen(isShown: Bool)
}

/// A stage with the library's own delegate, bound early, after its first frame.
@MainActor
func tableStage(
  _ profile: HeadlessProfile, limit: Int = 4, policy: OffscreenPolicy = .demote, rows: Int = 100
) -> (Stage, AsyncTableViewDelegate) {
  var cells: AsyncTableViewDelegate?
  let stage = Stage(
    profile,
    {
      let adapter = RightAdapter($0, prepares: true, limit: limit, policy: policy)
      cells = adapter.cells
      return adapter
    }, rows: rows)
  stage.frame()
  return (stage, cells ?? AsyncTableViewDelegate())
}
