import AsyncCellCore
import AsyncCellTesting
import Testing

// One at a time: a walk keeps a core busy, and others have their minute too.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct QueueMachineWalkTests {
  private func walk(seed: UInt64, hasBudget: Bool) -> MachineWalk {
    var walk = MachineWalk(seed: seed, hasBudget: hasBudget)
    for step in 0..<2_000 where walk.faults.isEmpty {
      walk.step()
      if let fault = walk.faults.first { Issue.record("seed \(seed), step \(step): \(fault)") }
    }
    if walk.faults.isEmpty { walk.drain() }
    return walk
  }

  @Test(arguments: Effort.seeds(0..<160))
  func `INV-07 08 09 14 15 27 29: a random walk breaks no invariant and ends with nothing left`(seed: UInt64) {
    let walk = walk(seed: seed, hasBudget: false)
    #expect(walk.faults.isEmpty, "seed \(seed)")
    #expect(walk.machine.count == 0, "seed \(seed)")
    #expect(walk.starts > 50, "seed \(seed)")
  }

  @Test(arguments: Effort.seeds(1_000..<1_080))
  func `INV-26: so does one whose chains hold more than they may`(seed: UInt64) {
    let walk = walk(seed: seed, hasBudget: true)
    #expect(walk.faults.isEmpty, "seed \(seed)")
    #expect(walk.machine.count == 0, "seed \(seed)")
  }

  @Test func `INV-25: the same seed gives the same walk`() {
    let (first, second) = (walk(seed: 5, hasBudget: true), walk(seed: 5, hasBudget: true))
    #expect(first.machine.statistics == second.machine.statistics)
    #expect(first.past.map(\.id) == second.past.map(\.id))
  }
}
