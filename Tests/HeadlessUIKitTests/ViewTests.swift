import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

@MainActor @Suite("Views, controls, values", .timeLimit(.minutes(5)))
struct ViewTests {
  final class Probe: UIView {
    var heard: [String] = []
    override func willMove(toSuperview newSuperview: UIView?) { heard.append("will superview \(newSuperview != nil)") }
    override func didMoveToSuperview() { heard.append("did superview \(superview != nil)") }
    override func willMove(toWindow newWindow: UIWindow?) { heard.append("will window \(newWindow != nil)") }
    override func didMoveToWindow() { heard.append("did window \(window != nil)") }
    override func layoutSubviews() {
      super.layoutSubviews()
      heard.append("layout")
    }
  }

  @Test("Frame, bounds and center agree")
  func geometry() {
    let view = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 50))
    #expect(view.center == CGPoint(x: 60, y: 45))
    view.bounds = CGRect(x: 5, y: 5, width: 50, height: 50)
    #expect(view.frame == CGRect(x: 35, y: 20, width: 50, height: 50))
    view.center = .zero
    #expect(view.frame.origin == CGPoint(x: -25, y: -25))
    #expect(view.sizeThatFits(.zero) == CGSize(width: 50, height: 50))
  }

  @Test("A view hears of its superview and its window")
  func hierarchy() {
    let window = UIWindow(frame: .zero)
    let parent = UIView()
    let probe = Probe()
    parent.addSubview(probe)
    #expect(probe.heard == ["will superview true", "did superview true"])
    probe.heard = []
    window.addSubview(parent)
    #expect(probe.heard == ["will window true", "did window true"])
    probe.heard = []
    window.addSubview(probe)
    #expect(probe.heard == ["will superview true", "did superview true"])
    #expect(parent.subviews.isEmpty && probe.next === window)
    probe.heard = []
    probe.removeFromSuperview()
    #expect(probe.heard == ["will superview false", "will window false", "did window false", "did superview false"])
  }

  @Test("Subviews keep their order")
  func order() {
    let views = (0..<3).map { _ in UIView() }
    let parent = UIView()
    parent.addSubview(views[0])
    parent.addSubview(views[1])
    parent.insertSubview(views[2], at: 1)
    #expect(parent.subviews == [views[0], views[2], views[1]])
    parent.addSubview(views[0])
    #expect(parent.subviews == [views[2], views[1], views[0]])
  }

  @Test("Layout runs once for each need, parents first")
  func layout() {
    let parent = Probe()
    let child = Probe()
    parent.addSubview(child)
    child.layoutIfNeeded()
    child.layoutIfNeeded()
    #expect(parent.heard == ["layout"])
    #expect(child.heard.filter { $0 == "layout" } == ["layout"])
    child.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    parent.layoutIfNeeded()
    #expect(parent.heard == ["layout"])
    #expect(child.heard.filter { $0 == "layout" }.count == 2)
    child.frame.origin.x = 5
    parent.layoutIfNeeded()
    #expect(child.heard.filter { $0 == "layout" }.count == 2, "a move is no reason")
  }

  @Test("Nothing runs in a hidden window but its clock")
  func hiddenWindow() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let probe = Probe()
    window.addSubview(probe)
    probe.heard = []
    window.runFrames(6)
    #expect(probe.heard.isEmpty)
    #expect(window.frameCount == 6 && abs(window.virtualTime - 0.1) < 1e-9)
    window.makeKeyAndVisible()
    window.runFrame()
    #expect(probe.heard == ["layout"])
    #expect(window.isKeyWindow)
  }

  @Test("A control sends its actions until they are removed")
  func control() {
    let control = UIControl()
    var senders: [UIControl?] = []
    let action = UIAction(title: "Go") { senders.append($0.sender as? UIControl) }
    control.addAction(action, for: .valueChanged)
    control.sendActions(for: .touchUpInside)
    control.sendActions(for: [.valueChanged, .touchUpInside])
    control.removeAction(action, for: .valueChanged)
    control.sendActions(for: .valueChanged)
    #expect(senders == [control])
    #expect(action.sender == nil && action.title == "Go")
  }

  @Test("Colors are their components")
  func color() {
    let color = UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    #expect(color.getRed(&red, green: &green, blue: &blue, alpha: &alpha))
    #expect([red, green, blue, alpha] == [0.1, 0.2, 0.3, 0.4])
    #expect(color == UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4))
    #expect(color != color.withAlphaComponent(1))
    #expect(UIColor.white == UIColor(white: 1, alpha: 1) && Set([UIColor.red, .red, .blue]).count == 2)
  }

  @Test("An index path can be read and written by row, item and section")
  func indexPath() {
    var path = IndexPath(row: 3, section: 1)
    #expect(path == IndexPath(item: 3, section: 1) && (path.row, path.item, path.section) == (3, 3, 1))
    path.row = 4
    path.section = 2
    #expect(path == IndexPath(indexes: [2, 4]))
    path.item = 5
    #expect(path.row == 5)
  }
}
