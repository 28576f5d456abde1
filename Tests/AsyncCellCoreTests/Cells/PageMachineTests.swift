import AsyncCellCore
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PageMachineTests {
  func begins(_ machine: inout PageMachine, _ key: String, at seconds: Int = 0) -> Bool {
    machine.begin(key, now: .seconds(seconds))
  }

  @Test func `A page is asked for once`() {
    var machine = PageMachine()
    let answers = (0..<3).map { _ in begins(&machine, "1") }
    #expect(answers == [true, false, false])
    machine.ended("1", .never)
    let again = begins(&machine, "1")
    #expect(!again)
  }

  @Test func `The next page waits for the one under way`() {
    var machine = PageMachine()
    _ = begins(&machine, "1")
    let early = begins(&machine, "2")
    machine.ended("1", .never)
    let then = begins(&machine, "2")
    #expect([early, then] == [false, true])
  }

  @Test func `A page that failed waits for its time`() {
    var machine = PageMachine()
    _ = begins(&machine, "1")
    machine.ended("1", .at(.seconds(5)))
    let answers = [0, 4, 5].map { begins(&machine, "1", at: $0) }
    #expect(answers == [false, false, true])
  }

  @Test func `After every short course of events, one page at most is under way`() {
    enum Event: CaseIterable { case begin1, begin2, end1, fail1, end2, fail2, cancel }
    func walk(_ word: [Event], _ machine: PageMachine, _ running: String?, _ done: String?) {
      guard word.count < 6 else { return }
      for event in Event.allCases {
        var (next, nextRunning, nextDone) = (machine, running, done)
        func begin(_ key: String) {
          let did = next.begin(key, now: .zero)
          // It begins unless something runs, or it is there already.
          if did != (running == nil && done != key) { Issue.record("\(word + [event])") }
          if did { (nextRunning, nextDone) = (key, nil) }
        }
        func end(_ key: String, _ retry: PageMachine.Retry) {
          next.ended(key, retry)
          guard running == key else {
            if next != machine { Issue.record("\(word + [event]): a page ended that was not under way") }
            return
          }
          nextRunning = nil
          if retry == .never { nextDone = key }
        }
        switch event {
        case .begin1: begin("1")
        case .begin2: begin("2")
        case .end1: end("1", .never)
        case .fail1: end("1", .now)
        case .end2: end("2", .never)
        case .fail2: end("2", .now)
        case .cancel:
          next.cancelled()
          nextRunning = nil
        }
        walk(word + [event], next, nextRunning, nextDone)
      }
    }
    walk([], PageMachine(), nil, nil)
  }
}
