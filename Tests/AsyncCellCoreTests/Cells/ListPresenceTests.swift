import AsyncCellCore
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ListPresenceTests {
  typealias Reason = ListPresence.Reason
  typealias Effect = ListPresence.Effect

  enum Event: Hashable {
    case hide(Reason, Effect)
    case show(Reason)
  }

  static let effects: [Effect] = [.none, .demoted, .suspended, .cancelled]

  static func events(_ reasons: [Reason]) -> [Event] {
    reasons.flatMap { reason in effects.map { Event.hide(reason, $0) } + [.show(reason)] }
  }

  /// What a list does with the steps it is told: what is done by the end is what its work is like.
  struct Work: Equatable {
    var isSuspended = false
    var isDemoted = false

    mutating func carryOut(_ step: ListPresence.Step, _ presence: ListPresence) {
      switch step {
      case .nothing: break
      case .suspend: isSuspended = true
      // What is displayed from now on begins as the list is.
      case .cancel, .demote, .goOn: (isSuspended, isDemoted) = (presence.isSuspended, presence.isDemoted)
      }
    }
  }

  /// Tries all words of so many events; the model is a table of reasons.
  func forEachWord(
    of length: Int, _ events: [Event],
    check: (_ word: [Event], _ before: ListPresence, _ step: ListPresence.Step, _ after: ListPresence, [Reason: Effect])
      -> Void
  ) {
    func walk(_ word: [Event], _ presence: ListPresence, _ model: [Reason: Effect]) {
      guard word.count < length else { return }
      for event in events {
        var (next, nextModel) = (presence, model)
        let step: ListPresence.Step
        switch event {
        case .hide(let reason, let effect):
          step = next.hide(reason, effect)
          nextModel[reason] = effect
        case .show(let reason):
          step = next.show(reason)
          nextModel[reason] = nil
        }
        check(word + [event], presence, step, next, nextModel)
        walk(word + [event], next, nextModel)
      }
    }
    walk([], ListPresence(), [:])
  }

  @Test func `A list is as its reasons say: suspended, demoted, and the harshest counts`() {
    forEachWord(of: 4, Self.events([.app, .screen, .outerCell])) { word, _, _, after, model in
      guard after.isSuspended == model.values.contains(.suspended),
        after.isDemoted == model.values.contains(.demoted), after.effect == model.values.max() ?? .none,
        Reason.allCases.allSatisfy({ after.isHidden(by: $0) == (model[$0] != nil) })
      else {
        Issue.record("\(word)")
        return
      }
    }
  }

  @Test func `To show a list by a reason that does not hide it is nothing`() {
    forEachWord(of: 3, Self.events(Reason.allCases)) { word, before, step, after, _ in
      guard case .show(let reason)? = word.last, !before.isHidden(by: reason) else { return }
      if step != .nothing || before != after { Issue.record("\(word): \(step)") }
    }
  }

  @Test func `A list goes on only when nothing stands in the way`() {
    forEachWord(of: 4, Self.events([.app, .screen, .background])) { word, _, step, after, _ in
      if step == .goOn, after.effect != .none { Issue.record("\(word)") }
    }
  }

  @Test func `What shows a list fully has it go on`() {
    forEachWord(of: 4, Self.events([.app, .screen, .background])) { word, before, step, after, _ in
      if before.effect > .none, after.effect == .none, step != .goOn { Issue.record("\(word): \(step)") }
    }
  }

  @Test func `Hidden by a policy, the step is the policy's`() {
    forEachWord(of: 3, Self.events([.app, .screen])) { word, _, step, _, _ in
      guard case .hide(_, let effect)? = word.last else { return }
      let isRight =
        switch effect {
        case .none: true
        case .demoted: step == .demote
        case .suspended: step == .suspend
        case .cancelled: step == .cancel
        }
      if !isRight { Issue.record("\(word): \(step)") }
    }
  }

  @Test func `The steps taken leave the work as the list is`() {
    var failures = 0
    func walk(_ word: [Event], _ presence: ListPresence, _ work: Work) {
      guard word.count < 4 else { return }
      for event in Self.events([.app, .screen]) {
        var (next, nextWork) = (presence, work)
        let step =
          switch event {
          case .hide(let reason, let effect): next.hide(reason, effect)
          case .show(let reason): next.show(reason)
          }
        nextWork.carryOut(step, next)
        // The rank of what stands still does not matter.
        let isRight =
          nextWork.isSuspended == next.isSuspended && (next.isSuspended || nextWork.isDemoted == next.isDemoted)
        guard isRight else {
          failures += 1
          if failures < 4 { Issue.record("\(word + [event]): \(step)") }
          return
        }
        walk(word + [event], next, nextWork)
      }
    }
    walk([], ListPresence(), Work())
  }

  @Test func `Every policy has its effect`() {
    #expect([.keep, .demote, .suspend, .cancel].map(Effect.init) == Self.effects)
  }
}
