import Dispatch

/// Tells whether the caller is on the main dispatch queue, and so may be on the main actor.
///
/// By a mark on the queue, not by the thread: off Darwin the main thread may be gone while the main queue lives on.
enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) ?? false }
}
