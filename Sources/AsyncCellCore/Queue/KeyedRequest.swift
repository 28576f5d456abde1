/// One request to a ``KeyedOperationQueue``.
///
/// It goes on when it is let go of. After ``cancel()`` returns, its completion is not called any more.
@MainActor
public final class KeyedRequest {
  private let subscriber: RequestSubscriber
  // The run's token: it may stand for another key once the run has ended, and is not used after that.
  private let token: KeyToken
  private weak var queue: KeyedOperationQueue?

  init(_ subscriber: RequestSubscriber, token: KeyToken, queue: KeyedOperationQueue) {
    self.subscriber = subscriber
    self.token = token
    self.queue = queue
  }

  /// Whether the completion is still to come.
  public var isPending: Bool { subscriber.completion != nil }

  /// Changes how urgent the run is to this request. Others may want it sooner.
  public func setPriority(_ priority: CellPriority) {
    if subscriber.isWaiting { queue?.setPriority(priority, of: token, for: subscriber) }
  }

  /// Wants nothing for now. The run goes on if somebody else wants it.
  public func suspend() {
    if subscriber.isWaiting { queue?.setSuspended(true, of: token, for: subscriber) }
  }

  /// Wants the value again.
  public func resume() {
    if subscriber.isWaiting { queue?.setSuspended(false, of: token, for: subscriber) }
  }

  /// Wants nothing any more. The run is cancelled if nobody else wants it.
  public func cancel() {
    let isWaiting = subscriber.isWaiting
    subscriber.forget()
    if isWaiting { queue?.unsubscribe(subscriber, from: token) }
  }
}

/// The request's place among the run's subscribers.
@MainActor
final class RequestSubscriber: QueueSubscriber {
  private(set) var completion: ((QueueEngine.Settled) -> Void)?
  private var outcome: QueueEngine.Settled?

  init(completion: @escaping (QueueEngine.Settled) -> Void) {
    self.completion = completion
  }

  /// Whether the run has not ended.
  var isWaiting: Bool { completion != nil && outcome == nil }

  func runDidEnd(_ token: KeyToken, _ how: QueueEngine.Settled) {
    outcome = how
  }

  func runDidReport(_ token: KeyToken, _ progress: WorkProgress) {}

  func flush() {
    guard let outcome, let completion else { return }
    forget()
    completion(outcome)
  }

  /// Lets go of the app's closure and of the outcome, however long the request itself is kept.
  func forget() {
    let (completion, outcome) = (self.completion, self.outcome)
    self.completion = nil
    self.outcome = nil
    // Only now may what they hold be released, which may use this request.
    _ = consume completion
    _ = consume outcome
  }
}
