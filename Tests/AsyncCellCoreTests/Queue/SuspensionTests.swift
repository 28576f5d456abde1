import AsyncCellCore
import AsyncCellTesting
import Testing

/// Suspending and resuming runs: what waits, what runs, what stands between two jobs.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct SuspensionTests {
  let engine = VirtualEngine()
  let desk = Desk()
  let outcomes = Outcomes<String>()

  private func setSuspended(_ isSuspended: Bool, _ key: String, in queue: KeyedOperationQueue) {
    if isSuspended {
      queue.suspendOperation(forKey: key, producing: String.self)
    } else {
      queue.resumeOperation(forKey: key, producing: String.self)
    }
  }

  /// A chain of two jobs in two lanes, each on the desk.
  private func chain(_ name: String, then lane: Lane = .processing) -> Waterfall<String> {
    desk.job("\(name)1").then("second", on: lane) { (_: String) in desk.job("\(name)2") }
  }

  @Test func `INV-27: a suspended entry does not start, and is cancelled at once`() {
    // Given
    let queue = engine.makeQueue(limit: 0)
    queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note("a"))
    let other = queue.enqueue(desk.job("b"), forKey: "b", completion: outcomes.note("b"))

    // When
    setSuspended(true, "a", in: queue)
    other.suspend()
    queue.maxConcurrentOperationCount = 4
    engine.settle()

    // Then
    #expect(desk.started.isEmpty)
    #expect(queue.statistics.parked == 2)
    setSuspended(false, "a", in: queue)
    other.cancel()
    engine.settle()
    #expect(desk.started == ["a"])
    desk.succeed("a")
    engine.settle()
    #expect(outcomes.values == ["a": ["A"]])
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `INV-27: in a suspended queue nothing starts, what runs goes on`() {
    // Given
    let queue = engine.makeQueue()
    queue.enqueue(chain("a", then: .default), forKey: "a", completion: outcomes.note("a"))
    engine.settle()

    // When
    queue.isSuspended = true
    queue.enqueue(desk.job("b"), forKey: "b", completion: outcomes.note("b"))
    engine.settle()
    desk.succeed("a1")
    engine.settle()

    // Then
    #expect(desk.started == ["a1", "a2"])
    queue.isSuspended = false
    engine.settle()
    #expect(desk.started == ["a1", "a2", "b"])
  }

  @Test func `A run is suspended only while everybody wants nothing`() {
    // Given
    let queue = engine.makeQueue(limit: 0)
    let first = queue.enqueue(desk.job("a"), forKey: "a", priority: .offscreen, completion: outcomes.note("1"))
    let second = queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note("2"))

    // When, then
    second.suspend()
    #expect(queue.priority(forKey: "a", producing: String.self) == .offscreen)
    first.suspend()
    queue.maxConcurrentOperationCount = 4
    engine.settle()
    #expect(desk.started.isEmpty)
    second.resume()
    #expect(queue.priority(forKey: "a", producing: String.self) == .visible)
    engine.settle()
    #expect(desk.started == ["a"])
  }

  @Test func `INV-12: who leaves a run that only they still wanted suspends it for the rest`() {
    // Given
    let queue = engine.makeQueue(limit: 0)
    let first = queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note("1"))
    queue.enqueue(desk.job("a"), forKey: "a", completion: outcomes.note("2")).suspend()

    // When
    first.cancel()
    queue.maxConcurrentOperationCount = 4
    engine.settle()

    // Then
    #expect(desk.started.isEmpty && queue.runCount == 1)
    setSuspended(false, "a", in: queue)
    engine.settle()
    desk.succeed("a")
    engine.settle()
    #expect(outcomes.values == ["2": ["A"]])
  }

  @Test func `INV-08 15: a job with a control stops, gives its slot back, and goes on in a slot`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    let (control, handoffs) = (SpyControl(), Record<Handoff<String>>())
    let work = Waterfall("a").then("load") { (_: String, handoff: Handoff<String>) -> (any OperationControl)? in
      handoffs.append(handoff)
      return control
    }
    queue.enqueue(work, forKey: "a", completion: outcomes.note("a"))
    queue.enqueue(desk.job("b"), forKey: "b", completion: outcomes.note("b"))
    engine.settle()
    #expect(control.verbs == [.resume])

    // When
    setSuspended(true, "a", in: queue)
    engine.settle()

    // Then
    #expect(control.verbs == [.resume, .suspend])
    #expect(desk.started == ["b"])
    setSuspended(false, "a", in: queue)
    engine.settle()
    #expect(control.verbs == [.resume, .suspend])
    #expect(queue[.default].waitingOperationCount == 1)
    desk.succeed("b")
    engine.settle()
    #expect(control.verbs == [.resume, .suspend, .resume])
    #expect(queue[.default].runningOperationCount == 1)
    for handoff in handoffs.values { handoff.succeed("done") }
    engine.settle()
    #expect(outcomes.values == ["a": ["done"], "b": ["B"]])
    #expect(handoffs.values.count == 1)
    #expect(queue[.default].peakRunningOperationCount == 1)
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test(arguments: [false, true])
  func `INV-14 31: what is suspended alive is cancelled with its control`(isResumed: Bool) {
    // Given
    let queue = engine.makeQueue(limit: 1)
    let (control, handoffs) = (SpyControl(), Record<Handoff<String>>())
    let work = Waterfall("a").then("load") { (_: String, handoff: Handoff<String>) -> (any OperationControl)? in
      handoffs.append(handoff)
      return control
    }
    let request = queue.enqueue(work, forKey: "a", completion: outcomes.note("a"))
    engine.settle()
    request.suspend()
    engine.settle()
    queue.enqueue(desk.job("b"), forKey: "b", completion: outcomes.note("b"))
    engine.settle()
    if isResumed { request.resume() }

    // When
    request.cancel()
    engine.settle()

    // Then
    #expect(control.verbs == [.resume, .suspend, .cancel])
    #expect(handoffs.values.allSatisfy { !$0.isWanted })
    desk.succeed("b")
    engine.settle()
    #expect(outcomes.values == ["b": ["B"]])
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `INV-20: a chain stops between two jobs, and does not run the first again`() {
    // Given
    let queue = engine.makeQueue()
    queue.enqueue(chain("a"), forKey: "a", completion: outcomes.note("a"))
    engine.settle()

    // When
    setSuspended(true, "a", in: queue)
    desk.succeed("a1")
    engine.settle()

    // Then
    #expect(queue.engine.heldCost > 0)
    #expect(queue[.default].runningOperationCount == 0)
    setSuspended(false, "a", in: queue)
    engine.settle()
    #expect(desk.started == ["a1", "a2"])
    desk.succeed("a2")
    engine.settle()
    #expect(outcomes.values == ["a": ["A2"]])
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `A job without a control runs to its end, and the chain stops then`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    queue.enqueue(chain("a", then: .default), forKey: "a", completion: outcomes.note("a"))
    engine.settle()

    // When
    setSuspended(true, "a", in: queue)
    engine.settle()

    // Then
    #expect(queue[.default].runningOperationCount == 1)
    desk.succeed("a1")
    engine.settle()
    #expect(queue[.default].runningOperationCount == 0)
    #expect(desk.started == ["a1"])
  }

  @Test func `A suspension withdrawn before the job has ended changes nothing`() {
    // Given
    let queue = engine.makeQueue(limit: 1)
    queue.enqueue(chain("a", then: .default), forKey: "a", completion: outcomes.note("a"))
    engine.settle()

    // When
    for _ in 0..<3 {
      setSuspended(true, "a", in: queue)
      setSuspended(false, "a", in: queue)
    }
    engine.settle()
    desk.succeed("a1")
    engine.settle()
    desk.succeed("a2")
    engine.settle()

    // Then
    #expect(desk.started == ["a1", "a2"])
    #expect(outcomes.values == ["a": ["A2"]])
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test func `INV-26: cancelling a run that stands between two jobs gives back what it held`() {
    // Given
    let queue = engine.makeQueue()
    let request = queue.enqueue(chain("a"), forKey: "a", completion: outcomes.note("a"))
    engine.settle()
    request.suspend()
    desk.succeed("a1")
    engine.settle()
    #expect(queue.engine.heldCost == 2)

    // When
    request.cancel()

    // Then
    #expect(engine.remains(of: queue).isNothing)
    engine.settle()
    #expect(desk.started == ["a1"] && outcomes.values.isEmpty)
  }
}
