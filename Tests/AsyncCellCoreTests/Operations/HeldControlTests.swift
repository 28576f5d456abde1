import AsyncCellCore
import AsyncCellTesting
import Foundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5)))
struct HeldControlTests {
  @Test func `A held control starts, and follows the operation`() {
    // Given
    let control = SpyControl()
    let operation = ProbeCellOperation<Int> { $0.hold(control) }

    // When
    operation.start()
    operation.suspend()
    operation.resume()
    operation.cancel()
    operation.cancel()

    // Then
    #expect(control.verbs == [.resume, .suspend, .resume, .cancel])
    #expect(operation.isFinished)
  }

  @Test func `Held controls are told before the user's hooks`() {
    final class Watching: CellOperation<Int>, @unchecked Sendable {
      let log = Record<String>()
      override func main() {
        let log = log
        hold(SpyControl { log.append("control \($0)") })
      }
      override func didSuspend() { log.append("hook suspend") }
      override func didResume() { log.append("hook resume") }
      override func didCancel() { log.append("hook cancel") }
    }
    let operation = Watching()
    operation.start()
    operation.suspend()
    operation.resume()
    operation.cancel()
    #expect(
      operation.log.values == [
        "control resume", "control suspend", "hook suspend", "control resume", "hook resume", "control cancel",
        "hook cancel",
      ])
    #expect(operation.isFinished)
  }

  @Test func `Held after the cancel, or after the end, a control is cancelled and never starts`() {
    // Given
    let controls = (0..<3).map { _ in SpyControl() }
    let cancelled = ProbeCellOperation<Int> { _ in }
    cancelled.start()
    cancelled.cancel()
    let handedOver = ProbeCellOperation<Int> { $0.finish(with: .success(1)) }
    handedOver.start()
    let finished = ProbeCellOperation<Int> { $0.finish() }
    finished.start()

    // When
    for (operation, control) in zip([cancelled, handedOver, finished], controls) { operation.hold(control) }

    // Then
    #expect(controls.allSatisfy { $0.verbs == [.cancel] })
  }

  @Test func `Held while suspended, a control starts with the resume`() {
    let control = SpyControl()
    let operation = ProbeCellOperation<Int> { _ in }
    operation.start()
    operation.suspend()
    operation.hold(control)
    #expect(control.verbs.isEmpty)
    operation.resume()
    #expect(control.verbs == [.resume])
  }

  @Test func `Held before the start, a control is cancelled with the operation that never began`() {
    let control = SpyControl()
    let operation = ProbeCellOperation<Int> { _ in }
    operation.hold(control)
    operation.cancel()
    operation.start()
    #expect(control.verbs == [.resume, .cancel])
  }

  @Test func `A control that hands over when it is cancelled is not heard`() {
    let operation = ProbeCellOperation<Int> { operation in
      operation.hold(SpyControl { if $0 == .cancel { operation.finish(with: .success(1)) } })
    }
    operation.start()
    operation.cancel()
    #expect(throws: CancellationError.self) { try operation.result?.get() }
  }

  @Test func `F12: A finished operation lets go of what it held`() async {
    let operation = ProbeCellOperation<Int> { _ in }
    let box: WeakBox
    do {
      let control = SpyControl()
      box = WeakBox(control)
      operation.hold(control)
    }
    operation.start()
    #expect(!box.isEmpty)
    operation.finish(with: .success(1))
    await eventually { box.isEmpty }
    #expect(box.isEmpty)
  }

  @Test func `Suspend, resume and cancel from many threads end in one cancel`() async {
    for _ in 0..<300 {
      // Given
      let control = SpyControl()
      let operation = ProbeCellOperation<Int> { $0.hold(control) }
      operation.start()

      // When
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<8 {
          group.addTask {
            switch thread % 4 {
            case 0: operation.suspend()
            case 1: operation.resume()
            case 2: operation.suspend()
            default: operation.cancel()
            }
          }
        }
      }

      // Then suspend and resume alternate, and nothing follows the cancel
      let verbs = control.verbs
      #expect(verbs.last == .cancel)
      #expect(verbs.filter { $0 == .cancel }.count == 1)
      #expect(zip(verbs, verbs.dropFirst()).allSatisfy { $0 != $1 }, "\(verbs)")
    }
  }

  // MARK: URL session tasks

  #if !canImport(Darwin)
    @Test func `Off Darwin a held URL task is not suspended in mid-body, and its result is held back`() async throws {
      // Given several megabytes, behind a gate
      let body = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      let gate = ResponseGate()
      let server = try LoopbackServer { _ in HTTPResponse(body: body).held(by: gate) }
      let session = URLSession(configuration: .ephemeral)
      let url = server.url
      let handedOver = Tally()
      let observer = SpyObserver()
      let operation = ProbeCellOperation<Data> { operation in
        operation.hold(
          session.dataTask(with: url) { data, _, error in
            operation.finish(with: data.map { .success($0) } ?? .failure(error ?? URLError(.unknown)))
            handedOver.add()
          })
      }
      operation.observer = observer
      let completed = operation.countCompletions()
      operation.start()
      await gate.arrivals(1)

      // When
      operation.suspend()
      #expect(observer.events.values.isEmpty, "the task still runs")
      gate.open()
      await handedOver.reaches()

      // Then
      #expect(!operation.isFinished && operation.result == nil)
      #expect(observer.events.values == ["park"])
      operation.resume()
      await completed.reaches()
      #expect(try operation.result?.get() == body)
      #expect(server.counts.requests == 1)
      session.invalidateAndCancel()
    }

    @Test func `A URL task held by a cancelled operation is cancelled`() async throws {
      let gate = ResponseGate()
      let server = try LoopbackServer { _ in HTTPResponse.text("late").held(by: gate) }
      let session = URLSession(configuration: .ephemeral)
      let url = server.url
      let errors = Record<URLError.Code?>()
      let operation = ProbeCellOperation<Data> { operation in
        operation.hold(session.dataTask(with: url) { _, _, error in errors.append((error as? URLError)?.code) })
      }
      operation.start()
      await gate.arrivals(1)
      operation.cancel()
      #expect(operation.isFinished)
      #expect(await errors.values(count: 1) == [.cancelled])
      session.invalidateAndCancel()
    }
  #endif
}
