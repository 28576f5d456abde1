import Foundation
import Testing

@_spi(Headless) import HeadlessUIKit

struct TextConfiguration: UIContentConfiguration {
  var text: String
  var state: String = ""

  func makeContentView() -> any UIView & UIContentView { TextContentView(self) }

  func updated(for state: any UIConfigurationState) -> TextConfiguration {
    var copy = self
    copy.state = (state as? UICellConfigurationState)?.isSelected == true ? "selected" : "normal"
    return copy
  }
}

/// Ten points high for each letter.
final class TextContentView: UIView, UIContentView {
  var configuration: any UIContentConfiguration

  init(_ configuration: TextConfiguration) {
    self.configuration = configuration
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { nil }

  var shown: TextConfiguration? { configuration as? TextConfiguration }

  override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: CGFloat(shown?.text.count ?? 0) * 10)
  }
}

struct OtherConfiguration: UIContentConfiguration {
  func makeContentView() -> any UIView & UIContentView { TextContentView(TextConfiguration(text: "other")) }
  func updated(for state: any UIConfigurationState) -> OtherConfiguration { self }
}

@MainActor @Suite("Content configurations", .timeLimit(.minutes(5)))
struct ContentConfigurationTests {
  final class SelectedCell: UITableViewCell {
    override var configurationState: UICellConfigurationState {
      var state = super.configurationState
      state.isSelected = true
      return state
    }
  }

  @Test("A configuration makes the content view once; another of its type is handed to it")
  func reuse() throws {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    let plain = cell.contentView
    cell.contentConfiguration = TextConfiguration(text: "a")
    let view = try #require(cell.contentView as? TextContentView)
    #expect(view.superview === cell && plain.superview == nil)

    cell.contentConfiguration = TextConfiguration(text: "b")
    #expect(cell.contentView === view && view.shown?.text == "b")
    #expect((cell.contentConfiguration as? TextConfiguration)?.text == "b")
  }

  @Test("A configuration of another type makes another view, and none a plain one")
  func replace() {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.contentConfiguration = TextConfiguration(text: "a")
    let view = cell.contentView
    cell.contentConfiguration = OtherConfiguration()
    #expect(cell.contentView !== view && view.superview == nil)
    cell.contentConfiguration = nil
    #expect(!(cell.contentView is TextContentView) && cell.contentView.superview === cell)
    #expect(cell.subviews.count == 1)
  }

  @Test("The configuration is updated for the state of the cell before its layout")
  func state() {
    let cell = SelectedCell(style: .default, reuseIdentifier: nil)
    cell.contentConfiguration = TextConfiguration(text: "a")
    cell.layoutIfNeeded()
    #expect((cell.contentView as? TextContentView)?.shown?.state == "selected")
    #expect(cell.contentView.frame == cell.bounds)

    cell.automaticallyUpdatesContentConfiguration = false
    cell.contentConfiguration = TextConfiguration(text: "b")
    cell.setNeedsUpdateConfiguration()
    cell.layoutIfNeeded()
    #expect((cell.contentView as? TextContentView)?.shown?.state == "")
  }

  @Test("The update handler is called once before a layout, however often it was asked for")
  func handler() {
    let cell = SelectedCell(style: .default, reuseIdentifier: nil)
    var states: [Bool] = []
    cell.configurationUpdateHandler = { cell, state in
      states.append(state.isSelected)
      cell.contentConfiguration = TextConfiguration(text: "\(states.count)")
    }
    #expect(states.isEmpty)
    cell.setNeedsUpdateConfiguration()
    cell.layoutIfNeeded()
    #expect(states == [true] && (cell.contentView as? TextContentView)?.shown?.text == "1")
    cell.setNeedsLayout()
    cell.layoutIfNeeded()
    #expect(states == [true])
  }

  @Test("A state carries values of the client's own")
  func custom() {
    var state = UITableViewCell().configurationState
    let key = UIConfigurationStateCustomKey("loading")
    #expect(state[key] == nil)
    state[key] = true
    #expect(state[key] == AnyHashable(true) && state != UITableViewCell().configurationState)
  }

  @Test("A collection cell is configured likewise; selection updates it once")
  func collectionCell() {
    let cell = UICollectionViewCell(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    cell.contentConfiguration = TextConfiguration(text: "a")
    let view = cell.contentView as? TextContentView
    cell.layoutIfNeeded()
    #expect(view?.shown?.state == "normal" && view?.frame == cell.bounds)
    var updates = 0
    cell.configurationUpdateHandler = { _, _ in updates += 1 }
    cell.isSelected = true
    cell.isHighlighted = true
    cell.layoutIfNeeded()
    #expect(updates == 1 && view?.shown?.state == "selected" && cell.contentView === view)
  }

  @Test("In an estimated flow layout a content configuration gives an item its size")
  func flow() throws {
    let stage = CollectionStage(items: 20)
    stage.layout.estimatedItemSize = CGSize(width: 320, height: 100)
    stage.feed.inCell = { _, cell, _ in cell.contentConfiguration = TextConfiguration(text: "four") }
    stage.window.runFrame()
    #expect(stage.frame(item(1))?.minY == 40.0)
    let cell = try #require(stage.cell(item(0)))
    cell.contentConfiguration = TextConfiguration(text: "seven77")
    #expect(stage.frame(item(1))?.minY == 40.0, "not before the pass")
    stage.window.runFrame()
    #expect(stage.frame(item(1))?.minY == 70.0 && cell.frame.height == 70.0)

    stage.list.selfSizingInvalidation = .disabled
    cell.contentConfiguration = TextConfiguration(text: "four")
    stage.window.runFrame()
    #expect(cell.frame.height == 70.0)
  }
}
