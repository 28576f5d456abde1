package import Foundation

/// Which rows the prefetch data source was asked for and has neither been told to forget nor seen requested.
package struct PrefetchLedger {
  package init() {}

  package private(set) var outstanding: [IndexPath] = []
  /// Paths of the model before its last change. They are cancelled late, as UIKit was seen to do (B8).
  private var stale: [IndexPath] = []

  package mutating func cellWasRequested(at path: IndexPath) {
    outstanding.removeAll { $0 == path }
  }

  package mutating func modelDidChange() {
    stale += outstanding
    outstanding = []
  }

  /// - Parameter ahead: The rows worth prefetching now, nearest first.
  /// - Returns: What to ask for, nearest first (B6), and what to cancel (B8).
  package mutating func step(ahead: [IndexPath]) -> (prefetch: [IndexPath], cancel: [IndexPath]) {
    let wanted = Set(ahead)
    let known = Set(outstanding)
    let cancel = stale + outstanding.filter { !wanted.contains($0) }
    stale = []
    let prefetch = ahead.filter { !known.contains($0) }
    outstanding = outstanding.filter(wanted.contains) + prefetch
    return (prefetch, cancel)
  }

  /// Cancels some paths with the next step only; one that is cancelled may be asked for again.
  package mutating func postpone(_ later: [IndexPath], cancelled: [IndexPath]) {
    stale += later
    outstanding.removeAll(where: cancelled.contains)
  }
}
