import AsyncCellTesting
import AsyncCellUIKit
import Testing

@Suite("Whatever may happen to a list", .serialized, .timeLimit(.minutes(5))) @MainActor
struct RandomStoryTests {
  @Test(arguments: ListKind.allCases)
  func `In any order, under any schedule, the screen is right after each rest`(kind: ListKind) {
    let policies: [OffscreenPolicy] = [.demote, .cancel, .suspend, .keep]
    for seed in Effort.isFull ? Array(UInt64(0)..<60) : Array(0..<3) {
      let options = RightLoader.Options(limit: seed % 3 == 0 ? 1 : 4, policy: policies[Int(seed) % 4])
      let seed = 10_000 * (kind.number + 1) + seed
      let complaints = tell(
        { RandomStory($0, seed: seed).tell(rests: 5) }, kind, .chaos(seed), { RightLoader($0, $1, options) })
      #expect(complaints == [], "\(kind), seed \(seed), \(options.policy), limit \(options.limit)")
    }
  }
}
