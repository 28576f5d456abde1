/// What a list collects between the outermost begin and end of its updates.
struct UpdateBatch {
  /// How many begins still wait for their end.
  var depth = 1
  var updates = ListUpdates()
  var isAnimated = false
  var completions: [(Bool) -> Void] = []
  /// A reload that was pending before the batch replaces every cell after it.
  let reloadWasPending: Bool
}

/// Who waits for the end of an animated update.
struct UpdateCompletions {
  private var waiting: [(frame: Int, finished: Bool, body: (Bool) -> Void)] = []

  mutating func add(_ bodies: [(Bool) -> Void], at frame: Int, finished: Bool) {
    waiting += bodies.map { (frame, finished, $0) }
  }

  /// - Returns: What to call now, each with whether its updates were made.
  mutating func take(by frame: Int) -> [() -> Void] {
    let due = waiting.filter { $0.frame <= frame }
    waiting.removeAll { $0.frame <= frame }
    return due.map { completion in { completion.body(completion.finished) } }
  }

  /// An animation that loses its window ends unfinished.
  mutating func interrupt() -> [() -> Void] {
    defer { waiting = [] }
    return waiting.map { completion in { completion.body(false) } }
  }
}
