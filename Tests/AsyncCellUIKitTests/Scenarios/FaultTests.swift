import AsyncCellTesting
import AsyncCellUIKit
import Testing

/// A suite that no wrong loader fails proves nothing.
@Suite("Deliberately wrong loaders", .serialized, .timeLimit(.minutes(5))) @MainActor
struct FaultTests {
  func complaints(_ kind: ListKind, _ story: Story, _ fault: Fault) -> [String] {
    for schedule in [Schedule.preparedCache, .lookAhead, .noPrefetch, .chaos(1), .chaos(2), .chaos(3)] {
      let complaints = tell(story, kind, schedule) { WrongLoader($0, $1, fault) }.filter { !$0.hasPrefix("S38") }
      guard complaints.isEmpty else { return complaints }
      if fault == .none, !Effort.isFull { break }
    }
    return []
  }

  func fails(_ kind: ListKind, _ fault: Fault, _ stories: Story...) {
    for (index, story) in stories.enumerated() {
      #expect(complaints(kind, story, fault) != [], "story \(index) of \(fault) in a \(kind)")
      #expect(complaints(kind, story, .none) == [], "story \(index) without a fault in a \(kind)")
    }
  }

  @Test(arguments: ListKind.allCases)
  func `Started in cellForRow only, a row that comes back stays empty`(kind: ListKind) {
    fails(kind, .startsInRequestOnly, Stories.outAndIn, Stories.goneAndBack)
  }

  @Test(arguments: ListKind.allCases)
  func `Cancelled by index path, a deletion takes another row's load`(kind: ListKind) {
    fails(kind, .cancelsByIndexPath, Stories.reloadedWithoutFirst)
  }

  @Test(arguments: ListKind.allCases)
  func `Without a generation check a late value lands in a reused cell`(kind: ListKind) {
    fails(kind, .noGeneration, Stories.reused)
  }

  @Test(arguments: ListKind.allCases)
  func `Cancelled with each end of display and not begun again, a row stays empty`(kind: ListKind) {
    fails(kind, .cancelsForGood, Stories.outAndIn, Stories.wantedWhileDying)
  }

  @Test(arguments: ListKind.allCases)
  func `Keyed by index path, a row shows what was there before`(kind: ListKind) {
    fails(kind, .keysByIndexPath, Stories.offWindow)
  }

  @Test(arguments: ListKind.allCases)
  func `With a placeholder each time, what is in memory flickers`(kind: ListKind) {
    fails(kind, .alwaysPlaceholder, Stories.inMemory, Stories.boundAgain)
  }

  @Test(arguments: ListKind.allCases)
  func `A held cell taken for a visible one goes before what is on screen`(kind: ListKind) {
    #expect(complaints(kind, Stories.heldIsNotVisible, .takesHeldForVisible) != [])
  }

  @Test(arguments: ListKind.allCases)
  func `Delivered to the index path of the request, an insertion puts values in other rows`(kind: ListKind) {
    fails(kind, .deliversByIndexPath, Stories.insertedAbove, Stories.moved)
  }

  @Test(arguments: ListKind.allCases)
  func `Not begun again when the screen returns, rows stay empty`(kind: ListKind) {
    fails(kind, .neverStartsAgain, Stories.goneAndBack)
  }

  @Test(arguments: ListKind.allCases)
  func `Cancelled by identity, a row takes the load of another with it`(kind: ListKind) {
    fails(kind, .cancelsByIdentity, Stories.twoRows)
  }

  @Test(arguments: ListKind.allCases)
  func `Never cancelled, work goes on for items that have gone`(kind: ListKind) {
    fails(kind, .neverCancels, Stories.mixed, Stories.firstDeleted)
  }
}
