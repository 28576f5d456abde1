/// States on their way to cells: delivered on the main actor, what is on screen first, each only if it is still wanted
/// at that moment.
@MainActor
struct Outbox {
  struct Letter {
    let claim: Claim
    let generation: UInt64
    let state: ErasedState
  }

  private var letters: [Letter] = []

  var isEmpty: Bool { letters.isEmpty }

  mutating func add(_ state: ErasedState, to claim: Claim) {
    // One end in each generation, and no progress after it.
    guard claim.endedGeneration != claim.generation else { return }
    guard case .inProgress = state else {
      claim.endedGeneration = claim.generation
      return append(state, to: claim)
    }
    // One progress at a time, the newest.
    let last = letters.lastIndex { $0.claim === claim && $0.generation == claim.generation }
    if let last {
      letters[last] = Letter(claim: claim, generation: claim.generation, state: state)
    } else {
      append(state, to: claim)
    }
  }

  /// A letter that was taken and not delivered stays before what has come later for the same cell.
  mutating func putFirst(_ letter: Letter) {
    letters.insert(letter, at: 0)
  }

  /// Letters that were taken and not delivered come before those that have come meanwhile.
  mutating func putBack(_ other: inout Outbox) {
    letters.insert(contentsOf: other.letters, at: 0)
    other.letters = []
  }

  private mutating func append(_ state: ErasedState, to claim: Claim) {
    letters.append(Letter(claim: claim, generation: claim.generation, state: state))
  }

  /// Takes what has come until now. What the app causes while it is delivered has to wait for the next hop, so that
  /// answering a state with a reset cannot keep the main actor for ever.
  mutating func takeAll() -> Outbox {
    defer { letters = [] }
    return self
  }

  /// Takes the letter to deliver next: to a cell on screen if there is one.
  mutating func next() -> Letter? {
    guard !letters.isEmpty else { return nil }
    return letters.remove(at: letters.firstIndex { $0.claim.isDisplayed } ?? 0)
  }
}
