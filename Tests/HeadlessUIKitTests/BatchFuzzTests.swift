import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Batch updates at random", .timeLimit(.minutes(5)))
struct BatchFuzzTests {
  func items(_ stage: Stage) -> [Int?] { stage.table.visibleCells.map { ($0 as? FeedCell)?.item } }

  @Test(
    "Random batches: each row shows its item, each display ends once",
    arguments: HeadlessProfile.all + [.legalChaos(seed: 3)], 1...5)
  func random(profile: HeadlessProfile, seed: UInt64) {
    let stage = Stage(profile, rows: 30)
    var displayed: Set<ObjectIdentifier> = []
    stage.feed.onWillDisplay = { _, cell, _ in
      #expect(displayed.insert(ObjectIdentifier(cell)).inserted, "seed \(seed)")
    }
    stage.feed.onDidEnd = { _, cell, _ in
      #expect(displayed.remove(ObjectIdentifier(cell)) != nil, "seed \(seed)")
    }
    var random = SplitMix(state: seed)
    for step in 0..<60 {
      stage.table.jump(to: CGFloat.random(in: 0...2_500, using: &random))
      stage.window.runFrames(Int.random(in: 0...2, using: &random))
      stage.table.performBatchUpdates {
        let old = stage.feed.sections[0]
        var new = old.filter { _ in Int.random(in: 0..<6, using: &random) > 0 }
        if new.count > 2, Bool.random(using: &random) {
          new.insert(new.removeLast(), at: Int.random(in: 0..<new.count, using: &random))
        }
        for item in 0..<Int.random(in: 0..<6, using: &random) {
          new.insert(1_000 + step * 10 + item, at: Int.random(in: 0...new.count, using: &random))
        }
        stage.feed.sections[0] = new
        for change in new.difference(from: old).inferringMoves() {
          switch change {
          case .insert(let offset, _, let from?): stage.table.moveRow(at: row(from), to: row(offset))
          case .insert(let offset, _, nil): stage.table.insertRows(at: [row(offset)], with: .fade)
          case .remove(let offset, _, nil): stage.table.deleteRows(at: [row(offset)], with: .fade)
          case .remove: break
          }
        }
      }
      stage.window.runFrames(Int.random(in: 0...3, using: &random))
      let paths = stage.table.indexPathsForVisibleRows ?? []
      #expect(items(stage) == paths.map { stage.feed.sections[0][$0.row] }, "seed \(seed)")
    }
    stage.window.runFrames(30)
    let visible = Set(stage.table.visibleCells.map(ObjectIdentifier.init))
    #expect(visible.isSubset(of: displayed), "seed \(seed)")
    // Under chaos a few displays outlast the stay in the bounds.
    if profile.chaosSeed == nil { #expect(displayed == visible, "seed \(seed)") }
    #expect(stage.log.violations.isEmpty, "seed \(seed)")
  }
}
