import Foundation

/// The pages of a list that grows while it is scrolled: each is asked for once.
@MainActor
final class PageRequests {
  /// How many items before the end the next page is asked for.
  let margin: Int
  private let request: (PageRequests) -> Void
  private let clock: any EngineClock
  private var state = PageMachine()
  private var running: KeyedRequest?
  /// A page was wanted when the list could not ask for it.
  private var isDue = false

  init(margin: Int, clock: any EngineClock, request: @escaping (PageRequests) -> Void) {
    self.margin = margin
    self.clock = clock
    self.request = request
  }

  /// An item is on screen; that many come after it.
  func noteDisplay(itemsAfter: Int) {
    if itemsAfter < margin { request(self) }
  }

  /// Asks for the page when the list goes on: there may be no other display by then.
  func waitForResume() {
    isDue = true
  }

  /// Begins a page, unless it is under way, or there, or has failed just now.
  func begin(_ key: AnyHashable, _ start: () -> KeyedRequest) {
    isDue = false
    guard state.begin(key, now: clock.now) else { return }
    let request = start()
    if request.isPending { running = request }
  }

  func ended(_ key: AnyHashable, retryAt: PageMachine.Retry) {
    running = nil
    state.ended(key, retryAt)
  }

  func setSuspended(_ isSuspended: Bool) {
    guard !isSuspended else {
      running?.suspend()
      return
    }
    running?.resume()
    guard isDue else { return }
    isDue = false
    request(self)
  }

  func cancel() {
    isDue = isDue || running != nil
    running?.cancel()
    running = nil
    state.cancelled()
  }

  /// Everything begins anew.
  func reset() {
    cancel()
    isDue = false
    state = PageMachine()
  }
}

/// Which page is under way, and which need not be asked for.
package struct PageMachine: Equatable {
  /// When a page that has ended may be asked for again.
  package enum Retry: Equatable {
    case never
    case at(Duration)
    case now
  }

  private enum Page: Equatable {
    case running
    case ended(Retry)
  }

  private var key: AnyHashable?
  private var page: Page?

  package init() {}

  /// Whether a page has to be fetched now.
  package mutating func begin(_ newKey: AnyHashable, now: Duration) -> Bool {
    if key == newKey {
      switch page {
      case .running, .ended(.never): return false
      case .ended(.at(let time)) where time > now: return false
      case .ended, nil: break
      }
    } else if page == .running {
      // One at a time: the next is asked for when this one is there.
      return false
    }
    key = newKey
    page = .running
    return true
  }

  package mutating func ended(_ endedKey: AnyHashable, _ retry: Retry) {
    guard key == endedKey, page == .running else { return }
    page = .ended(retry)
  }

  package mutating func cancelled() {
    if page == .running { page = .ended(.now) }
  }
}
