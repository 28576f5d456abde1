import Foundation

/// How fast a list moves, whether it flies past, where it is going to land, and when it has stopped.
///
/// Offsets are points along the direction of scrolling, times seconds. No clock and no view: events go in, and what is
/// known of the motion can be read.
package struct ScrollMachine: Equatable, Sendable {
  /// A list flies when a row would stay on screen for less than this many seconds.
  package static let flightStay = 0.25

  /// Two moves that are further apart than this say nothing about a velocity.
  private static let longestGap = 0.06

  package private(set) var isMoving = false
  /// Points per second; positive: towards the end of the list.
  package private(set) var velocity = 0.0
  /// The offset at which a fling is going to end.
  package private(set) var target: Double?
  package private(set) var offset = 0.0
  /// What the latest motion went towards; kept after it has ended.
  package private(set) var isTowardsEnd = true

  private var lastMove: Double?
  private var hasMovedSinceFrame = false
  private var silentFrames = 0

  package init() {}

  /// The list is at another offset.
  package mutating func moved(to newOffset: Double, at time: Double) {
    guard newOffset.isFinite else { return }
    defer {
      offset = newOffset
      lastMove = time
      isMoving = true
      hasMovedSinceFrame = true
      silentFrames = 0
    }
    if newOffset != offset { isTowardsEnd = newOffset > offset }
    guard let lastMove, isMoving, time - lastMove <= Self.longestGap else {
      // Just set off on the way to where it will land; else a single move is a jump.
      if target == nil { velocity = 0 }
      return
    }
    // Several moves at one instant are one.
    guard time > lastMove else { return }
    let latest = (newOffset - offset) / (time - lastMove)
    // The mean of two evens out frames that come early or late; a turn counts at once.
    velocity = velocity * latest > 0 ? (velocity + latest) / 2 : latest
  }

  /// The finger has been lifted, and the list is going to come to rest at an offset.
  ///
  /// - Parameter velocity: points per second, if it is known.
  package mutating func willLand(at target: Double, velocity: Double? = nil) {
    self.target = target.isFinite ? target : nil
    guard let velocity, velocity.isFinite, velocity != 0 else { return }
    isMoving = true
    isTowardsEnd = velocity > 0
    self.velocity = velocity
  }

  /// A finger holds the list.
  package mutating func wasTouched() {
    target = nil
    velocity = 0
    lastMove = nil
  }

  package mutating func stopped() {
    isMoving = false
    velocity = 0
    target = nil
    lastMove = nil
    silentFrames = 0
    hasMovedSinceFrame = false
  }

  /// A frame has begun. True: the list has stopped, although nobody has said so.
  ///
  /// - Parameter isDriven: a finger or momentum moves the list.
  package mutating func frame(isDriven: Bool) -> Bool {
    guard isMoving else { return false }
    guard !hasMovedSinceFrame else {
      hasMovedSinceFrame = false
      return false
    }
    silentFrames += 1
    guard silentFrames >= (isDriven ? 2 : 1) else { return false }
    stopped()
    return true
  }

  /// Whether rows pass so fast that only what will still be seen is worth starting.
  package func isFlying(viewport length: Double) -> Bool {
    isMoving && abs(velocity) * Self.flightStay > length && length > 0
  }

  /// Seconds for which something will stay on screen; infinite for what is there when the list stops.
  package func remainingStay(of extent: ClosedRange<Double>, viewport length: Double) -> Double {
    guard isMoving, velocity != 0 else { return .infinity }
    // The offset at which it has left.
    return time(to: velocity > 0 ? extent.upperBound : extent.lowerBound - length)
  }

  /// Seconds until something comes on screen; infinite for what never will, if nothing changes.
  package func timeUntilVisible(_ extent: ClosedRange<Double>, viewport length: Double) -> Double {
    let isVisible = extent.upperBound > offset && extent.lowerBound < offset + length
    guard !isVisible else { return 0 }
    guard isMoving, velocity != 0 else { return .infinity }
    let isAhead = velocity > 0 ? extent.lowerBound >= offset + length : extent.upperBound <= offset
    return isAhead ? time(to: velocity > 0 ? extent.lowerBound - length : extent.upperBound) : .infinity
  }

  /// Seconds until the list is at an offset; infinite if it stops before.
  private func time(to goal: Double) -> Double {
    let distance = velocity > 0 ? goal - offset : offset - goal
    guard distance > 0 else { return 0 }
    guard let target else { return distance / abs(velocity) }
    let rest = velocity > 0 ? target - offset : offset - target
    guard distance < rest else { return .infinity }
    // Momentum fades in proportion to the rest of the way: v = λ · rest.
    return log(rest / (rest - distance)) * rest / abs(velocity)
  }
}
