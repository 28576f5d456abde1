import Foundation

/// What moves a scroll view: nothing, a finger, momentum, or an animation.
enum ScrollMotion {
  case idle
  case dragging
  case decelerating(Deceleration)
  case animating(Animation)

  var movesByItself: Bool {
    switch self {
    case .idle, .dragging: false
    case .decelerating, .animating: true
    }
  }

  var isDragging: Bool {
    if case .dragging = self { true } else { false }
  }

  var isDecelerating: Bool {
    if case .decelerating = self { true } else { false }
  }

  /// What is left of the distance shrinks by a constant factor each millisecond: 0.998, UIKit's normal rate. UIKit's
  /// real curve near an edge is another; this one stops there.
  struct Deceleration {
    /// How much further a flick goes, in points for each point per second.
    static let reach = 0.998 / (1 - 0.998) / 1000

    let start: CGPoint
    let distance: CGPoint
    /// Begins outside the content and comes back to its edge.
    let isBounce: Bool
    private(set) var elapsed: TimeInterval = 0

    init(from start: CGPoint, to goal: CGPoint, isBounce: Bool) {
      self.start = start
      distance = CGPoint(x: goal.x - start.x, y: goal.y - start.y)
      self.isBounce = isBounce
    }

    /// - Returns: Where it is now, and whether it has arrived.
    mutating func advance(by duration: TimeInterval) -> (offset: CGPoint, hasArrived: Bool) {
      elapsed += duration
      let rest = pow(isBounce ? 0.99 : 0.998, elapsed * 1000)
      let hasArrived = max(abs(distance.x), abs(distance.y)) * rest < 0.5
      let done = hasArrived ? 1 : 1 - rest
      return (CGPoint(x: start.x + distance.x * done, y: start.y + distance.y * done), hasArrived)
    }
  }

  /// A programmatic scroll; its timing is not UIKit's.
  struct Animation {
    enum Purpose { case programmatic, scrollToTop }

    static let duration: TimeInterval = 0.3

    let start: CGPoint
    let goal: CGPoint
    let purpose: Purpose
    private(set) var elapsed: TimeInterval = 0

    init(from start: CGPoint, to goal: CGPoint, purpose: Purpose) {
      self.start = start
      self.goal = goal
      self.purpose = purpose
    }

    mutating func advance(by duration: TimeInterval) -> (offset: CGPoint, hasArrived: Bool) {
      elapsed += duration
      let share = min(1, elapsed / Self.duration)
      guard share < 1 else { return (goal, true) }
      let eased = share * share * (3 - 2 * share)
      return (
        CGPoint(x: start.x + (goal.x - start.x) * eased, y: start.y + (goal.y - start.y) * eased), false
      )
    }
  }
}
