import AsyncCellCore

/// What the jobs of a world produce.
struct SimValue: Sendable, Equatable {
  let key: Int
  /// The log-ins before the work was declared.
  let epoch: Int
}

/// The jobs in flight, which end when the world says so.
///
/// The simulator has one thread: the class is never used from two.
final class SimJobs: @unchecked Sendable {
  struct InFlight {
    let key: Int
    let stage: Int
    let value: SimValue
    let handoff: Handoff<SimValue>
  }

  private(set) var inFlight: [InFlight] = []
  /// Called as a job starts, with its key and stage.
  var onStart: (Int, Int) -> Void = { _, _ in }
  private(set) var startCount = 0

  func work(key: Int, epoch: Int, stages: Int) -> Waterfall<SimValue> {
    var chain = Waterfall(SimValue(key: key, epoch: epoch))
    for stage in 0..<stages { chain = chain.then(job(key, stage)) }
    return chain
  }

  private func job(_ key: Int, _ stage: Int) -> Job<SimValue, SimValue> {
    .callback("stage \(stage)", on: stage % 2 == 0 ? .default : .processing) {
      [self] (value: SimValue, handoff: Handoff<SimValue>) -> Void in
      startCount += 1
      onStart(key, stage)
      inFlight.append(InFlight(key: key, stage: stage, value: value, handoff: handoff))
    }
  }

  /// The jobs whose result is wanted, oldest first.
  var wanted: [Int] { inFlight.indices.filter { inFlight[$0].handoff.isWanted } }

  func take(_ index: Int) -> InFlight { inFlight.remove(at: index) }

  /// Lets go of what nobody wants any more.
  func sweep() {
    guard inFlight.contains(where: { !$0.handoff.isWanted }) else { return }
    let unwanted = inFlight.filter { !$0.handoff.isWanted }
    inFlight.removeAll { !$0.handoff.isWanted }
    _ = consume unwanted
  }

  func running(in lane: Lane) -> Int {
    inFlight.count { ($0.stage % 2 == 0) == (lane == .default) }
  }
}
