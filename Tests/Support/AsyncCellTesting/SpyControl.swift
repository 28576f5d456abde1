import AsyncCellCore

/// A control that notes what is asked of it.
package final class SpyControl: OperationControl, PrioritizedControl {
  package enum Call: Hashable, Sendable { case suspend, resume, cancel, priority(Float) }

  private let calls = Locked<[Call]>([])
  private let onCall: @Sendable (Call) -> Void

  package init(_ onCall: @escaping @Sendable (Call) -> Void = { _ in }) {
    self.onCall = onCall
  }

  /// What was asked, in order, priorities left out.
  package var verbs: [Call] {
    calls.withLock { $0 }.filter { if case .priority = $0 { false } else { true } }
  }

  package var all: [Call] { calls.withLock { $0 } }

  package func suspend() { note(.suspend) }
  package func resume() { note(.resume) }
  package func cancel() { note(.cancel) }

  package var priority: Float {
    get { all.reversed().lazy.compactMap { if case .priority(let value) = $0 { value } else { nil } }.first ?? 0.5 }
    set { note(.priority(newValue)) }
  }

  private func note(_ call: Call) {
    calls.withLock { $0.append(call) }
    onCall(call)
  }
}
