import Foundation

/// An observation of a notification posted on the main thread, which ends with its owner.
final class NotificationObservation: @unchecked Sendable {
  // Immutable, and `NotificationCenter` may be called from any thread.
  private let token: any NSObjectProtocol

  @MainActor
  init(of name: Notification.Name, _ body: @escaping @MainActor @Sendable () -> Void) {
    token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
      MainActor.assumeIsolated(body)
    }
  }

  deinit {
    NotificationCenter.default.removeObserver(token)
  }
}
