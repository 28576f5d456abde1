/// A slot: an operation that runs one attempt after another until nothing is startable.
final class Slot: AsyncOperation, @unchecked Sendable {
  // Immutable, apart from `visit`, which is locked.
  let lane: Int
  private let engine: QueueEngine

  /// The stay of one body in the slot.
  private struct Visit: Sendable {
    /// The slot's thread is inside the attempt, and will see for itself that the body has left.
    var isEntered = false
    var hasLeft = false
  }

  private let visit = Locked(Visit())

  init(lane: Int, engine: QueueEngine) {
    self.lane = lane
    self.engine = engine
    super.init()
    LiveObjects.count(.slot, +1)
  }

  deinit {
    LiveObjects.count(.slot, -1)
  }

  override func main() {
    engine.serve(self, releasing: false)
  }

  /// The slot's thread goes into an attempt.
  func enter() {
    visit.withLock { $0 = Visit(isEntered: true) }
  }

  /// The slot's thread comes back. True: the body has left. False: it goes on elsewhere and will tell.
  func leave() -> Bool {
    visit.withLock { visit in
      visit.isEntered = false
      return visit.hasLeft
    }
  }

  /// The body has ended, or has stopped for now.
  func bodyDidLeave() {
    let isEntered = visit.withLock { visit in
      visit.hasLeft = true
      return visit.isEntered
    }
    if !isEntered { engine.serveAgain(self) }
  }

  /// The app has cancelled its queue's operations: the slot ends when its body does, the entries are none the wiser.
  override func didCancel() {}

  override func willSettleUnstarted() {
    engine.slotWasCancelled(self)
  }
}
