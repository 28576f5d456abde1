import AsyncCellCore
import Foundation

/// Random worlds, one after the other, until one breaks an invariant.
@MainActor
struct Campaign {
  let options: Options

  init(_ options: Options) {
    self.options = options
  }

  func run() -> Bool {
    let start = ContinuousClock.now
    let seeds = options.seed.map { [$0] } ?? Array(0..<UInt64(options.seeds))
    var steps = 0
    var configurations: Set<Int> = []
    for seed in seeds {
      let number = options.configuration ?? Int(seed % UInt64(Configuration.count))
      configurations.insert(number)
      let actions = Self.actions(seed: seed, count: options.steps)
      let result = Run.run(Configuration(number), actions)
      steps += result.steps
      guard let violation = result.violation else { continue }
      report(violation, seed: seed, number: number, Array(actions.prefix(result.steps)))
      return false
    }
    let seconds = max(1e-9, (ContinuousClock.now - start).seconds)
    print(
      "\(seeds.count) seeds, \(configurations.count) configurations, \(steps) steps: 0 violations, "
        + "\(Int(Double(steps) / seconds)) steps per second")
    return true
  }

  static func actions(seed: UInt64, count: Int) -> [Action] {
    var dice = Dice(seed: seed)
    return (0..<count).map { _ in Action.random(using: &dice) }
  }

  private func report(_ violation: Violation, seed: UInt64, number: Int, _ actions: [Action]) {
    print("\(violation)")
    print("seed \(seed), configuration \(number): \(Configuration(number))")
    print("replay: simulate --seed \(seed) --config \(number) --steps \(options.steps)")
    let trace = Shrinker.shrink(actions) { actions in
      Run.run(Configuration(number), actions).violation?.invariant == violation.invariant
    }
    print("shrunk from \(actions.count) to \(trace.count) steps:")
    for action in trace { print("  \(action)") }
  }
}

/// One world from its beginning to its end.
@MainActor
enum Run {
  static func run(
    _ configuration: Configuration, _ actions: [Action], endsInPeace: Bool = true
  ) -> (steps: Int, violation: Violation?) {
    var world: World? = World(configuration)
    var steps = 0
    for action in actions {
      world?.step(action)
      steps += 1
      if let violation = world?.violation { return (steps, violation) }
    }
    guard endsInPeace else { return (steps, nil) }
    world?.liveness(steps: actions.count)
    if let violation = world?.violation { return (steps, violation) }
    let violation = world?.teardown()
    world = nil
    return (steps, violation)
  }
}

/// Takes actions out of a trace for as long as it still fails in the same way.
enum Shrinker {
  @MainActor
  static func shrink(_ actions: [Action], fails: ([Action]) -> Bool) -> [Action] {
    var trace = actions
    var size = max(1, trace.count / 2)
    while true {
      var start = 0
      var hasShrunk = false
      while start < trace.count {
        var shorter = trace
        shorter.removeSubrange(start..<min(trace.count, start + size))
        if fails(shorter) {
          trace = shorter
          hasShrunk = true
        } else {
          start += size
        }
      }
      if size > 1 { size /= 2 } else if !hasShrunk { return trace }
    }
  }
}
