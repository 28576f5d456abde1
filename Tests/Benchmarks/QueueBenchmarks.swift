import AsyncCellCore
import Foundation

/// One trivial keyed operation, enqueued, run and settled, against one in an `OperationQueue`; limit 4 for both.
@MainActor
func throughput() async {
  let count = 100_000
  let results = await Measurement.inTurn(
    repetitions: 7,
    [
      (
        "keyed queue",
        {
          let queue = KeyedOperationQueue(maxConcurrentOperationCount: 4)
          let done = Countdown(count)
          let work = Waterfall(1).map { $0 + 1 }
          let time = await Measurement.nanoseconds {
            for key in 0..<count { queue.enqueue(work, forKey: key) { _ in done.tick() } }
            await done.wait()
          }
          precondition(queue.statistics.completed == count, "Not all operations have completed.")
          return time / Double(count)
        }
      ),
      (
        "keyed queue, operation class",
        {
          let queue = KeyedOperationQueue(maxConcurrentOperationCount: 4)
          let done = Countdown(count)
          let factory = OperationFactory { Trivial() }
          let time = await Measurement.nanoseconds {
            for key in 0..<count { queue.enqueue(factory, forKey: key) { _ in done.tick() } }
            await done.wait()
          }
          precondition(queue.statistics.completed == count, "Not all operations have completed.")
          return time / Double(count)
        }
      ),
      (
        "OperationQueue, async subclass",
        {
          let queue = OperationQueue()
          queue.maxConcurrentOperationCount = 4
          let done = Countdown(count)
          let time = await Measurement.nanoseconds {
            for _ in 0..<count { queue.addOperation(PlainAsyncOperation { done.tick() }) }
            await done.wait()
          }
          precondition(done.remaining == 0, "Not all operations have completed.")
          return time / Double(count)
        }
      ),
    ])
  Measurement.report("one trivial operation, enqueued, run, settled (\(count) of them)", unit: "ns", results)
}

final class Trivial: CellOperation<Int>, @unchecked Sendable {
  override func main() { finish(with: .success(1)) }
}

/// What the main actor pays for one row that comes and goes, with 10,000 others waiting.
@MainActor
func rowCost() async {
  let pending = 10_000
  let samples = 20_000
  let keys = KeyTable.shared
  let work = Waterfall(1).map { $0 + 1 }
  let declaration = work.work.declaration
  let domain = KeyTable.Domain(Int.self)
  final class Nobody: QueueSubscriber {
    func runDidEnd(_ token: KeyToken, _ how: QueueEngine.Settled) {}
    func runDidReport(_ token: KeyToken, _ progress: WorkProgress) {}
    func flush() {}
  }
  let subscriber = Nobody()
  let queue = KeyedOperationQueue(maxConcurrentOperationCount: 0)
  let tokens = (0..<pending + samples).map { keys.retain(AnyHashable($0), in: domain) }
  for token in tokens[..<pending] {
    queue.subscribe(subscriber, to: token, priority: .offscreen) { declaration }
  }
  precondition(queue.runCount == pending, "The backlog is not there.")
  var cancels: [Double] = []
  var demotes: [Double] = []
  for token in tokens[pending...] {
    cancels.append(
      Measurement.nanoseconds {
        queue.subscribe(subscriber, to: token, priority: .visible) { declaration }
        queue.unsubscribe(subscriber, from: token)
      })
    demotes.append(
      Measurement.nanoseconds {
        queue.subscribe(subscriber, to: token, priority: .visible) { declaration }
        queue.setPriority(.offscreen, of: token, for: subscriber)
      })
    queue.unsubscribe(subscriber, from: token)
  }
  precondition(queue.runCount == pending, "Rows were left behind.")
  for token in tokens { keys.release(token) }

  let rival = OperationQueue()
  rival.maxConcurrentOperationCount = 1
  rival.isSuspended = true
  for _ in 0..<pending { rival.addOperation(PlainAsyncOperation {}) }
  var raises: [Double] = []
  for _ in 0..<1_000 {
    let operation = PlainAsyncOperation {}
    raises.append(
      Measurement.nanoseconds {
        rival.addOperation(operation)
        operation.queuePriority = .high
      })
  }
  rival.cancelAllOperations()
  rival.isSuspended = false

  print("\none row on the main actor, \(pending) pending, nanoseconds")
  for (name, values) in [
    ("enqueue + cancel", cancels), ("enqueue + demote", demotes), ("OperationQueue, add then raise", raises),
  ] {
    let (half, most) = (Measurement.percentile(50, of: values), Measurement.percentile(99, of: values))
    print("  \(name): p50 \(Measurement.format(half)), p99 \(Measurement.format(most))")
  }
  let ratio = Measurement.percentile(50, of: raises) / Measurement.percentile(50, of: demotes)
  print("  the rival takes \(Measurement.format(ratio)) times as long")
}

/// Heap bytes of one waiting entry, the work declared once and shared.
@MainActor
func bytesPerEntry() async {
  print("\nbytes of one waiting entry, work declared once and shared")
  final class Nobody: QueueSubscriber {
    func runDidEnd(_ token: KeyToken, _ how: QueueEngine.Settled) {}
    func runDidReport(_ token: KeyToken, _ progress: WorkProgress) {}
    func flush() {}
  }
  for count in [10_000, 100_000, 1_000_000] {
    let subscriber = Nobody()
    let queue = KeyedOperationQueue(maxConcurrentOperationCount: 0)
    let declaration = Waterfall(1).map { $0 + 1 }.work.declaration
    let domain = KeyTable.Domain(Int.self)
    let before = Measurement.heapBytes
    for key in 0..<count {
      let token = KeyTable.shared.retain(AnyHashable(key), in: domain)
      queue.subscribe(subscriber, to: token, priority: .offscreen) { declaration }
      KeyTable.shared.release(token)
    }
    let bytes = Double(Measurement.heapBytes - before) / Double(count)
    precondition(queue.runCount == count, "The entries are not there.")
    print("  \(count): \(Measurement.format(bytes)) bytes")
    queue.cancelAllOperations()
    precondition(queue.runCount == 0, "The entries are still there.")
  }
}

/// A change of priority among many waiting entries, in time and in comparisons.
@MainActor
func reprioritize() async {
  print("\nre-prioritise one of many waiting entries")
  var comparisons: [Double] = []
  for count in [10_000, 100_000, 1_000_000] {
    var machine = QueueMachine<Int, NoStart>()
    let lane = machine.addLane(limit: 0)
    var generator = SystemRandomNumberGenerator()
    let entries = (0..<count).map { machine.enqueue($0, lane: lane, next: nil, order: UInt64($0) << 20) }
    let changes = 200_000
    let picked = (0..<changes).map { _ in
      (
        entries[Int.random(in: 0..<count, using: &generator)],
        UInt64.random(in: 0..<UInt64(count) << 20, using: &generator)
      )
    }
    let before = machine.comparisons
    let time = Measurement.nanoseconds { for (entry, order) in picked { machine.setOrder(order, of: entry) } }
    comparisons.append(Double(machine.comparisons - before) / Double(changes))
    print(
      "  \(count): \(Measurement.format(time / Double(changes))) ns, \(Measurement.format(comparisons.last ?? 0)) comparisons"
    )
  }
  print(
    "  comparisons grow × \(Measurement.format((comparisons.last ?? 0) / (comparisons.first ?? 1))) from 10⁴ to 10⁶")
}

struct NoStart: QueueStart {
  func fromTheBeginning() -> NoStart { self }
}
