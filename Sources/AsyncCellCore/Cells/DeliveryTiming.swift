/// When states that come by and by reach cells on screen.
///
/// Binding a cell always delivers its one state at once, whatever the timing.
public enum DeliveryTiming: Hashable, Sendable {
  /// With the next turn of the main actor.
  case immediately
  /// With the next frame, all that has come since the last.
  case eachFrame
  /// When the list does not move: no cell changes under the finger.
  case whenScrollingStops
}

/// Whether, and how, cells are measured again when a state has come that binding did not bring.
public enum Remeasuring: Hashable, Sendable {
  /// Heights do not depend on results.
  case never
  /// What is first on screen stays where it is, and what follows moves.
  case keepingFirst
  /// What is last on screen stays where it is, and what comes before moves: for a chat.
  case keepingLast
}
