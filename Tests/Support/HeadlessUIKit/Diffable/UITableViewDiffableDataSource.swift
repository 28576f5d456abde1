public import Foundation

/// Shows snapshots in a table; the difference between one and the next becomes a batch of updates.
///
/// <https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource-2euir>
@MainActor
@preconcurrency
open class UITableViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>: NSObject, UITableViewDataSource
where
  SectionIdentifierType: Hashable, SectionIdentifierType: Sendable, ItemIdentifierType: Hashable,
  ItemIdentifierType: Sendable
{
  /// <https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource-2euir/cellprovider>
  public typealias CellProvider = (
    _ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
  ) -> UITableViewCell?

  /// <https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource-2euir/defaultrowanimation>
  open var defaultRowAnimation = UITableView.RowAnimation.automatic

  private let model: DiffableModel<SectionIdentifierType, ItemIdentifierType>
  private let cellProvider: CellProvider
  private weak var tableView: UITableView?

  /// Becomes the data source of the table, which does not retain it.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource-2euir/init(tableview:cellprovider:)>
  public init(
    tableView: UITableView,
    cellProvider: @escaping UITableViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>.CellProvider
  ) {
    self.cellProvider = cellProvider
    self.tableView = tableView
    model = DiffableModel(list: tableView)
    super.init()
    tableView.dataSource = self
  }

  // MARK: Identifiers

  /// <https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource-2euir/itemidentifier(for:)>
  open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { model.item(at: indexPath) }

  /// <https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource-2euir/indexpath(for:)>
  open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? { model.path(of: itemIdentifier) }

  /// <https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource-2euir/sectionidentifier(for:)>
  open func sectionIdentifier(for index: Int) -> SectionIdentifierType? { model.section(at: index) }

  /// <https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource-2euir/index(for:)>
  open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
    model.snapshot.indexOfSection(sectionIdentifier)
  }

  // MARK: Snapshots

  /// <https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource-2euir/snapshot()>
  open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { model.snapshot }

  /// Not animated, the difference is applied all the same (B30).
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource-2euir/apply(_:animatingdifferences:completion:)>
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {
    model.apply(
      snapshot, isAnimated: animatingDifferences && defaultRowAnimation != .none, completion: completion)
  }

  /// Returns when the animation has ended; frames must run meanwhile.
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource-2euir/apply(_:animatingdifferences:)>
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true
  ) async {
    // The table calls the completion, so it must live until then.
    let tableView = tableView
    await withCheckedContinuation { continuation in
      apply(snapshot, animatingDifferences: animatingDifferences) { continuation.resume() }
    }
    withExtendedLifetime(tableView) {}
  }

  /// <https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource-2euir/applysnapshotusingreloaddata(_:completion:)>
  open func applySnapshotUsingReloadData(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    completion: (() -> Void)? = nil
  ) {
    model.applyUsingReloadData(snapshot, completion: completion)
  }

  /// <https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource-2euir/applysnapshotusingreloaddata(_:)>
  open func applySnapshotUsingReloadData(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  ) async {
    let tableView = tableView
    await withCheckedContinuation { continuation in
      applySnapshotUsingReloadData(snapshot) { continuation.resume() }
    }
    withExtendedLifetime(tableView) {}
  }

  // MARK: UITableViewDataSource

  open func numberOfSections(in tableView: UITableView) -> Int { model.snapshot.numberOfSections }

  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    model.snapshot.sections[section].items.count
  }

  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    if let item = model.item(at: indexPath), let cell = cellProvider(tableView, indexPath, item) { return cell }
    tableView.headlessLog.violated(.noCell(indexPath))
    return UITableViewCell(style: .default, reuseIdentifier: nil)
  }

  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }

  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }

  open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }

  open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }

  open func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {}

  open func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {}

  open func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }

  open func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    index
  }
}
