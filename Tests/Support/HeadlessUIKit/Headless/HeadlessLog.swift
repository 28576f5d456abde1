/// What a list did and what was wrong with how it was used.
@_spi(Headless)
@MainActor
public final class HeadlessLog {
  /// What happened, oldest first; the older half is dropped at ``capacity``.
  public private(set) var events: [HeadlessEvent] = []
  public private(set) var violations: [HeadlessViolation] = []
  public private(set) var warnings: [HeadlessWarning] = []
  /// How often each optional method was called that the delegate does not implement.
  ///
  /// In Swift a subclass cannot replace a default its superclass relies on; on iOS it can. A test asserts with this
  /// that a method a class claims to implement was never answered by the default.
  public private(set) var defaulted: [String: Int] = [:]
  /// Stops the process at a violation, as UIKit's exception would.
  public var trapsOnViolation = false
  public var capacity = 20_000

  /// Forgets everything so far, so that a test sees only what it causes next.
  public func clear() {
    events = []
    violations = []
    warnings = []
    defaulted = [:]
  }

  /// What `body` made happen.
  public func events<E: Error>(during body: () throws(E) -> Void) throws(E) -> [HeadlessEvent] {
    let outer = events
    events = []
    defer { events = outer + events }
    try body()
    return events
  }

  func note(_ event: HeadlessEvent) {
    if events.count >= capacity { events.removeFirst(events.count / 2 + 1) }
    events.append(event)
  }

  func warn(_ warning: HeadlessWarning) {
    warnings.append(warning)
  }

  func violated(_ kind: HeadlessViolation.Kind) {
    let violation = HeadlessViolation(kind: kind, trace: events.suffix(20))
    violations.append(violation)
    if trapsOnViolation { fatalError("UIKit contract violated: \(violation)") }
  }

  func noteDefaulted(_ method: String) {
    defaulted[method, default: 0] += 1
  }
}
