/// What becomes of an entry that has been admitted: it gives way, stops, fails for now, ends.
extension QueueMachine {
  /// A chain has given its slot back at a job boundary.
  package mutating func yielded(
    _ id: EntryID, attempt: UInt32, start: Start, lane: Int, next: Int?, cost: Int
  ) {
    guard isCurrent(id, attempt) else { return }
    guard entries[Int(id.index)].phase == .running else { return ended(id) }
    hold(start, cost: cost, lane: lane, next: next, for: id.index)
    goOn(id.index)
    trimHeld()
    pump()
  }

  /// A suspended operation has stopped and can be resumed.
  package mutating func parked(_ id: EntryID, attempt: UInt32) {
    guard isCurrent(id, attempt), entries[Int(id.index)].phase == .running else { return }
    entries[Int(id.index)].isLive = true
    goOn(id.index)
    pump()
  }

  /// An attempt has failed and another is due later. False: it is not wanted now, set no timer.
  package mutating func failedToBeRetried(
    _ id: EntryID, attempt: UInt32, start: Start, lane: Int, next: Int?, cost: Int
  ) -> Bool {
    guard isCurrent(id, attempt) else { return false }
    let index = Int(id.index)
    guard entries[index].phase == .running else {
      ended(id)
      return false
    }
    statistics.retries += 1
    hold(start, cost: cost, lane: lane, next: next, for: id.index)
    let isParked = entries[index].wantsSuspension
    if isParked {
      park(id.index)
    } else {
      entries[index].phase = .backingOff
    }
    trimHeld()
    pump()
    return !isParked
  }

  package mutating func backoffElapsed(_ id: EntryID, attempt: UInt32) {
    guard isBackingOff(id, attempt: attempt) else { return }
    wait(id.index)
    pump()
  }

  package enum End: Sendable { case completed, failed, cancelled }

  /// An attempt has ended for good. True: its outcome is wanted.
  ///
  /// The caller holds the work: it is let go of here.
  package mutating func settled(_ id: EntryID, attempt: UInt32, as end: End) -> Bool {
    guard isCurrent(id, attempt) else { return false }
    let index = Int(id.index)
    switch entries[index].phase {
    case .running: break
    // A suspended operation can still be ended from outside, by whoever holds it.
    case .parked where entries[index].isLive: break
    case .waiting where entries[index].isLive: unwait(id.index)
    case .dying:
      ended(id)
      return false
    case .free, .parked, .waiting, .backingOff, .ended: return false
    }
    switch end {
    case .completed: statistics.completed += 1
    case .failed: statistics.failed += 1
    case .cancelled: statistics.cancelled += 1
    }
    let wasRunning = entries[index].phase == .running
    entries[index].phase = .ended
    entries[index].isLive = false
    entries[index].wasCancelled = end == .cancelled
    entries[index].work = nil
    // One that waited may have been in the way of others.
    if !wasRunning { pump() }
    return true
  }

  private mutating func ended(_ id: EntryID) {
    if entries[Int(id.index)].phase == .dying { free(id.index) }
  }

  /// Back to the heap, or aside when it is suspended.
  private mutating func goOn(_ index: UInt32) {
    if entries[Int(index)].wantsSuspension {
      park(index)
    } else {
      wait(index)
    }
  }
}
