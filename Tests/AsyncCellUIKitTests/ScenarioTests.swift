import AsyncCellTesting
import AsyncCellUIKit
@_spi(Headless) import HeadlessUIKit
import Testing

@Suite("Stories from the field", .timeLimit(.minutes(5))) @MainActor
struct ScenarioTests {
  static let setups: [(HeadlessProfile, Bool, OffscreenPolicy)] = HeadlessProfile.all.flatMap { profile in
    [true, false].flatMap { prepares in
      [OffscreenPolicy.keep, .demote, .suspend, .cancel].map { (profile, prepares, $0) }
    }
  }

  @Test(arguments: Scenario.allCases)
  func `No complaint under any profile, bound early or late, whatever becomes of work off screen`(scenario: Scenario) {
    for (profile, prepares, policy) in Self.setups {
      // Whoever cancels at the end of a display loads anew what a reload displays again.
      if scenario == .s5, policy == .cancel { continue }
      let stage = Stage(profile) { RightAdapter($0, prepares: prepares, policy: policy) }
      #expect(scenario.complaints(stage) == [], "\(profile), prepares: \(prepares), \(policy)")
    }
  }

  @Test(arguments: Scenario.allCases)
  func `No complaint when one job runs at a time`(scenario: Scenario) {
    for profile in HeadlessProfile.all {
      let stage = Stage(profile) { RightAdapter($0, prepares: true, limit: 1) }
      #expect(scenario.complaints(stage) == [], "\(profile)")
    }
  }

  // MARK: Deliberately wrong adapters

  func complaints(_ scenario: Scenario, _ fault: Fault) -> [String] {
    HeadlessProfile.all.flatMap { profile in
      scenario.complaints(Stage(profile) { WrongAdapter($0, fault) })
    }
  }

  @Test func `Started in cellForRow only, a row that comes back stays empty`() {
    #expect(complaints(.s3, .startsInRequestOnly) != [])
    #expect(complaints(.s36, .startsInRequestOnly) != [])
  }

  @Test func `Cancelled by index path, a deletion takes another row's load`() {
    #expect(complaints(.s5, .cancelsByIndexPath) != [])
  }

  @Test func `Without a generation check a late value lands in a reused cell`() {
    #expect(complaints(.s1, .noGeneration) != [])
  }

  @Test func `Cancelled with each end of display and not begun again, a row stays empty`() {
    #expect(complaints(.s3, .cancelsForGood) != [])
    #expect(complaints(.s8, .cancelsForGood) != [])
  }

  @Test func `Keyed by index path, a row shows what was there before`() {
    let all = Scenario.allCases.flatMap { complaints($0, .keysByIndexPath) }
    #expect(all != [])
    #expect(complaints(.s34, .keysByIndexPath) + complaints(.s5, .keysByIndexPath) != [])
  }

  @Test func `With a placeholder each time, what is in memory flickers`() {
    #expect(complaints(.s13, .alwaysPlaceholder) != [])
    #expect(complaints(.s14, .alwaysPlaceholder) != [])
  }
}
