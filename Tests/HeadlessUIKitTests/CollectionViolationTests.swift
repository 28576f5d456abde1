import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("What a collection view would not forgive", .timeLimit(.minutes(5)))
struct CollectionViolationTests {
  @Test("An identifier nobody registered")
  func unregistered() {
    let stage = CollectionStage(items: 1)
    stage.feed.onCell = { list, path in list.dequeueReusableCell(withReuseIdentifier: "who?", for: path) }
    stage.window.runFrame()
    #expect(stage.violations == [.unregisteredIdentifier("who?")])
  }

  @Test("A registered class that is no cell")
  func noCell() {
    let stage = CollectionStage(items: 1)
    stage.list.register(TitleView.self, forCellWithReuseIdentifier: "cell")
    stage.window.runFrame()
    #expect(stage.violations == [.registeredClassIsNoCell("cell")])
  }

  @Test("B19: two dequeues for one request")
  func twice() {
    let stage = CollectionStage(items: 1)
    stage.feed.onCell = { list, path in
      _ = list.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
      return list.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
    stage.window.runFrame()
    #expect(stage.violations == [.dequeuedTwice(item(0))])
  }

  @Test("B19: a dequeue outside a request, or for another path")
  func outside() {
    let stage = CollectionStage(items: 1).settled()
    _ = stage.list.dequeueReusableCell(withReuseIdentifier: "cell", for: item(0))
    #expect(stage.violations == [.dequeuedOutsideRequest(item(0))])

    stage.log.clear()
    stage.feed.onCell = { list, _ in list.dequeueReusableCell(withReuseIdentifier: "cell", for: item(9)) }
    stage.list.reloadData()
    stage.window.runFrame()
    #expect(stage.violations == [.dequeuedOutsideRequest(item(9))])
  }

  @Test("B19: a cell that was not dequeued, or dequeued and kept back")
  func notReturned() {
    let stage = CollectionStage(items: 1)
    stage.feed.onCell = { _, _ in ItemCell() }
    stage.window.runFrame()
    #expect(stage.violations == [.notDequeued(item(0))])

    stage.log.clear()
    stage.feed.onCell = { list, path in
      _ = list.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
      return ItemCell()
    }
    stage.list.reloadData()
    stage.window.runFrame()
    #expect(stage.violations == [.dequeuedNotReturned(item(0))])
    #expect(stage.list.visibleCells.count == 1, "the double recovers")
  }

  @Test("One cell for two paths")
  func sameCell() throws {
    let stage = CollectionStage(items: 2)
    var first: UICollectionViewCell?
    stage.feed.onCell = { list, path in
      let cell = first ?? list.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
      first = cell
      return cell
    }
    stage.window.runFrame()
    #expect(stage.violations == [.sameCellForTwoPaths(item(0), item(1))])
    #expect(stage.list.indexPath(for: try #require(first)) == item(0))
  }

  @Test("B14: a reconfiguration that returns another cell")
  func reconfiguredAnother() {
    let stage = CollectionStage(items: 1).settled()
    stage.feed.onCell = { _, _ in ItemCell() }
    stage.list.reconfigureItems(at: [item(0)])
    #expect(stage.violations == [.reconfiguredAnotherCell(item(0))])
  }

  @Test("B14: a reconfiguration that dequeues under another identifier")
  func reconfiguredOther() {
    let stage = CollectionStage(items: 1).settled()
    stage.list.register(ItemCell.self, forCellWithReuseIdentifier: "other")
    stage.feed.onCell = { list, path in list.dequeueReusableCell(withReuseIdentifier: "other", for: path) }
    stage.list.reconfigureItems(at: [item(0)])
    #expect(stage.violations == [.reconfiguredAnotherCell(item(0))])
  }

  @Test("Paths out of range")
  func outOfRange() {
    let stage = CollectionStage(items: 1).settled()
    stage.list.reconfigureItems(at: [item(1)])
    stage.list.reloadItems(at: [item(0, 3)])
    stage.list.scrollToItem(at: item(2), at: .top, animated: false)
    #expect(
      stage.violations == [
        .indexPathOutOfRange(item(1)), .indexPathOutOfRange(item(0, 3)), .indexPathOutOfRange(item(2)),
      ])
    #expect(stage.frame(item(5)) == nil)
    #expect(stage.cell(item(5)) == nil)
  }

  @Test("B20: changes from inside a request or a layout", arguments: HeadlessProfile.all)
  func mutation(profile: HeadlessProfile) {
    let stage = CollectionStage(profile, items: 3)
    stage.feed.inCell = { [feed = stage.feed] list, _, _ in
      feed.inCell = nil
      list.reloadData()
      list.insertItems(at: [item(0)])
      list.performBatchUpdates({ list.deleteItems(at: [item(0)]) })
    }
    stage.feed.onWillDisplay = { [feed = stage.feed] list, _, _ in
      feed.onWillDisplay = nil
      feed.sections = [[7, 8, 9]]
      list.reconfigureItems(at: [item(0)])
      list.reloadData()
    }
    stage.window.runFrames(3)
    #expect(
      stage.violations == [
        .mutationDuringLayout("reloadData()"), .mutationDuringLayout("insertItems(at:)"),
        .mutationDuringLayout("performBatchUpdates(_:completion:)"), .mutationDuringLayout("deleteItems(at:)"),
        .mutationDuringLayout("reconfigureItems(at:)"), .mutationDuringLayout("reloadData()"),
      ])
    #expect(stage.visibleItems == [7, 8, 9], "the double recovers")
  }

  @Test("B16: updates that do not account for the counts", arguments: HeadlessProfile.all)
  func invalidCount(profile: HeadlessProfile) {
    let stage = CollectionStage(profile, items: 4).settled()
    stage.feed.sections = [[1]]
    stage.list.performBatchUpdates({ stage.list.deleteItems(at: [item(0)]) })
    #expect(stage.violations == [.invalidCount(section: 0, before: 4, after: 1)])
    stage.window.runFrames(2)
    #expect(stage.visibleItems == [1])
  }

  @Test("B17: an insertion right after reloadData over a model that has it already")
  func insertAfterReload() {
    let stage = CollectionStage(items: 2).settled()
    stage.feed.sections = [[0, 1, 2]]
    stage.list.reloadData()
    stage.list.insertItems(at: [item(2)])
    #expect(stage.violations == [.invalidCount(section: 0, before: 3, after: 3)])
  }

  @Test("B15: a reload and a move of one item")
  func reloadAndMove() {
    let stage = CollectionStage(items: 3).settled()
    stage.list.performBatchUpdates({
      stage.list.reloadItems(at: [item(0)])
      stage.list.moveItem(at: item(0), to: item(2))
    })
    #expect(stage.violations == [.conflictingUpdates(item(0))])
  }
}
