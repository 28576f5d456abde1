import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Appearance of controllers", .timeLimit(.minutes(5)))
struct AppearanceTests {
  final class Diary {
    var lines: [String] = []
  }

  class Screen: UIViewController {
    let name: String
    let diary: Diary

    init(_ name: String, _ diary: Diary) {
      self.name = name
      self.diary = diary
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) {
      name = ""
      diary = Diary()
      super.init(coder: coder)
    }

    func note(_ event: String) { diary.lines.append("\(name) \(event)") }

    override func viewDidLoad() {
      super.viewDidLoad()
      note("didLoad")
    }
    override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      note("willAppear")
    }
    override func viewIsAppearing(_ animated: Bool) {
      super.viewIsAppearing(animated)
      note(view.window == nil ? "isAppearing?" : "isAppearing")
    }
    override func viewDidLayoutSubviews() {
      super.viewDidLayoutSubviews()
      note("didLayout")
    }
    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      note("didAppear")
    }
    override func viewWillDisappear(_ animated: Bool) {
      super.viewWillDisappear(animated)
      note("willDisappear")
    }
    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      note("didDisappear")
    }
    override func willMove(toParent parent: UIViewController?) {
      super.willMove(toParent: parent)
      note(parent == nil ? "leaves parent" : "joins parent")
    }
    override func didMove(toParent parent: UIViewController?) {
      super.didMove(toParent: parent)
      note(parent == nil ? "left parent" : "joined parent")
    }
    override func didReceiveMemoryWarning() {
      super.didReceiveMemoryWarning()
      note("memory")
    }
  }

  final class NotForwarding: Screen {
    override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }
  }

  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
  let diary = Diary()

  func taken() -> [String] {
    defer { diary.lines = [] }
    return diary.lines
  }

  @Test("The root loads, appears, is laid out, and has appeared after the first frame")
  func root() {
    window.rootViewController = Screen("a", diary)
    #expect(taken() == [])
    window.makeKeyAndVisible()
    #expect(taken() == ["a didLoad", "a willAppear", "a isAppearing"])
    window.runFrame()
    #expect(taken() == ["a didLayout", "a didAppear"])
    window.isHidden = true
    #expect(taken() == ["a willDisappear", "a didDisappear"])
  }

  @Test("Another root replaces it")
  func replacedRoot() {
    window.rootViewController = Screen("a", diary)
    window.makeKeyAndVisible()
    window.runFrame()
    diary.lines = []
    window.rootViewController = Screen("b", diary)
    window.runFrame()
    #expect(
      taken() == [
        "a willDisappear", "a didDisappear", "b didLoad", "b willAppear", "b isAppearing", "b didLayout", "b didAppear",
      ])
  }

  @Test("Push and pop", arguments: [true, false])
  func navigation(animated: Bool) {
    let navigation = UINavigationController(rootViewController: Screen("a", diary))
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    window.runFrame()
    #expect(
      taken() == [
        "a joins parent", "a joined parent", "a didLoad", "a willAppear", "a isAppearing", "a didLayout", "a didAppear",
      ])

    navigation.pushViewController(Screen("b", diary), animated: animated)
    window.runFrame()
    #expect(
      taken() == [
        "b joins parent", "a willDisappear", "b didLoad", "b willAppear", "b isAppearing", "b didLayout",
        "a didDisappear", "b didAppear", "b joined parent",
      ])
    #expect(navigation.viewControllers.count == 2)

    navigation.popViewController(animated: animated)
    window.runFrame()
    #expect(
      taken() == [
        "b leaves parent", "b willDisappear", "a willAppear", "a isAppearing", "a didLayout", "b didDisappear",
        "a didAppear", "b left parent",
      ])
    #expect(navigation.popViewController(animated: animated) == nil)
  }

  @Test("B26: a cancelled interactive pop begins a disappearance that never ends")
  func cancelledPop() {
    let navigation = UINavigationController(rootViewController: Screen("a", diary))
    navigation.pushViewController(Screen("b", diary), animated: false)
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    window.runFrame()
    diary.lines = []
    navigation.cancelledInteractivePop()
    window.runFrame()
    let lines = taken()
    #expect(
      lines.filter { $0.hasPrefix("b") && !$0.hasSuffix("didLayout") }
        == ["b willDisappear", "b willAppear", "b isAppearing", "b didAppear"])
    #expect(lines.contains("a willAppear") && lines.contains("a didDisappear") && !lines.contains("a didAppear"))
  }

  @Test("B25: covering a screen ends no display, and uncovering it asks for nothing", arguments: HeadlessProfile.all)
  func coveredTable(profile: HeadlessProfile) {
    let stage = Stage(profile)
    let navigation = UINavigationController(rootViewController: stage.controller)
    stage.window.rootViewController = navigation
    _ = stage.settled()
    let cells = stage.table.visibleCells

    navigation.pushViewController(UIViewController(), animated: true)
    stage.window.runFrames(60)
    #expect(stage.table.window == nil)
    #expect(stage.log.events.isEmpty)
    #expect(stage.table.visibleCells == cells)

    navigation.popViewController(animated: true)
    stage.window.runFrames(60)
    #expect(stage.table.window != nil)
    #expect(stage.log.events.isEmpty)
    #expect(stage.table.visibleCells == cells)
  }

  @Test("Children follow their parent, and appear by themselves when added later")
  func children() {
    let parent = Screen("p", diary)
    let child = Screen("c", diary)
    window.rootViewController = parent
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    diary.lines = []
    window.makeKeyAndVisible()
    window.runFrame()
    #expect(
      taken().filter { !$0.hasSuffix("didLayout") } == [
        "p willAppear", "c willAppear", "p isAppearing", "c isAppearing", "p didAppear", "c didAppear",
      ])

    let late = Screen("l", diary)
    parent.addChild(late)
    parent.view.addSubview(late.view)
    window.runFrame()
    #expect(
      taken().filter { $0.hasPrefix("l") }
        == ["l joins parent", "l didLoad", "l willAppear", "l isAppearing", "l didLayout", "l didAppear"])

    late.view.removeFromSuperview()
    late.removeFromParent()
    #expect(taken() == ["l willDisappear", "l didDisappear", "l left parent"])
  }

  @Test("A container that does not forward calls begin and end itself")
  func notForwarding() {
    let parent = NotForwarding("p", diary)
    let child = Screen("c", diary)
    parent.addChild(child)
    parent.view.addSubview(child.view)
    window.rootViewController = parent
    window.makeKeyAndVisible()
    window.runFrame()
    #expect(!taken().contains { $0.hasPrefix("c will") || $0.hasPrefix("c did") && $0.hasSuffix("ppear") })

    child.beginAppearanceTransition(true, animated: false)
    child.endAppearanceTransition()
    child.beginAppearanceTransition(true, animated: false)
    #expect(taken() == ["c willAppear", "c isAppearing", "c didAppear"])
  }

  @Test("A memory warning reaches the whole family and is posted")
  func memoryWarning() async {
    let parent = Screen("p", diary)
    parent.addChild(Screen("c", diary))
    window.rootViewController = parent
    diary.lines = []
    await confirmation { posted in
      let token = NotificationCenter.default.addObserver(
        forName: UIApplication.didReceiveMemoryWarningNotification, object: nil, queue: nil
      ) { _ in posted() }
      window.receiveMemoryWarning()
      NotificationCenter.default.removeObserver(token)
    }
    #expect(taken() == ["p memory", "c memory"])
  }
}
