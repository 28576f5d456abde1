/// Whether a list's work is wanted, seen from all that may hide the list: the app's verbs, the screen, the background,
/// and the cell that the list lies in.
package struct ListPresence: Equatable, Sendable {
  /// What may hide a list.
  package enum Reason: Int, CaseIterable, Sendable {
    case app, screen, background, outerCell
  }

  /// What becomes of its work then, mildest first.
  package enum Effect: Int, Comparable, Sendable {
    case none, demoted, suspended, cancelled

    package static func < (left: Effect, right: Effect) -> Bool { left.rawValue < right.rawValue }

    package init(_ policy: OffscreenPolicy) {
      switch policy {
      case .keep: self = .none
      case .demote: self = .demoted
      case .suspend: self = .suspended
      case .cancel: self = .cancelled
      }
    }
  }

  /// What the list has to do when something has changed.
  package enum Step: Equatable, Sendable {
    case nothing
    /// The list is hidden in another way, but its work does not stand still: it gets the rank that it has now.
    case demote
    case suspend
    case cancel
    /// Nothing stands in the way any more.
    case goOn
  }

  private var effects: [Reason: Effect] = [:]
  private var hidden: Set<Reason> = []

  package init() {}

  /// The harshest counts.
  package var effect: Effect { effects.values.max() ?? .none }

  /// Whether the list's work stands still. What was cancelled does not: whatever is displayed begins anew.
  package var isSuspended: Bool { effects.values.contains(.suspended) }
  package var isDemoted: Bool { effects.values.contains(.demoted) }

  package func isHidden(by reason: Reason) -> Bool { hidden.contains(reason) }

  package mutating func hide(_ reason: Reason, _ effect: Effect) -> Step {
    let before = self
    hidden.insert(reason)
    effects[reason] = effect
    switch effect {
    case .none: return effects == before.effects || before.effects[reason] == nil ? .nothing : eased
    case .demoted: return .demote
    case .suspended: return .suspend
    case .cancelled: return .cancel
    }
  }

  /// - Returns: What to do; nothing when the list was not hidden by it.
  package mutating func show(_ reason: Reason) -> Step {
    guard hidden.remove(reason) != nil else { return .nothing }
    effects[reason] = nil
    return eased
  }

  /// What is to be done when one reason has gone, or has become milder.
  private var eased: Step {
    guard effect > .none else { return .goOn }
    return isSuspended ? .nothing : .demote
  }
}
