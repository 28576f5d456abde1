import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ListPagingTests {
  let stage = ListStage(rows: 10)
  var list: CellCoordinator { stage.list }
  let pages = Pages()

  @MainActor
  final class Pages {
    var next: String? = "page1"
    var results: [String] = []
    var asked = 0
  }

  init() {
    ask()
  }

  func ask(within count: Int = 3) {
    list.whenNearEnd(within: count) { [pages, desk = stage.desk] () -> (key: AnyHashable, source: Waterfall<String>)? in
      pages.asked += 1
      return pages.next.map { (key: AnyHashable($0), source: desk.job($0)) }
    } completion: { [pages] result in
      pages.results.append((try? result.get()) ?? "!")
    }
  }

  func display(_ row: Int) {
    let cell = Probe(stage.desk, nil)
    list.willDisplay(cell, at: stage.path(row))
    stage.stage.settle()
  }

  @Test func `The next page is asked for when one of the last items comes on screen`() {
    for row in 0..<7 { display(row) }
    #expect(stage.desk.started.isEmpty)
    display(7)
    #expect(stage.desk.started == ["page1"])
    stage.stage.succeed("page1")
    #expect(pages.results == ["PAGE1"])
  }

  @Test func `A page is run once for each key`() {
    for row in 7..<10 { display(row) }
    stage.stage.succeed("page1")
    for row in 7..<10 { display(row) }
    #expect(stage.desk.started == ["page1"])
    pages.next = "page2"
    display(9)
    #expect(stage.desk.started == ["page1", "page2"])
  }

  @Test func `The last page is the last`() {
    pages.next = nil
    display(9)
    #expect(pages.asked == 1)
    #expect(list.operations.runCount == 0)
    pages.next = "page1"
    display(9)
    #expect(stage.desk.started == ["page1"])
  }

  @Test func `A page that failed is asked for again when its failure has been forgotten`() {
    display(9)
    stage.stage.fail("page1", with: FetchError.status(503))
    #expect(pages.results == ["!"])
    display(9)
    #expect(stage.desk.starts(of: "page1") == 1)
    stage.stage.engine.advance(by: .seconds(30))
    display(9)
    #expect(stage.desk.starts(of: "page1") == 2)
  }

  @Test func `A page that failed for good is not asked for again, until a reset`() {
    display(9)
    list.failureLifetime = .untilReset
    stage.stage.fail("page1")
    stage.stage.engine.advance(by: .seconds(1_000))
    display(9)
    #expect(stage.desk.starts(of: "page1") == 1)
    list.reset()
    display(9)
    #expect(stage.desk.starts(of: "page1") == 2)
  }

  @Test func `A page that was cancelled is asked for again at once`() {
    display(9)
    list.cancel()
    stage.stage.settle()
    #expect(list.operations.runCount == 0)
    display(9)
    #expect(stage.desk.starts(of: "page1") == 2)
    list.operations.cancelAllOperations()
    stage.stage.settle()
    #expect(pages.results == ["!"])
    display(9)
    #expect(stage.desk.starts(of: "page1") == 3)
  }

  @Test func `A suspended list asks for no page, and suspends the one under way`() {
    display(9)
    list.suspend()
    stage.stage.settle()
    stage.desk.succeed("page1")
    stage.stage.settle()
    #expect(pages.results.isEmpty)
    list.resume()
    stage.stage.settle()
    #expect(pages.results == ["PAGE1"])
    list.suspend()
    pages.next = "page2"
    display(9)
    #expect(stage.desk.started == ["page1"])
  }

  @Test func `An item near the end displayed while the list is suspended brings its page with the resume`() {
    list.suspend()
    let cell = Probe(stage.desk, nil)
    list.willDisplay(cell, at: stage.path(9))
    list.resume()
    stage.stage.settle()
    #expect(stage.desk.started == ["page1"])
  }

  @Test func `A page that was cancelled with the list is asked for again with the resume`() {
    display(9)
    list.screenDidDisappear(.cancel)
    stage.stage.settle()
    list.screenWillAppear()
    stage.stage.succeed("page1")
    stage.stage.succeed("page1")
    #expect(pages.results == ["PAGE1"])
  }

  @Test func `A resume asks for no page that nobody came near`() {
    display(9)
    stage.stage.succeed("page1")
    pages.next = "page2"
    list.suspend()
    list.resume()
    list.cancel()
    list.resume()
    stage.stage.settle()
    #expect(stage.desk.started == ["page1"])
  }

  @Test func `Suspended by the app and demoted by the screen, the page goes on with the app's resume`() {
    display(9)
    list.suspend()
    list.screenDidDisappear(.demote)
    list.resume()
    stage.stage.succeed("page1")
    #expect(pages.results == ["PAGE1"])
  }

  @Test func `Suspended, then demoted by the same screen, the page goes on`() {
    display(9)
    list.screenDidDisappear(.suspend)
    list.screenDidDisappear(.demote)
    stage.stage.succeed("page1")
    #expect(pages.results == ["PAGE1"])
  }

  @Test func `A reset asks for the first page again, and what was under way is not reported`() {
    display(9)
    list.reset()
    stage.stage.settle()
    #expect(stage.desk.wanted.isEmpty)
    display(9)
    stage.stage.succeed("page1")
    #expect(pages.results == ["PAGE1"])
    #expect(stage.desk.starts(of: "page1") == 2)
  }

  @Test func `More items, and the end is elsewhere`() {
    display(9)
    stage.stage.succeed("page1")
    pages.next = "page2"
    stage.update([(0..<20).map { "r\($0)" }])
    display(9)
    #expect(stage.desk.started == ["page1"])
    display(17)
    #expect(stage.desk.started == ["page1", "page2"])
  }

  @Test func `The page's closures do not keep the list`() {
    var gone: ListStage? = ListStage(rows: 3)
    weak let list = gone?.list
    let engine = gone?.stage.engine
    gone?.list.whenNearEnd(within: 1) { [desk = Desk()] () -> (key: AnyHashable, source: Waterfall<String>)? in
      (key: "k", source: desk.job("k"))
    } completion: { _ in
    }
    if let gone { gone.list.willDisplay(Probe(gone.desk, nil), at: gone.path(2)) }
    engine?.settle()
    gone = nil
    engine?.settle()
    #expect(list == nil)
  }
}
