public import Foundation

/// An operation whose work may go on after `main()` has returned, and that can be suspended.
///
/// Override ``main()`` to begin the work and call ``finish()`` once, from any thread, when it is over. It behaves in a
/// plain `OperationQueue`, under dependencies, and started by hand. All methods may be called from any thread, in any
/// order and any number of times; what comes too late is ignored.
///
/// ```swift
/// nonisolated final class Countdown: AsyncOperation, @unchecked Sendable {
///   override func main() {
///     DispatchQueue.global().asyncAfter(deadline: .now() + 1) { self.finish() }
///   }
/// }
/// ```
///
/// An operation runs at most once. It follows the rules that Foundation's implementations on Darwin and elsewhere have
/// in common: it overrides `start`, notifies with string keys outside its lock, and never finishes before it was
/// started.
open class AsyncOperation: Operation, @unchecked Sendable {
  // All state is in `machine`, under its lock; `observer` is set before the operation starts and never again.
  private let machine = Locked(OperationMachine())
  package final var observer: (any OperationObserver)?

  override public init() {
    super.init()
    LiveObjects.count(.operation, +1)
  }

  deinit {
    LiveObjects.count(.operation, -1)
  }

  // MARK: What Foundation asks

  override public final var isAsynchronous: Bool { true }

  override public final var isExecuting: Bool { machine.withLock { $0.isExecuting } }

  override public final var isFinished: Bool { machine.withLock { $0.isFinished } }

  /// Whether the work has begun, has not ended and is not suspended.
  public final var isRunning: Bool { machine.withLock { $0.isRunning } }

  /// Whether the operation is suspended. False once it has finished.
  public final var isSuspended: Bool { machine.withLock { $0.isSuspended } }

  // MARK: Control

  /// Begins the work, unless the operation was cancelled or finished before.
  ///
  /// An operation queue calls this; call it yourself only for an operation that is in no queue. A suspended operation
  /// counts as started, and begins when it is resumed.
  override public final func start() {
    let isCancelled = self.isCancelled
    willChangeValue(forKey: "isExecuting")
    let answer = machine.withLock { $0.start(isCancelled: isCancelled) }
    didChangeValue(forKey: "isExecuting")
    switch answer {
    case .ignore:
      return
    case .settle:
      willSettleUnstarted()
      settle()
    case .waitForResume:
      tellObserver(machine.withLock { $0.release() })
    case .runMain:
      runMain()
    }
  }

  /// Ends the operation. The first call counts; before `start()` the wish is remembered and `start()` obeys it.
  public final func finish() {
    willFinishWithoutResult()
    finishNow()
  }

  package final func finishNow() {
    if machine.withLock({ $0.finish() }) { settle() }
  }

  /// Asks the work to stop for now. Before `start()`, the work will not begin until ``resume()``.
  public final func suspend() {
    switch machine.withLock({ $0.suspend() }) {
    case .nothing: return
    case .notify: callHooks()
    case .parked: observer?.operationDidPark(self)
    }
  }

  /// Lifts a suspension. It never starts an operation: that is the queue's business, or `start()`'s.
  ///
  /// Work that was held back at its start begins on a background queue, not on the caller's thread.
  public final func resume() {
    _ = liftSuspension()
  }

  /// Does what ``resume()`` says. False: there was no suspension to lift, as when the operation has ended meanwhile; then
  /// the observer will be told no more of its body.
  package final func liftSuspension() -> Bool {
    let (answer, wasSuspended) = machine.withLock { machine in
      let wasSuspended = machine.isSuspended
      return (machine.resume(), wasSuspended)
    }
    switch answer {
    case .nothing:
      break
    case .notify:
      callHooks()
    case .runMain:
      DispatchQueue.global(qos: .userInitiated).async {
        // Not if it was suspended again, cancelled or finished meanwhile.
        if self.machine.withLock({ $0.beginMain() }) { self.runMain() }
      }
    }
    return wasSuspended
  }

  /// Cancels the operation. If its work has begun, ``didCancel()`` is called, which ends it.
  ///
  /// An operation that has not been started only remembers it: it finishes when its queue starts it, without running.
  override public final func cancel() {
    super.cancel()
    if machine.withLock({ $0.cancel() }) {
      willSettleUnstarted()
      settle()
    }
    callHooks()
  }

  // MARK: For subclasses

  /// Begins the work. Override it; do not call `super`. The default finishes at once.
  ///
  /// It must lead to one call of ``finish()``, before or after it returns.
  override open func main() {
    finish()
  }

  /// Called when the work has begun and is to stop for now. It may run while `main()` is still running elsewhere.
  open func didSuspend() {}

  /// Called when suspended work is to go on.
  open func didResume() {}

  /// Called once when the work has begun and is to stop for good. The default calls ``finish()``.
  ///
  /// An override that does not call `super` must see to it that the operation still finishes.
  open func didCancel() {
    finish()
  }

  // MARK: Inside the package

  /// Called when the operation ends without its work having begun.
  package func willSettleUnstarted() {}

  /// Called when the operation is told to finish by a call that brings no result.
  package func willFinishWithoutResult() {}

  /// Whether a result must wait for the operation to be resumed.
  package final var holdsBackResult: Bool { machine.withLock { $0.holdsBack } }

  // What a subclass of this package does before the user's hooks, so that no override can forget it.
  package func suspendHeld() {}
  package func resumeHeld() {}
  package func cancelHeld() {}
  package func ensureFinished() {}

  /// Whether `start()` has been called.
  package final var hasStarted: Bool { machine.withLock { $0.phase != .idle } }

  /// Tells Foundation, and what the operation holds, how urgent it is.
  package final func setPriority(ofOrder order: UInt64) {
    let priority: QueuePriority =
      switch CellPriority.rank(ofOrder: order) {
      case .visible: .veryHigh
      case .landing: .high
      case .prepared: .normal
      case .prefetch: .low
      case .offscreen: .veryLow
      }
    if queuePriority != priority { queuePriority = priority }
    let hasBegun = machine.withLock { machine in
      machine.taskPriority = CellPriority.taskPriority(ofOrder: order)
      return machine.hasBegun
    }
    if hasBegun { priorityDidChange() }
  }

  /// How urgent the work is, from 0 to 1, if anybody has said so.
  package final var taskPriority: Float? { machine.withLock { $0.taskPriority } }

  /// Passes ``taskPriority`` on to what the operation holds.
  package func priorityDidChange() {}

  /// How the operation ended; asked once it has finished.
  package var outcome: OperationOutcome { .failure(OperationError.finishedWithoutResult, nil) }

  /// A part of the work goes on outside `main()` and must end before the operation's slot is given back.
  package final func bodyBegan() {
    machine.withLock { $0.bodyBegan() }
  }

  package final func bodyEnded() {
    tellObserver(
      machine.withLock {
        $0.bodyEnded()
        return $0.release()
      })
  }

  private func runMain() {
    main()
    bodyEnded()
  }

  private func settle() {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    machine.withLock { $0.settled() }
    didChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isExecuting")
    #if !canImport(ObjectiveC)
      // Darwin lets go of the block by itself; elsewhere a block that captures its operation would keep it for ever.
      completionBlock = nil
    #endif
    observer?.operationDidFinish(self)
    tellObserver(
      machine.withLock {
        $0.finishTold()
        return $0.release()
      })
  }

  private func callHooks() {
    guard machine.withLock({ $0.beginDraining() }) else { return }
    while let hook = machine.withLock({ $0.nextHook() }) {
      switch hook {
      case .suspended:
        suspendHeld()
        didSuspend()
      case .resumed:
        resumeHeld()
        didResume()
      case .cancelled:
        cancelHeld()
        didCancel()
        ensureFinished()
      }
    }
    tellObserver(machine.withLock { $0.release() })
  }

  private func tellObserver(_ release: OperationMachine.Release) {
    switch release {
    case .none: break
    case .ended: observer?.operationBodyDidEnd(self)
    case .parked: observer?.operationDidPark(self)
    }
  }
}
