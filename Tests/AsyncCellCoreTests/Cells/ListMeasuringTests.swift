import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListMeasuringTests {
  let stage = ListStage(rows: 20, limit: 8)
  var list: CellCoordinator { stage.list }
  var viewport: FakeViewport { stage.viewport }

  func bring(_ names: String...) {
    stage.stage.settle()
    for name in names { stage.desk.succeed(name) }
    stage.stage.settle()
  }

  @Test func `All cells that have changed in a hop are measured at once`() {
    list.remeasuring = .keepingFirst
    let cells = ["r0", "r1", "r2"].map { stage.shown($0) }
    stage.stage.settle()
    viewport.measured = []
    bring("r0", "r2")
    #expect(viewport.measured.count == 1)
    #expect(viewport.measured.first.map(Set.init) == [ObjectIdentifier(cells[0]), ObjectIdentifier(cells[2])])
  }

  @Test func `Nothing is measured unless asked for`() {
    let cell = stage.shown("r0")
    bring("r0")
    #expect(viewport.measured.isEmpty)
    _ = cell
  }

  @Test func `What binding brings while a cell is configured is not measured again`() {
    list.remeasuring = .keepingFirst
    list.store("R0", forKey: "r0")
    let cell = Probe(stage.desk, "r0")
    list.prepare(cell)
    stage.stage.settle()
    #expect(viewport.measured.isEmpty)
  }

  @Test func `What the display brings is measured in a later hop, never inside the display`() {
    list.remeasuring = .keepingFirst
    let cell = stage.shown("r0")
    #expect(viewport.measured.isEmpty)
    stage.stage.settle()
    #expect(viewport.measured == [[ObjectIdentifier(cell)]])
  }

  @Test func `A part's cell is measured, not the part`() {
    list.remeasuring = .keepingFirst
    let cell = PostCell([Probe(stage.desk, "a"), Probe(stage.desk, "b")])
    stage.show(cell, "r0")
    stage.stage.settle()
    bring("a", "b")
    #expect(!viewport.measured.isEmpty)
    #expect(viewport.measured.allSatisfy { $0 == [ObjectIdentifier(cell)] })
  }

  @Test func `The first cell on screen stays where it is`() {
    list.remeasuring = .keepingFirst
    let cells = (0..<5).map { stage.shown("r\($0)") }
    stage.stage.settle()
    viewport.offset = 10
    viewport.whileMeasuring = { [viewport] in
      viewport.heights = ["r0": 50, "r2": 70]
    }
    bring("r0", "r2")
    // The second row begins on screen; the first has grown by 30.
    #expect(viewport.offset == 40.0)
    _ = cells
  }

  @Test func `The last cell on screen stays where it is`() {
    list.remeasuring = .keepingLast
    let cells = (0..<5).map { stage.shown("r\($0)") }
    stage.stage.settle()
    viewport.whileMeasuring = { [viewport] in
      viewport.heights = ["r0": 50, "r2": 70]
    }
    bring("r0", "r2")
    #expect(viewport.offset == 80.0)
    _ = cells
  }

  @Test func `Cells that have not changed their heights move nothing`() {
    list.remeasuring = .keepingFirst
    let cell = stage.shown("r0")
    bring("r0")
    #expect(viewport.offsets.isEmpty)
    _ = cell
  }

  @Test func `Measuring that displays other cells does not measure for ever`() {
    list.remeasuring = .keepingFirst
    let cell = stage.shown("r0")
    var others: [Probe] = []
    viewport.whileMeasuring = { [stage] in
      if others.count < 3 { others.append(stage.shown("r\(others.count + 1)")) }
    }
    bring("r0")
    #expect(others.count == 3)
    #expect(viewport.measured.count <= 5)
    viewport.whileMeasuring = nil
    _ = cell
  }
}
