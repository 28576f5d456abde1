import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListDeliveryTests {
  let stage = CellStage(limit: 10)
  var list: CellCoordinator { stage.list }

  @Test func `INV-03: A cell that shows its value is not told again when another cell has it loaded anew`() {
    list.cache.countLimit = 0
    let first = stage.shown("a")
    stage.succeed("a")
    let second = stage.shown("a")
    stage.settle()
    stage.desk.report(0.5, for: "a")
    stage.succeed("a")
    #expect(first.states == ["…", "A"])
    #expect(second.states == ["…", "…50%", "A"])
  }

  @Test func `A cell that shows a failure follows what another cell has begun anew`() {
    list.failureLifetime = .transient(1)
    let first = stage.shown("a")
    stage.fail("a", with: URLError(.timedOut))
    stage.engine.advance(by: .seconds(2))
    let second = stage.shown("a")
    stage.succeed("a")
    #expect(first.states == ["…", "!", "A"])
    #expect(second.states.last == "A")
  }

  @Test func `INV-06: What is on screen is told first, the rest in order of arrival`() {
    var told: [String] = []
    func cell(_ name: String) -> Probe {
      let cell = Probe(stage.desk, name)
      cell.onState = { if case .complete(let value) = $0 { told.append(value) } }
      return cell
    }
    let prepared = ["p", "q"].map(cell)
    let shown = ["a", "b", "c"].map(cell)
    prepared.forEach { list.prepare($0) }
    shown.forEach { list.willDisplay($0) }
    stage.settle()
    for name in ["p", "c", "q", "a", "b"] { stage.desk.succeed(name) }
    #expect(told.isEmpty)
    stage.settle()
    #expect(told == ["C", "A", "B", "P", "Q"])
  }

  @Test func `INV-02: After a cancel nothing of before arrives, though it was on its way`() {
    let cell = stage.shown("a")
    stage.settle()
    stage.desk.succeed("a")
    stage.engine.runThreads()
    list.cancel()
    stage.settle()
    #expect(cell.states == ["…"])
  }

  @Test func `INV-02: After a rebind nothing of before arrives, though it was on its way`() {
    let cell = stage.shown("a")
    stage.settle()
    stage.desk.succeed("a")
    stage.engine.runThreads()
    cell.name = "b"
    list.prepare(cell)
    stage.settle()
    #expect(cell.states == ["…", "…"])
  }

  @Test func `INV-02: After a reset nothing of before arrives, though it was on its way`() {
    let cell = stage.shown("a")
    stage.settle()
    stage.desk.succeed("a", with: "old")
    stage.engine.runThreads()
    list.reset()
    stage.settle()
    #expect(cell.states == ["…", "…"])
    stage.succeed("a", with: "new")
    #expect(cell.states == ["…", "…", "new"])
    #expect(list.value(forKey: "a") == "new")
  }

  @Test func `INV-02: A cell told of its value may cancel what others are about to be told`() {
    let (first, second) = (stage.shown("a"), stage.shown("b"))
    first.onState = { [list] in if case .complete = $0 { list.cancel() } }
    stage.settle()
    stage.desk.succeed("a")
    stage.desk.succeed("b")
    stage.settle()
    #expect(first.states == ["…", "A"])
    #expect(second.states == ["…"])
    // It is not forgotten: the value is there, and comes with the resume.
    list.resume()
    stage.settle()
    #expect(second.states == ["…", "B"])
    #expect(stage.desk.started == ["a", "b"])
  }

  @Test func `INV-03: A binding gets one terminal state, whatever its job says afterwards`() {
    let cell = Probe(stage.desk, "a")
    let kept = Locked<Handoff<String>?>(nil)
    cell.change = {
      $0.then { (value: String, handoff: Handoff<String>) -> Void in
        kept.withLock { $0 = handoff }
        handoff.succeed(value)
        handoff.fail(Broken())
        handoff.succeed("again")
      }
    }
    list.willDisplay(cell)
    stage.succeed("a")
    kept.withLock { $0 }?.succeed("late")
    stage.settle()
    #expect(cell.states == ["…", "A"])
  }

  @Test func `INV-04: Progress is coalesced, never goes back, and none follows the end`() {
    let cell = stage.shown("a")
    stage.settle()
    for fraction in [0.1, 0.4, 0.3, 0.2] { stage.desk.report(fraction, for: "a") }
    stage.settle()
    #expect(cell.states == ["…", "…40%"])
    stage.desk.report(0.2, for: "a")
    stage.settle()
    #expect(cell.states == ["…", "…40%"])
    stage.desk.report(0.9, for: "a")
    stage.desk.succeed("a")
    stage.settle()
    #expect(cell.states.last == "A")
    #expect(cell.states.filter { $0 == "A" }.count == 1)
  }

  @Test func `Progress without a fraction stays without one`() {
    let cell = Probe(stage.desk, "a")
    var fractions: [Double?] = []
    cell.onState = { if case .inProgress(let progress) = $0 { fractions.append(progress.fraction) } }
    list.willDisplay(cell)
    stage.settle()
    stage.desk.report(.nan, for: "a")
    stage.settle()
    #expect(fractions.allSatisfy { $0 == nil })
  }

  @Test func `A cell bound late is told how far the work is`() {
    _ = stage.shown("a")
    stage.settle()
    stage.desk.report(0.5, for: "a")
    stage.settle()
    let late = stage.shown("a")
    #expect(late.states == ["…50%"])
  }

  @Test func `INV-05: Nothing is delivered from within an engine call but the one state of binding`() {
    let cell = stage.shown("a")
    stage.settle()
    stage.desk.succeed("a")
    stage.engine.runThreads()
    #expect(cell.states == ["…"])
    list.reset()
    #expect(cell.states == ["…"])
    list.store("S", forKey: "a")
    #expect(cell.states == ["…"])
    list.resume()
    #expect(cell.states == ["…"])
    stage.settle()
    #expect(cell.states == ["…", "S"])
  }

  // MARK: Re-entrancy

  enum Verb: CaseIterable {
    case reset, resetCell, resetKey, cancel, suspend, resume, bind, unbind, display, store, memory
  }

  @Test(arguments: Verb.allCases)
  func `INV-22: Any call is legal while a state is delivered`(verb: Verb) {
    let (cell, other) = (stage.shown("a"), stage.shown("b"))
    var depth = 0
    var calls = 0
    cell.onState = { [list] state in
      depth += 1
      defer { depth -= 1 }
      #expect(depth < 5)
      guard calls < 3 else { return }
      calls += 1
      switch verb {
      case .reset: list.reset()
      case .resetCell: list.reset(cell, keepingValues: true)
      case .resetKey: list.reset(forKey: "a", producing: String.self)
      case .cancel: list.cancel()
      case .suspend: list.suspend()
      case .resume: list.resume()
      case .bind:
        cell.name = calls.isMultiple(of: 2) ? "a" : "c"
        list.prepare(cell)
      case .unbind: list.unbind(cell)
      case .display: list.didEndDisplaying(cell)
      case .store: list.store("S", forKey: "a")
      case .memory: list.memoryWarning()
      }
    }
    for name in ["a", "b", "c", "a", "b", "c"] { stage.succeed(name) }
    #expect(calls > 0)
    cell.onState = nil
    list.resume()
    list.willDisplay(cell)
    list.willDisplay(other)
    for name in ["a", "b", "c", "a", "b"] { stage.succeed(name) }
    #expect(["A", "C", "S"].contains(cell.states.last))
    #expect(other.states.last == "B")
  }

  @Test func `INV-22: A cell that answers each state with a reset does not keep the main actor`() {
    let cell = stage.shown("a")
    cell.onState = { [list] _ in list.reset(cell) }
    list.reset(cell)
    // One hop, one delivery.
    for _ in 0..<10 {
      let before = cell.states.count
      _ = stage.engine.main.runNext()
      #expect(cell.states.count <= before + 1)
    }
    list.unbind(cell)
    stage.settle()
  }

  @Test func `INV-22: The list may be used while work is declared`() {
    let cell = Probe(stage.desk, "a")
    let other = Probe(stage.desk, "a")
    cell.whileDeclaring = { [list] in
      list.willDisplay(other)
      list.memoryWarning()
      list.cancel()
      list.willDisplay(other)
    }
    list.willDisplay(cell)
    stage.succeed("a")
    #expect(cell.states.last == "A")
    #expect(other.states.last == "A")
  }

  @Test func `INV-24: A key's equality and hash may use the list and run on the main actor alone`() {
    struct Key: Hashable {
      let name: String
      nonisolated static func == (left: Key, right: Key) -> Bool {
        MainActor.assumeIsolated { left.name == right.name }
      }
      nonisolated func hash(into hasher: inout Hasher) {
        MainActor.assumeIsolated { hasher.combine(name.count) }
      }
    }
    final class Tile { var states: [String] = [] }
    let tiles = (0..<20).map { _ in Tile() }
    for (index, tile) in tiles.enumerated() {
      let name = "k\(index % 10)"
      list.bind(tile, to: Key(name: name), stage.desk.job(name)) { $0.states.append($1.short) }
    }
    stage.settle()
    stage.desk.succeedAll()
    stage.settle()
    // Equal hashes, different keys: each its own value.
    #expect(tiles.enumerated().allSatisfy { $1.states.last == "K\($0 % 10)" })
    #expect(stage.desk.started.count == 10)
  }
}
