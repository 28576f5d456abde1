/// A chain as a list that grows at its end: each node holds one job and the nodes before it.
///
/// Adding a job is O(1) whatever the length, and two chains may share their beginning. Nodes are immutable, so one
/// description can be run many times at once.
package final class WaterfallNode: @unchecked Sendable {
  // Written once more in `deinit`, when nobody else can see it.
  package private(set) var previous: WaterfallNode?
  package let step: WaterfallStep
  package let count: Int
  package let firstLane: Lane
  package let lastLane: Lane
  package let secondLane: Lane?

  package init(previous: WaterfallNode?, step: WaterfallStep) {
    self.previous = previous
    self.step = step
    count = (previous?.count ?? 0) + 1
    let lane = step.lane ?? previous?.lastLane ?? .default
    lastLane = lane
    firstLane = previous?.firstLane ?? lane
    secondLane = previous?.secondLane ?? (lane == firstLane ? nil : lane)
  }

  /// Lets go of the list node by node: releasing it recursively would overflow the stack at 100,000 jobs.
  deinit {
    var next = previous.take()
    while next != nil, isKnownUniquelyReferenced(&next) {
      next = next?.previous.take()
    }
  }

  /// The jobs in the order in which they run.
  ///
  /// - Complexity: O(n)
  package func steps() -> WaterfallPlan {
    var reversed: ContiguousArray<WaterfallStep> = []
    reversed.reserveCapacity(count)
    var node: WaterfallNode? = self
    while let current = node {
      reversed.append(current.step)
      node = current.previous
    }
    reversed.reverse()
    return WaterfallPlan(steps: reversed)
  }
}

/// The jobs of one chain in order, shared by its run and its checkpoints.
package final class WaterfallPlan: Sendable {
  package let steps: ContiguousArray<WaterfallStep>

  package init(steps: ContiguousArray<WaterfallStep>) {
    self.steps = steps
  }
}
