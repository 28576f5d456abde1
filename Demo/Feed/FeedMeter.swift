import AsyncCellUIKit
import Foundation

/// Counts what the feed asks of the network, each thing where it happens.
nonisolated public final class FeedMeter: @unchecked Sendable {
  /// What has been counted.
  public struct Counts: Sendable {
    /// Requests for pictures, one for each attempt and each time a suspended one is sent anew.
    public var fetchesStarted = 0
    /// Pictures whose whole body has come.
    public var fetchesCompleted = 0
    /// Avatars asked for.
    public var avatarsStarted = 0
    /// Requests for pages of the feed or of messages, and messages sent.
    public var feedPages = 0
    /// Requests that were sent elsewhere.
    public var redirects = 0
    /// Bytes of bodies received, avatars left out.
    public var bytes = 0
    /// Pictures that do not say whose they are.
    public var unidentified = 0
    /// Photos whose fetch has started at least once.
    public var photosStarted: Set<Int> = []
  }

  // Touched only between `lock()` and `unlock()`.
  private let lock = NSLock()
  private var state = Counts()

  public init() {}

  public var counts: Counts {
    lock.lock()
    defer { lock.unlock() }
    return state
  }

  func picture(_ id: Int, _ event: FetchEvent) {
    change { counts in
      switch event {
      case .started:
        counts.fetchesStarted += 1
        counts.photosStarted.insert(id)
      case .completed: counts.fetchesCompleted += 1
      case .redirected: counts.redirects += 1
      case .received(let bytes): counts.bytes += bytes
      case .failed: break
      }
    }
  }

  func page(_ event: FetchEvent) {
    change { counts in
      switch event {
      case .started: counts.feedPages += 1
      case .redirected: counts.redirects += 1
      case .received(let bytes): counts.bytes += bytes
      case .completed, .failed: break
      }
    }
  }

  func avatar(_ event: FetchEvent) {
    change { counts in
      switch event {
      case .started: counts.avatarsStarted += 1
      case .redirected: counts.redirects += 1
      case .received, .completed, .failed: break
      }
    }
  }

  func avatarStarted() {
    change { $0.avatarsStarted += 1 }
  }

  func decoded(_ picture: Picture) {
    if picture.id == nil { change { $0.unidentified += 1 } }
  }

  private func change(_ body: (inout Counts) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    body(&state)
  }
}
