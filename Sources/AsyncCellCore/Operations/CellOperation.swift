import Foundation

/// An ``AsyncOperation`` that ends with a value or an error.
///
/// Override `main()`, start the work there and call ``finish(with:)`` once, from any thread:
///
/// ```swift
/// nonisolated final class AvatarOperation: CellOperation<Data>, @unchecked Sendable {
///   let url: URL
///   init(_ url: URL) { self.url = url }
///
///   override func main() {
///     hold(
///       URLSession.shared.dataTask(with: url) { [self] data, _, error in
///         finish(with: data.map { .success($0) } ?? .failure(error ?? URLError(.unknown)))
///       })
///   }
/// }
/// ```
///
/// A cancelled operation always ends with `CancellationError`, and finishes even when ``AsyncOperation/didCancel()`` is
/// overridden without `super`.
open class CellOperation<Value: Sendable>: AsyncOperation, @unchecked Sendable {
  // All state is in `state`, under its lock.
  private struct State {
    var result: Result<Value, any Error>?
    /// A result that came while the operation was suspended.
    var heldBack: Result<Value, any Error>?
    var held: [ControlHolder] = []
    var wish = ControlHolder.Wish.running
    /// A body was added for a control that cannot be suspended and has to hand over first.
    var awaitsHandover = false
    var fraction: Double?

    mutating func finishWithoutResult(isCancelled: Bool) {
      guard result == nil else { return }
      result = .failure(isCancelled ? CancellationError() : OperationError.finishedWithoutResult)
      heldBack = nil
      held = []
    }
  }

  private let state = Locked(State())

  /// The result, once the operation has finished.
  public final var result: Result<Value, any Error>? {
    state.withLock { $0.result }
  }

  /// How far the work is, from 0 to 1, if it has said so.
  public final var fractionCompleted: Double? {
    state.withLock { $0.fraction }
  }

  /// Ends the operation with a result. The first call counts.
  ///
  /// While the work is suspended the result is held back until it is resumed.
  public final func finish(with result: Result<Value, any Error>) {
    complete(with: result)
    didFinishByHand()
  }

  /// Called when the operation was finished by `finish()` or `finish(with:)`, by whoever.
  package func didFinishByHand() {}

  package final func complete(with result: Result<Value, any Error>) {
    let isCancelled = self.isCancelled
    let handedOver: Bool? = state.withLock { state in
      guard state.result == nil, state.heldBack == nil else { return nil }
      state.heldBack = isCancelled ? .failure(CancellationError()) : result
      defer { state.awaitsHandover = false }
      return state.awaitsHandover
    }
    guard let handedOver else { return }
    if isCancelled || !holdsBackResult { releaseHeldBack() }
    if handedOver { bodyEnded() }
  }

  /// Says how far the work is, from 0 to 1. It never goes back; what is not a number is ignored.
  public final func report(_ fraction: Double) {
    guard !fraction.isNaN else { return }
    let clamped = min(max(fraction, 0), 1)
    let isNews = state.withLock { state in
      guard state.result == nil, clamped > state.fraction ?? -1 else { return false }
      state.fraction = clamped
      return true
    }
    if isNews { observer?.operation(self, didReport: WorkProgress(fraction: clamped, jobName: nil)) }
  }

  /// Starts a control, and suspends, resumes and cancels it with the operation.
  ///
  /// If the operation is cancelled already, the control is cancelled and never starts. Off Darwin a `URLSessionTask` is
  /// not suspended in the middle of a body: it is left to finish and its result is held back.
  public final func hold(_ control: some OperationControl) {
    let holder = ControlHolder(control)
    let isCancelled = self.isCancelled
    state.withLock { state in
      let isOver = isCancelled || state.result != nil || state.heldBack != nil
      holder.want(isOver ? .cancelled : state.wish, priority: taskPriority)
      if !isOver { state.held.append(holder) }
    }
    holder.apply()
  }

  private func releaseHeldBack() {
    let mayFinish = state.withLock { state in
      guard state.result == nil, let result = state.heldBack else { return false }
      state.result = result
      state.heldBack = nil
      state.held = []
      return true
    }
    if mayFinish { finishNow() }
  }

  private func wantOfHeld(_ wish: ControlHolder.Wish) -> (held: [ControlHolder], body: Int) {
    state.withLock { state in
      guard state.wish != .cancelled else { return ([], 0) }
      state.wish = wish
      for holder in state.held { holder.want(wish) }
      let awaits = wish == .suspended && state.heldBack == nil && state.held.contains { !$0.isSuspendable }
      let body = (awaits ? 1 : 0) - (state.awaitsHandover ? 1 : 0)
      state.awaitsHandover = awaits
      return (state.held, body)
    }
  }

  private func apply(_ wish: ControlHolder.Wish) {
    let (held, body) = wantOfHeld(wish)
    if body > 0 { bodyBegan() }
    for holder in held { holder.apply() }
    if body < 0 { bodyEnded() }
  }

  override package func suspendHeld() {
    apply(.suspended)
  }

  override package func resumeHeld() {
    apply(.running)
    releaseHeldBack()
  }

  override package func cancelHeld() {
    apply(.cancelled)
    state.withLock { state in
      if state.result == nil { state.result = .failure(CancellationError()) }
      state.heldBack = nil
      state.held = []
    }
  }

  override package func ensureFinished() {
    finishNow()
  }

  override package func priorityDidChange() {
    let held = state.withLock { state in
      // Read here, so that of two changes at once the later one is passed on last.
      let priority = taskPriority
      for holder in state.held { holder.want(priority: priority) }
      return state.held
    }
    for holder in held { holder.apply() }
  }

  override package func willFinishWithoutResult() {
    let isCancelled = self.isCancelled
    state.withLock { $0.finishWithoutResult(isCancelled: isCancelled) }
    didFinishByHand()
  }

  override package func willSettleUnstarted() {
    let isCancelled = self.isCancelled
    if isCancelled { apply(.cancelled) }
    state.withLock { state in
      if isCancelled { state.result = nil }
      state.finishWithoutResult(isCancelled: isCancelled)
    }
  }

  override package var outcome: OperationOutcome {
    if isCancelled { return .cancelled }
    switch result {
    case .success(let value): return .success(Box(value))
    case .failure(let error): return .failure(error, nil)
    case nil: return .failure(OperationError.finishedWithoutResult, nil)
    }
  }
}
