import AsyncCellTesting
import AsyncCellUIKit
import Testing

/// Plays a story with the library itself: under every fixed schedule and under schedules drawn at random, bound early
/// and late, whatever becomes of work off screen.
@MainActor
func play(
  _ kind: ListKind, policies: [OffscreenPolicy] = [.demote, .cancel, .keep, .suspend],
  prepares: [Bool] = [true, false],
  limit: Int = 4, schedules: [Schedule] = Schedule.fixed, chaos: Bool = true,
  _ story: @escaping Story,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  func play(_ schedule: Schedule, _ policy: OffscreenPolicy, _ prepares: Bool) {
    let options = RightLoader.Options(prepares: prepares, limit: limit, policy: policy)
    let complaints = tell(story, kind, schedule) { RightLoader($0, $1, options) }
    #expect(
      complaints == [], "\(kind), \(schedule), \(policy), \(prepares ? "early" : "late")",
      sourceLocation: sourceLocation)
  }
  // By default each kind of list has a share of the combinations.
  for (index, schedule) in schedules.enumerated() {
    for (turn, policy) in policies.enumerated() {
      for (when, isEarly) in prepares.enumerated() {
        let isMine = (turn + policies.count * when + index + Int(kind.number)) % (policies.count * prepares.count) == 0
        if Effort.isFull || isMine { play(schedule, policy, isEarly) }
      }
    }
  }
  guard chaos else { return }
  // Two hundred over the five kinds of list; by default five.
  for seed in Effort.isFull ? Array(UInt64(0)..<40) : [kind.number] {
    let policy = policies[Int(seed) % policies.count]
    play(.chaos(1_000 * kind.number + seed), policy, prepares[Int(seed) / policies.count % prepares.count])
  }
}

/// What is wrong with a story and after it, when the list and its screen have gone.
@MainActor
func tell(
  _ story: Story, _ kind: ListKind, _ schedule: Schedule,
  _ makeLoader: (VirtualEngine, Desk) -> any Loader
) -> [String] {
  var stage: ScenarioStage? = ScenarioStage(kind, schedule, makeLoader)
  guard let (engine, desk) = stage.map({ ($0.engine, $0.desk) }) else { return [] }
  var complaints = stage.map(story) ?? []
  complaints += stage?.wrongs() ?? []
  weak let list = stage?.list
  weak let cell = stage?.model.cells.first
  weak let coordinator = stage?.cells?.coordinator
  stage = nil
  engine.settle()
  if list != nil { complaints.append("S38: the list is kept alive") }
  if cell != nil { complaints.append("S38: a cell is kept alive") }
  if coordinator != nil { complaints.append("S38: the coordinator is kept alive") }
  if desk.wanted != [] { complaints.append("S38: \(desk.wanted) is wanted by nobody") }
  while desk.sweep() { engine.settle() }
  if engine.keys.count != 0 { complaints.append("S38: \(engine.keys.count) keys are left") }
  return complaints
}

@Suite("Stories from the field: identity, reuse and flicker", .serialized, .timeLimit(.minutes(5))) @MainActor
struct ReuseScenarioTests {
  @Test(arguments: ListKind.allCases) func `S1: Reused while its load is in flight`(kind: ListKind) {
    play(kind, Stories.reused)
  }

  @Test(arguments: ListKind.allCases) func `S1: Reused while one load at a time is in flight`(kind: ListKind) {
    play(kind, policies: [.demote, .cancel], limit: 1, chaos: false, Stories.reused)
  }

  @Test(arguments: ListKind.allCases) func `S2: Prepared, never displayed, reclaimed`(kind: ListKind) {
    play(kind, Stories.reclaimed)
  }

  @Test(arguments: ListKind.allCases) func `S3: Displayed again without cellForRow`(kind: ListKind) {
    play(kind, Stories.outAndIn)
  }

  @Test(arguments: ListKind.allCases) func `S4: The model shrinks, ends of display come at old paths`(kind: ListKind) {
    play(kind, Stories.shrunk(to: 2))
  }

  @Test(arguments: ListKind.allCases) func `S5: The first row is deleted while all load`(kind: ListKind) {
    play(kind, Stories.firstDeleted)
    // Whoever cancels at the end of a display loads anew what a reload displays again.
    play(kind, policies: [.demote, .suspend, .keep], chaos: false, Stories.reloadedWithoutFirst)
  }

  @Test(arguments: ListKind.allCases) func `S6: Bound to an item without a source`(kind: ListKind) {
    play(kind, Stories.withoutSource)
  }

  @Test(arguments: ListKind.allCases) func `S8: Wanted again while it is being cancelled`(kind: ListKind) {
    play(kind, Stories.wantedWhileDying)
    play(kind, policies: [.cancel], limit: 1, chaos: false, Stories.wantedWhileDying)
  }

  @Test(arguments: ListKind.allCases) func `S9: What is cancelled before it begins never runs`(kind: ListKind) {
    play(kind, policies: [.cancel], limit: 2, Stories.cancelledBeforeItBegins)
  }

  @Test(arguments: ListKind.allCases) func `S10: Gone and back while its result is on its way`(kind: ListKind) {
    play(kind, Stories.oneEnd)
  }

  @Test(arguments: ListKind.allCases) func `S10: One end for each load`(kind: ListKind) {
    play(kind, Stories.oneEndEach)
  }

  @Test(arguments: ListKind.allCases) func `S11: One identity in two rows`(kind: ListKind) {
    play(kind, Stories.twoRows)
  }

  @Test(arguments: ListKind.allCases) func `S13: In memory, no placeholder is seen`(kind: ListKind) {
    play(kind, Stories.inMemory)
  }

  @Test(arguments: ListKind.allCases)
  func `S14: Bound again to what it shows, no placeholder and no load`(kind: ListKind) {
    play(kind, Stories.boundAgain)
  }

  @Test(arguments: ListKind.allCases)
  func `S15: A new version keeps the cell and its old content until the new arrives`(kind: ListKind) {
    play(kind, prepares: [true], Stories.newVersion)
  }

  @Test(arguments: ListKind.allCases)
  func `S17: Reused, a cell has nothing of the failure, and its retry acts on the item`(kind: ListKind) {
    play(kind, Stories.failed)
  }

  @Test(arguments: ListKind.allCases) func `S44: What a response has added is never stacked`(kind: ListKind) {
    play(kind, Stories.layers)
  }
}

@Suite("Stories from the field: prefetches and priorities", .serialized, .timeLimit(.minutes(5))) @MainActor
struct PrefetchScenarioTests {
  @Test(arguments: ListKind.allCases) func `S18: The first screen needs no prefetch`(kind: ListKind) {
    play(kind, Stories.firstScreen)
  }

  @Test(arguments: ListKind.allCases) func `S19: Prefetched and then bound, one load, more urgent`(kind: ListKind) {
    play(kind, Stories.prefetchedThenBound)
  }

  @Test(arguments: ListKind.allCases) func `S20: A prefetch taken back while its row is displayed`(kind: ListKind) {
    play(kind, Stories.cancelledWhileDisplayed)
  }

  @Test(arguments: ListKind.allCases) func `S21: Prefetches and cancellations do not pair`(kind: ListKind) {
    play(kind, Stories.unpaired)
  }

  @Test(arguments: ListKind.allCases) func `S23: Stale and disordered prefetches`(kind: ListKind) {
    play(kind, Stories.stale)
  }

  @Test(arguments: ListKind.allCases)
  func `S24: Prefetches that are never taken back are bounded by number, age and memory`(kind: ListKind) {
    play(kind, Stories.neverTakenBack)
  }

  @Test(arguments: ListKind.allCases) func `S25: What is prepared is less urgent until it is displayed`(kind: ListKind)
  {
    play(kind, limit: 0, Stories.preparedIsLessUrgent)
  }

  @Test(arguments: ListKind.allCases) func `S26: The same without prefetching`(kind: ListKind) {
    play(kind, Stories.withoutPrefetching)
  }

  @Test(arguments: ListKind.allCases) func `S27: The screen after a fling`(kind: ListKind) {
    play(kind, Stories.flung)
  }

  @Test(arguments: ListKind.allCases) func `S42: Held cells are not visible`(kind: ListKind) {
    play(kind, limit: 1, Stories.heldIsNotVisible)
  }
}

@Suite("Stories from the field: updates and screens", .serialized, .timeLimit(.minutes(5))) @MainActor
struct UpdateScenarioTests {
  @Test(arguments: ListKind.allCases) func `S28: Rows inserted above what loads`(kind: ListKind) {
    play(kind, policies: [.demote, .keep, .suspend], Stories.insertedAbove)
    play(kind, policies: [.cancel], chaos: false, Stories.replacedInFlight)
  }

  @Test(arguments: ListKind.allCases) func `S29: A row moves, and its load with it`(kind: ListKind) {
    play(kind, Stories.moved)
  }

  @Test(arguments: ListKind.allCases) func `S30: Deletion, insertion and moves in one batch`(kind: ListKind) {
    play(kind, Stories.mixed)
  }

  @Test(arguments: ListKind.allCases) func `S30: Deleted after it was prefetched, it is wanted no more`(kind: ListKind)
  {
    play(kind, Stories.prefetchedThenDeleted)
  }

  @Test(arguments: ListKind.allCases) func `S32: Prepared with one version, displayed with the next`(kind: ListKind) {
    play(kind, prepares: [true], Stories.preparedThenChanged)
  }

  @Test(arguments: ListKind.allCases) func `S33: A reload replaces the cell, a reconfiguration keeps it`(kind: ListKind)
  {
    play(kind, prepares: [true], Stories.reloadedOrReconfigured)
    play(kind, prepares: [true], Stories.replacedInFlight)
  }

  @Test(arguments: ListKind.allCases) func `S34: Reloaded off the window`(kind: ListKind) {
    play(kind, Stories.offWindow)
  }

  @Test(arguments: ListKind.allCases) func `S35: Asked for items that have gone`(kind: ListKind) {
    play(kind, Stories.shrunk(to: 0))
    if !kind.isDiffable { play(kind, Stories.gone) }
  }

  @Test(arguments: ListKind.allCases)
  func `S36: The screen goes and returns without a word to the list`(kind: ListKind) {
    play(kind, Stories.goneAndBack)
  }

  @Test(arguments: ListKind.allCases) func `S38: Out of its window, and gone, in the middle of its loads`(
    kind: ListKind
  ) {
    play(kind, Stories.removedFromWindow)
  }

  @Test(arguments: ListKind.allCases) func `S39: A memory warning and the background`(kind: ListKind) {
    play(kind, Stories.memoryAndBackground)
    play(kind, Stories.backgroundWhileLoading)
  }

  @Test(arguments: ListKind.allCases, Stories.Way.allCases)
  func `S43: Held back until the list stops, whichever way, and then delivered once`(kind: ListKind, way: Stories.Way) {
    // By default each kind of list has two of the ways.
    let turn = (Stories.Way.allCases.firstIndex(of: way) ?? 0) + Int(kind.number)
    if Effort.isFull || turn % 5 < 2 { play(kind, Stories.deliveredWhenStopped(way)) }
  }
}
