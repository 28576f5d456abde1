import AsyncCellCore

/// A cell that checks everything that it is told against what it stands for.
@MainActor
final class SimCell: AsyncCell {
  enum Shown: Equatable { case nothing, progress, complete(SimValue), failed }

  private unowned let world: World
  let hasOwnID: Bool
  var item = 0
  /// Stands for its item: it has been bound, and has not left since.
  var isActive = false
  var isDisplayed = false
  var shown = Shown.nothing
  var failure: AsyncCellFailure?
  /// Nothing may come before something begins anew.
  var isFenced = false
  /// Its run has been cancelled for everybody: it waits until something begins anew.
  var isStopped = false
  /// Ends since the last beginning.
  var ends = 0
  var isBinding = false
  var statesWhileBinding = 0
  var onState: (() -> Void)?
  private var fraction = 0.0
  private var attempt = 1
  private var jobName: String?

  init(_ world: World, hasOwnID: Bool) {
    self.world = world
    self.hasOwnID = hasOwnID
  }

  var hasWork: Bool { item < world.configuration.items }

  var asyncOperationID: AnyHashable? { hasOwnID ? item : nil }

  func asyncOperation() -> Waterfall<SimValue>? {
    guard hasWork else { return nil }
    return world.work(item)
  }

  /// A new generation: one end may come again.
  func beginAnew() {
    isFenced = false
    isStopped = false
    ends = 0
    fraction = 0
  }

  func asyncOperationDidChange(_ state: AsyncCellState<SimValue>) {
    if isBinding {
      statesWhileBinding += 1
    } else if !world.isDelivering {
      world.violated("INV-05: a state came from nowhere")
    }
    if !isActive { world.violated("INV-01: a cell that stands for nothing was told something") }
    if isFenced, !isBinding { world.violated("INV-02: a state came through the fence") }
    switch state {
    case .inProgress(let progress): show(progress)
    case .complete(let value): show(value)
    case .failed(let failure): show(failure)
    }
    onState?()
  }

  private func show(_ progress: AsyncCellProgress<SimValue>) {
    if ends > 0, shown != .failed, !isBinding { world.violated("INV-04: progress after an end") }
    if shown == .failed { (ends, fraction) = (0, 0) }
    if progress.attempt != attempt || progress.jobName != jobName { fraction = 0 }
    if let now = progress.fraction {
      if now < fraction, !isBinding { world.violated("INV-04: from \(fraction) back to \(now)") }
      fraction = now
    } else {
      fraction = 0
    }
    attempt = progress.attempt
    jobName = progress.jobName
    if let previous = progress.previous, previous.key != item {
      world.violated("INV-01: \(previous.key) shown as an earlier version of \(item)")
    }
    failure = nil
    shown = .progress
  }

  private func show(_ value: SimValue) {
    end()
    if value.key != item { world.violated("INV-01: the value of \(value.key) in a cell of \(item)") }
    if value.epoch != world.epoch { world.violated("INV-18: a value of before the log-out") }
    failure = nil
    shown = .complete(value)
  }

  private func show(_ newFailure: AsyncCellFailure) {
    end()
    if FailureKind(of: newFailure.error) == .cancelled { world.violated("INV-17: cancelled shown as failed") }
    if newFailure.attempts > world.configuration.maxNumberOfFailures {
      world.violated("INV-16: \(newFailure.attempts) attempts")
    }
    failure = newFailure
    shown = .failed
  }

  private func end() {
    // Another cell may have begun what this one shows as failed.
    if shown == .failed { ends = 0 }
    ends += 1
    if ends > 1, !isBinding { world.violated("INV-03: a second end in one generation") }
  }
}
