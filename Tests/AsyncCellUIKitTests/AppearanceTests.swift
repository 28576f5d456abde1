import AsyncCellTesting
import AsyncCellUIKit
import Foundation
@_spi(Headless) import HeadlessUIKit
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct AppearanceTests {
  enum Leaving: CaseIterable { case cancel, suspend }

  final class Screen: UIViewController {
    let cells: AsyncTableViewDelegate
    let leaving: Leaving
    init(_ cells: AsyncTableViewDelegate, _ leaving: Leaving) {
      (self.cells, self.leaving) = (cells, leaving)
      super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { nil }
    override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      cells.resumeOperations()
    }
    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      if leaving == .cancel { cells.cancelOperations() } else { cells.suspendOperations() }
    }
  }

  @Test(arguments: HeadlessProfile.all, Leaving.allCases)
  func `S36: Pushed over and popped, every visible cell completes without a scroll`(
    profile: HeadlessProfile, leaving: Leaving
  ) {
    let (stage, cells) = tableStage(profile, limit: 2)
    let screen = Screen(cells, leaving)
    screen.view = stage.table
    let navigation = UINavigationController(rootViewController: screen)
    stage.window.rootViewController = navigation
    stage.frame(2)
    stage.settle()
    if let first = stage.desk.wanted.first { stage.desk.succeed(first) }
    stage.settle()
    navigation.pushViewController(UIViewController(), animated: true)
    stage.frame(3)
    stage.settle()
    #expect(stage.table.window == nil)
    let begun = stage.desk.started.count
    // Nothing happens while the screen is away.
    stage.completeAll()
    #expect(stage.desk.started.count == begun)
    stage.table.headlessLog.clear()
    navigation.popViewController(animated: true)
    stage.frame(3)
    stage.completeAll()
    #expect(stage.complaints() == [])
    #expect(stage.table.headlessLog.events.filter { if case .willDisplay = $0 { true } else { false } } == [])
  }

  @Test(arguments: HeadlessProfile.all)
  func `S36: A pop that is begun and not finished leaves every cell complete`(profile: HeadlessProfile) {
    let (stage, cells) = tableStage(profile)
    let screen = Screen(cells, .cancel)
    screen.view = stage.table
    let navigation = UINavigationController(rootViewController: UIViewController())
    stage.window.rootViewController = navigation
    stage.frame()
    navigation.pushViewController(screen, animated: false)
    stage.frame(2)
    navigation.cancelledInteractivePop()
    stage.frame(2)
    stage.completeAll()
    #expect(stage.complaints() == [])
  }
}
