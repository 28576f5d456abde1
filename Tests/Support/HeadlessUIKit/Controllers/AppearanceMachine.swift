/// Where a controller stands between hidden and shown, and which calls are due.
///
/// `disappeared → appearing → appeared → disappearing → disappeared`; either transition may turn back half-way, as an
/// interactive pop that is cancelled does (B26: a disappearance that begins need not end).
struct AppearanceMachine {
  enum Phase {
    case disappeared, appearing, appeared, disappearing
  }

  /// Who began the transition, and so who ends it.
  enum Driver {
    /// The view entered or left a window.
    case window
    /// A container called `beginAppearanceTransition`.
    case container
    /// The parent passed on its own transition.
    case parent
  }

  enum Begin { case nothing, willAppear, willDisappear }
  enum End { case nothing, didAppear(animated: Bool, isAppearingIsDue: Bool), didDisappear(animated: Bool) }

  private(set) var phase = Phase.disappeared
  private(set) var driver = Driver.window
  private var isAnimated = false
  private var isAppearingIsDue = false

  mutating func begin(_ isAppearing: Bool, animated: Bool, drivenBy driver: Driver) -> Begin {
    switch (phase, isAppearing) {
    case (.disappeared, true), (.disappearing, true):
      isAppearingIsDue = true
      phase = .appearing
    case (.appeared, false), (.appearing, false):
      isAppearingIsDue = false
      phase = .disappearing
    default:
      return .nothing
    }
    self.driver = driver
    isAnimated = animated
    return isAppearing ? .willAppear : .willDisappear
  }

  /// - Returns: Whether `viewIsAppearing` is due, and with which argument.
  mutating func isInWindow() -> Bool? {
    guard phase == .appearing, isAppearingIsDue else { return nil }
    isAppearingIsDue = false
    return isAnimated
  }

  mutating func end() -> End {
    switch phase {
    case .appearing:
      phase = .appeared
      defer { isAppearingIsDue = false }
      return .didAppear(animated: isAnimated, isAppearingIsDue: isAppearingIsDue)
    case .disappearing:
      phase = .disappeared
      return .didDisappear(animated: isAnimated)
    case .appeared, .disappeared:
      return .nothing
    }
  }
}
