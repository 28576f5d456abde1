import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

/// What the engine is told of an operation, on which it gives slots back.
@Suite(.timeLimit(.minutes(5)))
struct OperationObserverTests {
  private func observed(
    _ body: @escaping @Sendable (ProbeCellOperation<Int>) -> Void
  ) -> (ProbeCellOperation<Int>, Record<String>) {
    let observer = SpyObserver()
    let operation = ProbeCellOperation<Int>(forgettingSuper: false, body)
    operation.observer = observer
    return (operation, observer.events)
  }

  @Test func `The end of the operation is told, then that of its body`() {
    let (operation, events) = observed { $0.finish(with: .success(1)) }
    operation.start()
    #expect(events.values == ["finish", "end"])
  }

  @Test func `INV-08: A body that goes on after the end keeps the slot until it returns`() async {
    // Given a body that is stuck
    let (entered, leave) = (Tally(), DispatchSemaphore(value: 0))
    let (operation, events) = observed { _ in
      entered.add()
      leave.wait()
    }
    OperationQueue().addOperation(operation)
    await entered.reaches()

    // When
    operation.cancel()

    // Then
    #expect(operation.isFinished)
    #expect(events.values == ["finish"])
    leave.signal()
    #expect(await events.values(count: 2) == ["finish", "end"])
  }

  @Test func `Suspended, it parks when its body has returned`() async {
    let (entered, leave) = (Tally(), DispatchSemaphore(value: 0))
    let (operation, events) = observed { _ in
      entered.add()
      leave.wait()
    }
    OperationQueue().addOperation(operation)
    await entered.reaches()
    operation.suspend()
    #expect(events.values.isEmpty)
    leave.signal()
    #expect(await events.values(count: 1) == ["park"])
    operation.resume()
    operation.suspend()
    operation.resume()
    operation.finish(with: .success(1))
    #expect(events.values == ["park", "park", "finish", "end"])
  }

  @Test func `Suspended before its start, it parks as it starts`() {
    let (operation, events) = observed { $0.finish(with: .success(1)) }
    operation.suspend()
    operation.start()
    #expect(events.values == ["park"])
    operation.cancel()
    #expect(events.values == ["park", "finish"])
  }

  @Test func `Ended and told at once from many threads, the order holds`() async {
    for _ in 0..<500 {
      let (operation, events) = observed { _ in }
      operation.bodyBegan()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { operation.start() }
        group.addTask { operation.bodyEnded() }
        group.addTask { operation.finish(with: .success(1)) }
      }
      #expect(await events.values(count: 2) == ["finish", "end"])
    }
  }
}

@Suite(.timeLimit(.minutes(5)))
struct OperationPriorityTests {
  private func order(_ priority: CellPriority) -> UInt64 { priority.order(sequence: 1) }

  @Test func `A priority reaches Foundation and what is held`() {
    // Given
    let control = SpyControl()
    let operation = ProbeCellOperation<Int> { $0.hold(control) }
    operation.setPriority(ofOrder: order(.prefetch(distance: 2)))

    // When
    operation.start()
    operation.setPriority(ofOrder: order(.visible))
    operation.setPriority(ofOrder: order(.visible))
    operation.setPriority(ofOrder: order(.offscreen))

    // Then a control has its priority before it starts, and is told of changes only
    #expect(control.all == [.priority(0.25), .resume, .priority(1), .priority(0.1)])
    #expect(operation.queuePriority == .veryLow)
  }

  @Test func `A control of an ended operation is told nothing`() {
    let control = SpyControl()
    let operation = ProbeCellOperation<Int> { $0.hold(control) }
    operation.start()
    operation.cancel()
    operation.setPriority(ofOrder: order(.visible))
    #expect(control.all == [.resume, .cancel])
  }

  @Test func `Priorities set by many threads leave the control with the operation's last one`() async {
    let priorities: [CellPriority] = [.visible, .landing, .prepared, .prefetch(), .offscreen]
    for _ in 0..<300 {
      let control = SpyControl()
      let operation = ProbeCellOperation<Int> { $0.hold(control) }
      operation.start()
      await withTaskGroup(of: Void.self) { group in
        for priority in priorities { group.addTask { operation.setPriority(ofOrder: order(priority)) } }
      }
      #expect(control.priority == operation.taskPriority)
    }
  }
}
