import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Registrations", .timeLimit(.minutes(5)))
struct RegistrationTests {
  @Test("A registration makes, configures and reuses cells of its class", arguments: HeadlessProfile.all)
  func cells(profile: HeadlessProfile) {
    let stage = CollectionStage(profile)
    var cells: Set<UICollectionViewCell> = []
    let registration = UICollectionView.CellRegistration<ItemCell, Int> { cell, _, item in
      cells.insert(cell)
      cell.item = item
    }
    stage.feed.onCell = { [feed = stage.feed] list, path in
      let item = feed.sections[path.section][path.item]
      return list.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
    }
    stage.window.runFrame()
    #expect(stage.visibleItems == [0, 1, 2, 3, 4])
    stage.list.drag(by: 4_000, frames: 40)
    stage.window.runFrames(3)
    #expect(stage.visibleItems == [40, 41, 42, 43, 44])
    #expect(cells.count < 20)
    #expect(stage.violations.isEmpty)
  }

  @Test("Two registrations of one class do not share cells")
  func apart() {
    let stage = CollectionStage(items: 2)
    let registrations = (0..<2).map { _ in UICollectionView.CellRegistration<ItemCell, Int> { _, _, _ in } }
    stage.feed.onCell = { list, path in
      list.dequeueConfiguredReusableCell(using: registrations[path.item], for: path, item: 0)
    }
    stage.window.runFrame()
    let identifiers = stage.list.visibleCells.map(\.reuseIdentifier)
    #expect(identifiers.count == 2 && identifiers[0] != identifiers[1])
  }

  @Test("Without an item the cell comes unconfigured")
  func noItem() {
    let stage = CollectionStage(items: 1)
    var calls = 0
    let registration = UICollectionView.CellRegistration<ItemCell, Int> { _, _, _ in calls += 1 }
    stage.feed.onCell = { list, path in
      list.dequeueConfiguredReusableCell(using: registration, for: path, item: nil)
    }
    stage.window.runFrame()
    #expect(stage.list.visibleCells.first is ItemCell)
    #expect(calls == 0)
  }

  @Test("Made inside a request, a registration is no good")
  func insideRequest() {
    let stage = CollectionStage(items: 1)
    stage.feed.onCell = { list, path in
      let registration = UICollectionView.CellRegistration<ItemCell, Int> { _, _, _ in }
      return list.dequeueConfiguredReusableCell(using: registration, for: path, item: 0)
    }
    stage.window.runFrame()
    #expect(stage.violations == [.registrationMadeInRequest(item(0))])
  }

  @Test("A reconfiguration runs the handler on the same cell")
  func reconfigure() throws {
    let stage = CollectionStage(items: 1)
    let registration = UICollectionView.CellRegistration<ItemCell, Int> { cell, _, item in cell.item = item }
    stage.feed.onCell = { [feed = stage.feed] list, path in
      list.dequeueConfiguredReusableCell(using: registration, for: path, item: feed.sections[0][path.item])
    }
    stage.window.runFrame()
    let cell = try #require(stage.cell(item(0)))
    stage.feed.sections = [[9]]
    stage.list.reconfigureItems(at: [item(0)])
    #expect(stage.cell(item(0)) === cell)
    #expect(cell.item == 9 && cell.reuses == 0)
    #expect(stage.violations.isEmpty)
  }

  @Test("A supplementary registration carries its kind")
  func supplementary() {
    let stage = CollectionStage(items: 1)
    stage.layout.headerReferenceSize = CGSize(width: 0, height: 30)
    let kind = UICollectionView.elementKindSectionHeader
    var kinds: [String] = []
    let registration = UICollectionView.SupplementaryRegistration<TitleView>(elementKind: kind) { view, kind, path in
      kinds.append(kind)
      view.section = path.section
    }
    stage.feed.onTitle = { list, _, path in
      list.dequeueConfiguredReusableSupplementary(using: registration, for: path)
    }
    stage.window.runFrame()
    #expect(kinds == [kind])
    #expect((stage.list.supplementaryView(forElementKind: kind, at: item(0)) as? TitleView)?.section == 0)
    #expect(stage.violations.isEmpty)
  }
}
