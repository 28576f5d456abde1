import AsyncCellCore
import AsyncCellTesting

/// A cell that writes down what it is told. Its work lies on the stage's desk.
@MainActor
final class Probe: AsyncCell {
  let desk: Desk
  /// What it shows; nil: nothing to load.
  var name: String?
  /// Its own id, unless the list's identity is wanted.
  var hasOwnID = true
  var states: [String] = []
  var failure: AsyncCellFailure?
  var declarations = 0
  var change: ((Waterfall<String>) -> Waterfall<String>) = { $0 }
  var whileDeclaring: (() -> Void)?
  var onState: ((AsyncCellState<String>) -> Void)?

  init(_ desk: Desk, _ name: String?) {
    self.desk = desk
    self.name = name
  }

  var asyncOperationID: AnyHashable? { hasOwnID ? name : nil }

  func asyncOperation() -> Waterfall<String>? {
    declarations += 1
    whileDeclaring?()
    return name.map { change(desk.job($0)) }
  }

  func asyncOperationDidChange(_ state: AsyncCellState<String>) {
    states.append(state.short)
    failure = state.failure
    onState?(state)
  }
}

extension AsyncCellState<String> {
  /// `…` in progress, with fraction and previous value, the value, or `!`.
  var short: String {
    switch self {
    case .inProgress(let progress):
      ["…", progress.fraction.map { "\(Int(($0 * 100).rounded()))%" }, progress.previous.map { "(\($0))" }]
        .compactMap(\.self).joined()
    case .complete(let value): value
    case .failed: "!"
    }
  }
}

/// A coordinator over an engine without threads.
@MainActor
final class CellStage {
  let engine: VirtualEngine
  let desk = Desk()
  let list: CellCoordinator

  init(_ engine: VirtualEngine = VirtualEngine(), limit: Int = 4, retries: Bool = false) {
    self.engine = engine
    let queue = engine.makeQueue(limit: limit)
    if !retries { queue.retryPolicy = .none }
    list = CellCoordinator(operations: queue)
  }

  init(_ engine: VirtualEngine, sharing queue: KeyedOperationQueue, _ cache: ResultCache?) {
    self.engine = engine
    list = CellCoordinator(operations: queue, cache: cache)
  }

  /// A cell that is on screen.
  func shown(_ name: String?, item: ItemIdentity? = nil) -> Probe {
    let cell = Probe(desk, name)
    list.willDisplay(cell, item: item)
    return cell
  }

  func settle() { engine.settle() }

  func succeed(_ name: String, with value: String? = nil) {
    settle()
    desk.succeed(name, with: value)
    settle()
  }

  func fail(_ name: String, with error: any Error = Broken()) {
    settle()
    desk.fail(name, with: error)
    settle()
  }

  func status(_ name: String) -> CellCoordinator.Status { list.status(forKey: name, producing: String.self) }
}
