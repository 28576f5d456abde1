import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

/// The lists that the scenarios are played in.
enum ListKind: CaseIterable {
  case table, diffableTable
  /// Cells by class.
  case collection
  /// Cells by registration.
  case registeredCollection, diffableCollection

  var isTable: Bool { self == .table || self == .diffableTable }
  var isDiffable: Bool { self == .diffableTable || self == .diffableCollection }

  /// Tells the kinds' seeds apart.
  var number: UInt64 { UInt64(Self.allCases.firstIndex(of: self) ?? 0) }

  @MainActor
  func makeHost(_ model: ListModel) -> any ListHost {
    isTable ? TableHost(model, isDiffable: isDiffable) : CollectionHost(model, self)
  }
}

/// What a list shows; its data sources ask it.
@MainActor
final class ListModel {
  var items: [Item]
  var onCell: (any NameView, IndexPath) -> Void = { _, _ in }
  private(set) var cells: [any NameView] = []

  init(_ items: [Item]) {
    self.items = items
  }

  func item(at path: IndexPath) -> Item? {
    path.section == 0 && items.indices.contains(path.item) ? items[path.item] : nil
  }

  func configure(_ cell: any NameView, _ path: IndexPath, _ item: Item?) {
    if !cells.contains(where: { $0 === cell }) { cells.append(cell) }
    cell.board.item = item
    onCell(cell, path)
  }
}

/// A table or a collection view of one column, rows of 100 points, with its data source.
@MainActor
protocol ListHost: AnyObject {
  var view: UIScrollView { get }
  var visible: [(index: Int, cell: any NameView)] { get }
  /// Visible or merely held.
  func cell(at index: Int) -> (any NameView)?
  func reloadData()
  func batch(_ body: @escaping () -> Void)
  func insert(_ indexes: [Int])
  func delete(_ indexes: [Int])
  func move(_ index: Int, to newIndex: Int)
  func reload(_ indexes: [Int])
  func reconfigure(_ indexes: [Int])
  /// Nil: the list has no diffable data source.
  var apply: ((SnapshotChange) -> Void)? { get }
  /// Tells a delegate how to identify items.
  func identify(_ cells: AsyncListDelegate)
}

/// What to do with a snapshot of the model's items.
struct SnapshotChange {
  var reloaded: [Int] = []
  var reconfigured: [Int] = []
  var isAnimated = true
  var usesReloadData = false

  @MainActor
  func snapshot(of model: ListModel) -> NSDiffableDataSourceSnapshot<Int, Int> {
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems(model.items.map(\.id))
    snapshot.reloadItems(reloaded)
    snapshot.reconfigureItems(reconfigured)
    return snapshot
  }
}

func paths(_ indexes: some Sequence<Int>) -> [IndexPath] { indexes.map { IndexPath(item: $0, section: 0) } }

final class TableHost: NSObject, ListHost, UITableViewDataSource {
  let table = UITableView(frame: .zero, style: .plain)
  private let model: ListModel
  private var source: UITableViewDiffableDataSource<Int, Int>?

  init(_ model: ListModel, isDiffable: Bool) {
    self.model = model
    super.init()
    table.register(NameRow.self, forCellReuseIdentifier: "name")
    table.rowHeight = 100
    if isDiffable {
      source = UITableViewDiffableDataSource(tableView: table) { [weak model] table, path, id in
        let cell = table.dequeueReusableCell(withIdentifier: "name", for: path)
        if let cell = cell as? NameRow { model?.configure(cell, path, model?.items.first { $0.id == id }) }
        return cell
      }
      source?.apply(SnapshotChange().snapshot(of: model), animatingDifferences: false)
    } else {
      table.dataSource = self
    }
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { model.items.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "name", for: indexPath)
    if let cell = cell as? NameRow { model.configure(cell, indexPath, model.item(at: indexPath)) }
    return cell
  }

  var view: UIScrollView { table }
  var visible: [(index: Int, cell: any NameView)] {
    (table.indexPathsForVisibleRows ?? []).compactMap { path in cell(at: path.row).map { (path.row, $0) } }
  }
  func cell(at index: Int) -> (any NameView)? {
    table.cellForRow(at: IndexPath(row: index, section: 0)) as? any NameView
  }
  func reloadData() { table.reloadData() }
  func batch(_ body: @escaping () -> Void) { table.performBatchUpdates(body) }
  func insert(_ indexes: [Int]) { table.insertRows(at: paths(indexes), with: .automatic) }
  func delete(_ indexes: [Int]) { table.deleteRows(at: paths(indexes), with: .automatic) }
  func move(_ index: Int, to newIndex: Int) {
    table.moveRow(at: IndexPath(row: index, section: 0), to: IndexPath(row: newIndex, section: 0))
  }
  func reload(_ indexes: [Int]) { table.reloadRows(at: paths(indexes), with: .automatic) }
  func reconfigure(_ indexes: [Int]) { table.reconfigureRows(at: paths(indexes)) }

  var apply: ((SnapshotChange) -> Void)? {
    guard let source else { return nil }
    return { [model] change in
      let snapshot = change.snapshot(of: model)
      if change.usesReloadData { return source.applySnapshotUsingReloadData(snapshot) }
      source.apply(snapshot, animatingDifferences: change.isAnimated)
    }
  }

  func identify(_ cells: AsyncListDelegate) {
    if let source { return (cells as? AsyncTableViewDelegate)?.identifyItems(by: source) ?? () }
    cells.itemIdentity = { [weak model] path in model?.item(at: path)?.id }
  }
}

final class CollectionHost: NSObject, ListHost, UICollectionViewDataSource {
  let layout = UICollectionViewFlowLayout()
  let list: UICollectionView
  private let model: ListModel
  private let registration: UICollectionView.CellRegistration<NameTile, Item?>?
  private var source: UICollectionViewDiffableDataSource<Int, Int>?

  init(_ model: ListModel, _ kind: ListKind) {
    self.model = model
    layout.itemSize = CGSize(width: 320, height: 100)
    layout.minimumLineSpacing = 0
    list = UICollectionView(frame: .zero, collectionViewLayout: layout)
    let registration = UICollectionView.CellRegistration<NameTile, Item?> { [weak model] cell, path, item in
      model?.configure(cell, path, item)
    }
    self.registration = kind == .collection ? nil : registration
    super.init()
    list.register(NameTile.self, forCellWithReuseIdentifier: "name")
    if kind.isDiffable {
      source = UICollectionViewDiffableDataSource(collectionView: list) { [weak model] list, path, id in
        let item = model?.items.first { $0.id == id }
        return list.dequeueConfiguredReusableCell(using: registration, for: path, item: .some(item))
      }
      source?.apply(SnapshotChange().snapshot(of: model), animatingDifferences: false)
    } else {
      list.dataSource = self
    }
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    model.items.count
  }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    if let registration {
      let item = model.item(at: indexPath)
      return collectionView.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: .some(item))
    }
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "name", for: indexPath)
    if let cell = cell as? NameTile { model.configure(cell, indexPath, model.item(at: indexPath)) }
    return cell
  }

  var view: UIScrollView { list }
  var visible: [(index: Int, cell: any NameView)] {
    list.indexPathsForVisibleItems.sorted().compactMap { path in cell(at: path.item).map { (path.item, $0) } }
  }
  func cell(at index: Int) -> (any NameView)? {
    list.cellForItem(at: IndexPath(item: index, section: 0)) as? any NameView
  }
  func reloadData() { list.reloadData() }
  func batch(_ body: @escaping () -> Void) { list.performBatchUpdates(body) }
  func insert(_ indexes: [Int]) { list.insertItems(at: paths(indexes)) }
  func delete(_ indexes: [Int]) { list.deleteItems(at: paths(indexes)) }
  func move(_ index: Int, to newIndex: Int) {
    list.moveItem(at: IndexPath(item: index, section: 0), to: IndexPath(item: newIndex, section: 0))
  }
  func reload(_ indexes: [Int]) { list.reloadItems(at: paths(indexes)) }
  func reconfigure(_ indexes: [Int]) { list.reconfigureItems(at: paths(indexes)) }

  var apply: ((SnapshotChange) -> Void)? {
    guard let source else { return nil }
    return { [model] change in
      let snapshot = change.snapshot(of: model)
      if change.usesReloadData { return source.applySnapshotUsingReloadData(snapshot) }
      source.apply(snapshot, animatingDifferences: change.isAnimated)
    }
  }

  func identify(_ cells: AsyncListDelegate) {
    if let source { return (cells as? AsyncCollectionViewDelegate)?.identifyItems(by: source) ?? () }
    cells.itemIdentity = { [weak model] path in model?.item(at: path)?.id }
  }
}
