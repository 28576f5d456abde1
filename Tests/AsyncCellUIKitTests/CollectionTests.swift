import AsyncCellTesting
import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit
import Testing

/// What collection views have besides cells that are one thing: section views, content views, parts, lists in cells.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct CollectionTests {
  typealias Scene = CollectionDelegateTests.Scene

  /// A view that shows a name in capitals, wherever it lies.
  final class NamePart: UIView, AsyncCell {
    var name: String?
    var desk: Desk?
    var states: [String] = []
    var failure: AsyncCellFailure?
    var asyncOperationID: AnyHashable? { name }
    func asyncOperation() -> Waterfall<String>? { name.flatMap { desk?.job($0) } }
    func asyncOperationDidChange(_ state: AsyncCellState<String>) {
      states.append(state.failure == nil ? state.value ?? "…" : "!")
      failure = state.failure
    }
  }

  // MARK: Section views

  final class Heading: UICollectionReusableView, AsyncCell {
    var name = ""
    var desk: Desk?
    var states: [String] = []
    var asyncOperationID: AnyHashable? { name }
    func asyncOperation() -> Waterfall<String>? { desk?.job(name) }
    func asyncOperationDidChange(_ state: AsyncCellState<String>) { states.append(state.value ?? "…") }
  }

  final class Sections: NSObject, UICollectionViewDataSource {
    let desk: Desk
    var count = 10
    private(set) var headings: [Heading] = []
    private let cell = UICollectionView.CellRegistration<UICollectionViewCell, Int> { _, _, _ in }
    private var views: [String: UICollectionView.SupplementaryRegistration<Heading>] = [:]
    var onHeading: (Heading) -> Void = { _ in }

    init(_ desk: Desk) {
      self.desk = desk
      super.init()
      for kind in [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter] {
        views[kind] = UICollectionView.SupplementaryRegistration(elementKind: kind) { [weak self] view, kind, path in
          guard let self else { return }
          if !headings.contains(where: { $0 === view }) { headings.append(view) }
          (view.name, view.desk, view.states) = ("\(kind) \(path.section)", desk, [])
          onHeading(view)
        }
      }
    }
    func numberOfSections(in collectionView: UICollectionView) -> Int { count }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
    func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      collectionView.dequeueConfiguredReusableCell(using: cell, for: indexPath, item: 0)
    }
    func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
      views[kind].map { collectionView.dequeueConfiguredReusableSupplementary(using: $0, for: indexPath) }
        ?? UICollectionReusableView(frame: .zero)
    }
  }

  static var profiles: [HeadlessProfile] {
    HeadlessProfile.all + (0..<UInt64(Effort.count(200, quick: 10))).map { .legalChaos(seed: $0) }
  }

  @Test func `S46: Headers and footers of a collection view load, are reused, and show nothing of another section`() {
    for (index, profile) in Self.profiles.enumerated() {
      let scene = Scene(profile)
      let (sections, cells) = (Sections(scene.desk), AsyncCollectionViewDelegate(operations: scene.queue))
      if index.isMultiple(of: 2) { cells.offscreenPolicy = .cancel }
      if index % 3 > 0 { sections.onHeading = { [weak cells] in cells?.prepare(supplementaryView: $0) } }
      scene.host.layout.headerReferenceSize = CGSize(width: 320, height: 40)
      scene.host.layout.footerReferenceSize = CGSize(width: 320, height: 40)
      scene.list.dataSource = sections
      cells.attach(to: scene.list)
      scene.window.runFrame()
      for offset in stride(from: 100.0, to: 2_500, by: 150) {
        scene.list.jump(to: offset)
        scene.window.runFrames(2)
        scene.engine.settle()
        if let oldest = scene.desk.wanted.first { scene.desk.succeed(oldest) }
        scene.engine.settle()
      }
      // S4: the sections have gone when the displays of their views end.
      sections.count = 5
      scene.list.reloadData()
      scene.window.runFrames(3)
      scene.complete()
      let visible = sections.headings.filter { $0.superview != nil && $0.frame.intersects(scene.list.bounds) }
      #expect(visible.count > 1, "\(profile)")
      for view in sections.headings {
        #expect(view.states.allSatisfy { $0 == "…" || $0 == view.name.uppercased() }, "\(profile), \(view.name)")
      }
      for view in visible { #expect(view.states.last == view.name.uppercased(), "\(profile), \(view.name)") }
      // S13: what is at hand is there at once.
      scene.list.reloadData()
      scene.window.runFrames(3)
      for view in visible where view.superview != nil { #expect(view.states.last != "…", "\(profile), \(view.name)") }
      #expect(scene.list.headlessLog.violations.isEmpty)
    }
  }

  // MARK: Content views and closures

  struct NameConfiguration: UIContentConfiguration {
    var name: String
    var desk: Desk
    func makeContentView() -> any UIView & UIContentView { NameContent(self) }
    func updated(for state: any UIConfigurationState) -> NameConfiguration { self }
  }

  final class NameContent: UIView, UIContentView, AsyncCell {
    var configuration: any UIContentConfiguration
    var states: [String] = []
    init(_ configuration: NameConfiguration) {
      self.configuration = configuration
      super.init(frame: .zero)
    }
    required init?(coder: NSCoder) { nil }
    var own: NameConfiguration? { configuration as? NameConfiguration }
    var asyncOperationID: AnyHashable? { own?.name }
    func asyncOperation() -> Waterfall<String>? { own.map { $0.desk.job($0.name) } }
    func asyncOperationDidChange(_ state: AsyncCellState<String>) {
      states.append("\(own?.name ?? ""): \(state.value ?? "…")")
    }
  }

  /// Shows items 0 to 99 by a registration that a test writes.
  final class Registered: NSObject, UICollectionViewDataSource {
    typealias Registration = UICollectionView.CellRegistration<UICollectionViewCell, String>
    let registration: Registration
    init(_ handler: @escaping Registration.Handler) { registration = Registration(handler: handler) }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 100 }
    func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      collectionView.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: "n\(indexPath.item)")
    }
  }

  @Test(arguments: HeadlessProfile.all, [true, false])
  func `A content view made by a configuration loads for its item`(profile: HeadlessProfile, isEarly: Bool) {
    let scene = Scene(profile)
    let cells = AsyncCollectionViewDelegate(operations: scene.queue)
    let rows = Registered { [desk = scene.desk, weak cells] cell, path, name in
      cell.contentConfiguration = NameConfiguration(name: name, desk: desk)
      if isEarly { cells?.prepare(cell, at: path) }
    }
    scene.list.dataSource = rows
    cells.attach(to: scene.list)
    scene.window.runFrame()
    for _ in 0..<8 {
      scene.engine.settle()
      if let first = scene.desk.wanted.first { scene.desk.succeed(first) }
      scene.engine.settle()
      scene.list.drag(by: 130)
      scene.window.runFrames(2)
    }
    scene.complete()
    let contents = scene.list.visibleCells.compactMap { $0.contentView as? NameContent }
    #expect(contents.count >= 5)
    for content in contents {
      let name = content.own?.name ?? ""
      #expect(content.states.last == "\(name): \(name.uppercased())")
      let isOwn = content.states.allSatisfy { state in
        let parts = state.split(separator: ":")
        return parts[1] == " …" || parts[1] == " " + parts[0].uppercased()
      }
      #expect(isOwn, "\(content.states)")
    }
  }

  @Test(arguments: HeadlessProfile.all)
  func `Bound by a closure inside a registration, a plain cell shows its own name only`(profile: HeadlessProfile) {
    let scene = Scene(profile)
    let cells = AsyncCollectionViewDelegate(operations: scene.queue)
    var shown: [ObjectIdentifier: (own: String, value: String?)] = [:]
    var wrong: [String] = []
    let rows = Registered { [desk = scene.desk, weak cells] cell, _, name in
      shown[ObjectIdentifier(cell)] = (name, nil)
      cells?.bind(cell, to: name, desk.job(name)) { cell, state in
        let own = shown[ObjectIdentifier(cell)]?.own ?? ""
        if let value = state.value, value != own.uppercased() { wrong.append("\(value) for \(own)") }
        shown[ObjectIdentifier(cell)] = (own, state.value)
      }
    }
    scene.list.dataSource = rows
    cells.attach(to: scene.list)
    scene.window.runFrame()
    for step in 0..<12 {
      scene.engine.settle()
      if let first = scene.desk.wanted.first { scene.desk.succeed(first) }
      scene.list.drag(by: step.isMultiple(of: 5) ? -200 : 170)
      scene.window.runFrames(2)
    }
    scene.complete()
    #expect(wrong == [])
    for cell in scene.list.visibleCells {
      let own = shown[ObjectIdentifier(cell)]
      #expect(own?.value == own?.own.uppercased())
    }
  }

  // MARK: Parts

  final class PostCell: UICollectionViewCell, AsyncCellContainer {
    let (photo, avatar) = (NamePart(frame: .zero), NamePart(frame: .zero))
    var asyncCells: [any AsyncCell] { [photo, avatar] }
  }

  @Test(arguments: HeadlessProfile.all)
  func `Two parts of a cell load, fail and are tried again each for itself`(profile: HeadlessProfile) {
    let scene = Scene(profile)
    let cells = AsyncCollectionViewDelegate(operations: scene.queue)
    cells.operations.retryPolicy = .none
    cells.operations.maxConcurrentOperationCount = -1
    let registration = UICollectionView.CellRegistration<PostCell, String> {
      [desk = scene.desk, weak cells] cell, path, name in
      (cell.photo.name, cell.photo.desk) = ("photo \(name)", desk)
      (cell.avatar.name, cell.avatar.desk) = ("avatar \(name)", desk)
      cells?.prepare(cell, at: path)
    }
    let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: scene.list) { list, path, item in
      list.dequeueConfiguredReusableCell(using: registration, for: path, item: "\(item)")
    }
    cells.identifyItems(by: source)
    cells.attach(to: scene.list)
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems(Array(0..<50))
    source.apply(snapshot, animatingDifferences: false)
    scene.window.runFrame()
    scene.engine.settle()
    scene.desk.fail("photo 1")
    scene.complete()
    let cell = scene.list.cellForItem(at: IndexPath(item: 1, section: 0)) as? PostCell
    #expect(cell?.photo.states.last == "!")
    #expect(cell?.avatar.states.last == "AVATAR 1")
    let told = cell?.avatar.states.count
    cell?.photo.failure?.retry()
    scene.complete()
    #expect(cell?.photo.states.last == "PHOTO 1")
    #expect(cell?.avatar.states.count == told)
    #expect(scene.desk.starts(of: "photo 1") == 2)
    #expect(scene.desk.starts(of: "avatar 1") == 1)
    // Removed, an item takes both parts' work with it.
    scene.list.drag(by: 100)
    scene.window.runFrame()
    scene.engine.settle()
    #expect(scene.desk.wanted.contains("photo 5"))
    snapshot.deleteItems([5])
    source.apply(snapshot, animatingDifferences: false)
    cells.listDidUpdate()
    scene.engine.settle()
    #expect(!scene.desk.wanted.contains("photo 5") && !scene.desk.wanted.contains("avatar 5"))
    scene.window.runFrames(3)
    scene.complete()
    let cellsOnScreen = scene.list.visibleCells.compactMap { $0 as? PostCell }
    #expect(cellsOnScreen.allSatisfy { $0.photo.states.last == $0.photo.name?.uppercased() })
    #expect(cellsOnScreen.allSatisfy { $0.avatar.states.last == $0.avatar.name?.uppercased() })
  }
}
