/// A view a list hands out again and again.
@MainActor
protocol ReusableView: UIView {
  var reuseIdentifier: String? { get }
  func prepareForReuse()
}

/// Which classes a list may make, and which of their views wait to be handed out again.
@MainActor
struct ReusePool<Reusable: ReusableView> {
  private var classes: [String: AnyClass] = [:]
  private var idle: [String: [Reusable]] = [:]

  mutating func register(_ viewClass: AnyClass?, for identifier: String) {
    classes[identifier] = viewClass
  }

  func registeredClass(for identifier: String) -> AnyClass? {
    classes[identifier]
  }

  /// A view without an identifier is never handed out again, so it never hears `prepareForReuse` (B13).
  mutating func put(_ view: Reusable) {
    guard let identifier = view.reuseIdentifier else { return }
    idle[identifier, default: []].append(view)
  }

  /// - Returns: A used view. It has not been prepared for reuse yet: that happens as late as possible (B13).
  mutating func take(_ identifier: String) -> Reusable? {
    idle[identifier]?.popLast()
  }

  var idleCount: Int { idle.values.reduce(0) { $0 + $1.count } }
}
