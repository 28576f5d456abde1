package import AsyncCellCore

/// Jobs that lie on a desk until a test ends them, told apart by name.
package final class Desk: Sendable {
  private struct State: Sendable {
    var started: [String] = []
    var open: [String: [Handoff<String>]] = [:]
  }

  private let state = Locked(State())

  package init() {}

  /// Work of one job that ends when the test says so.
  package func job(_ name: String) -> Waterfall<String> {
    Waterfall(name).then(
      Job.callback("load") { (name: String, handoff: Handoff<String>) -> Void in
        self.state.withLock { state in
          state.started.append(name)
          state.open[name, default: []].append(handoff)
        }
      })
  }

  /// The names of the jobs begun, one for each attempt.
  package var started: [String] { state.withLock { $0.started } }

  package func starts(of name: String) -> Int { started.count { $0 == name } }

  /// The names of the jobs that have begun, have not been ended by the test, and are still wanted.
  package var wanted: [String] {
    let open = state.withLock { $0.open }
    return open.filter { $0.value.contains { $0.isWanted } }.keys.sorted()
  }

  /// Lets go of the jobs that nobody wants any more, as work does that heeds its cancellation: until then each holds its
  /// slot. False: there were none.
  package func sweep() -> Bool {
    let unwanted = state.withLock { state in
      var unwanted: [Handoff<String>] = []
      for (name, handoffs) in state.open {
        unwanted += handoffs.filter { !$0.isWanted }
        state.open[name] = handoffs.filter(\.isWanted)
      }
      return unwanted
    }
    return !unwanted.isEmpty
  }

  /// Ends the oldest open job of that name; by default with the name in capitals.
  package func succeed(_ name: String, with value: String? = nil) {
    take(name)?.succeed(value ?? name.uppercased())
  }

  package func fail(_ name: String, with error: any Error = Broken()) {
    take(name)?.fail(error)
  }

  package func report(_ fraction: Double, for name: String) {
    state.withLock { $0.open[name]?.first }?.report(fraction)
  }

  /// Ends every open job with its name in capitals.
  package func succeedAll() {
    let open = state.withLock { state in
      defer { state.open = [:] }
      return state.open
    }
    for (name, handoffs) in open.sorted(by: { $0.key < $1.key }) {
      for handoff in handoffs { handoff.succeed(name.uppercased()) }
    }
  }

  private func take(_ name: String) -> Handoff<String>? {
    state.withLock { state in
      // What is wanted no more is let go of unused.
      while let first = state.open[name]?.first {
        state.open[name]?.removeFirst()
        if first.isWanted || state.open[name]?.isEmpty ?? true { return first }
      }
      return nil
    }
  }
}

/// An error that says nothing about trying again.
package struct Broken: Error {
  package init() {}
}
