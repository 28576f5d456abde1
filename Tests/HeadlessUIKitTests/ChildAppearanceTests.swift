import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

/// Children hear of the appearance of their parent, whenever they were added.
@MainActor @Suite("Appearance of children", .timeLimit(.minutes(5)))
struct ChildAppearanceTests {
  typealias Screen = AppearanceTests.Screen

  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
  let diary = AppearanceTests.Diary()

  /// When a child joins its parent.
  enum Moment: CaseIterable {
    case beforeTheWindow, inViewDidLoad, inViewWillAppear, inViewIsAppearing, onScreen
  }

  final class Parent: AppearanceTests.Screen {
    var onDidLoad: (() -> Void)?
    var onWillAppear: (() -> Void)?
    var onIsAppearing: (() -> Void)?

    override func viewDidLoad() {
      super.viewDidLoad()
      take(&onDidLoad)
    }
    override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      take(&onWillAppear)
    }
    override func viewIsAppearing(_ animated: Bool) {
      super.viewIsAppearing(animated)
      take(&onIsAppearing)
    }
    private func take(_ action: inout (() -> Void)?) {
      let once = action
      action = nil
      once?()
    }
  }

  func appearances(of name: String) -> [String] {
    defer { diary.lines = [] }
    return diary.lines.filter { $0.hasPrefix(name + " ") && $0.hasSuffix("ppear") || $0 == "\(name) isAppearing" }
  }

  /// A navigation of a screen and, on top of it, a parent with a child that has a child.
  func family(_ moment: Moment) -> (navigation: UINavigationController, parent: UIViewController) {
    let parent = Parent("p", diary)
    let child = Screen("c", diary)
    let grandchild = Screen("g", diary)
    child.addChild(grandchild)
    child.view.addSubview(grandchild.view)
    grandchild.didMove(toParent: child)
    let join = { [unowned parent] in
      parent.addChild(child)
      parent.view.addSubview(child.view)
      child.didMove(toParent: parent)
    }
    switch moment {
    case .beforeTheWindow: join()
    case .inViewDidLoad: parent.onDidLoad = join
    case .inViewWillAppear: parent.onWillAppear = join
    case .inViewIsAppearing: parent.onIsAppearing = join
    case .onScreen: break
    }
    let navigation = UINavigationController(rootViewController: Screen("a", diary))
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    window.runFrame()
    navigation.pushViewController(parent, animated: true)
    window.runFrame()
    if moment == .onScreen { join() }
    window.runFrame()
    return (navigation, parent)
  }

  @Test("A child appears with its parent, or at once when the parent is there", arguments: Moment.allCases)
  func appearing(moment: Moment) {
    _ = family(moment)
    let lines = diary.lines
    for name in ["p", "c", "g"] {
      diary.lines = lines
      #expect(appearances(of: name) == ["\(name) willAppear", "\(name) isAppearing", "\(name) didAppear"])
    }
  }

  @Test("A child disappears with its parent, and appears again", arguments: Moment.allCases)
  func covered(moment: Moment) {
    let (navigation, _) = family(moment)
    diary.lines = []
    navigation.pushViewController(UIViewController(), animated: true)
    window.runFrame()
    #expect(appearances(of: "c") == ["c willDisappear", "c didDisappear"])
    navigation.popViewController(animated: true)
    window.runFrame()
    #expect(appearances(of: "c") == ["c willAppear", "c isAppearing", "c didAppear"])
    navigation.popViewController(animated: true)
    window.runFrame()
    let lines = diary.lines
    #expect(appearances(of: "c") == ["c willDisappear", "c didDisappear"])
    diary.lines = lines
    #expect(appearances(of: "g") == ["g willDisappear", "g didDisappear"])
  }

  @Test("B26: a cancelled pop is heard by the children too, and none has disappeared", arguments: Moment.allCases)
  func cancelledPop(moment: Moment) {
    let (navigation, _) = family(moment)
    diary.lines = []
    navigation.cancelledInteractivePop()
    window.runFrame()
    let lines = diary.lines
    for name in ["p", "c", "g"] {
      diary.lines = lines
      #expect(
        appearances(of: name)
          == ["\(name) willDisappear", "\(name) willAppear", "\(name) isAppearing", "\(name) didAppear"])
    }
  }

  @Test("B26: the screen below, with children, begins to appear and has disappeared")
  func below() {
    let (navigation, _) = family(.inViewDidLoad)
    navigation.pushViewController(UIViewController(), animated: false)
    window.runFrame()
    diary.lines = []
    navigation.cancelledInteractivePop()
    window.runFrame()
    #expect(appearances(of: "c") == ["c willAppear", "c isAppearing", "c willDisappear", "c didDisappear"])
  }

  @Test("A child added while its parent is covered appears with it")
  func addedUnderCover() {
    let (navigation, parent) = family(.inViewDidLoad)
    navigation.pushViewController(UIViewController(), animated: false)
    window.runFrame()
    let late = Screen("l", diary)
    parent.addChild(late)
    parent.view.addSubview(late.view)
    late.didMove(toParent: parent)
    window.runFrame()
    #expect(appearances(of: "l") == [])
    navigation.popViewController(animated: true)
    window.runFrame()
    #expect(appearances(of: "l") == ["l willAppear", "l isAppearing", "l didAppear"])
  }

  @Test("A child that leaves disappears, and hears no more of its parent")
  func removed() {
    let (navigation, parent) = family(.onScreen)
    diary.lines = []
    let child = parent.children[0]
    child.willMove(toParent: nil)
    child.view.removeFromSuperview()
    child.removeFromParent()
    #expect(appearances(of: "c") == ["c willDisappear", "c didDisappear"])
    navigation.popViewController(animated: true)
    window.runFrame()
    #expect(appearances(of: "c") == [])
  }
}
