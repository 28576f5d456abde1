import AsyncCellCore

/// A cell that shows several things, and may hold lists.
@MainActor
class PostCell: AsyncCellContainer {
  var parts: [Probe] = []
  var lists: [CellCoordinator] = []
  var asyncCells: [any AsyncCell] { parts }
  var asyncLists: [CellCoordinator] { lists }

  init(_ parts: [Probe] = []) {
    self.parts = parts
  }
}
