import Foundation

/// The content view of a cell, plain or made by a configuration; what both kinds of cell share.
///
/// A class, because a content view may ask its cell for the content view while it is being configured.
@MainActor
final class ContentHost {
  private(set) var view = UIView(frame: .zero)
  private(set) var configuration: (any UIContentConfiguration)?
  /// Set by the cell, which is told its state before its next layout or measurement.
  var needsUpdate = true
  private weak var cell: UIView?

  func install(in cell: UIView) {
    self.cell = cell
    cell.addSubview(view)
  }

  /// - Returns: Whether an update was asked for; it is no longer.
  func takeNeedsUpdate() -> Bool {
    defer { needsUpdate = false }
    return needsUpdate
  }

  func update(for state: UICellConfigurationState) {
    if let configuration { show(configuration.updated(for: state)) }
  }

  /// A view that supports the new configuration is given it; else the configuration makes a view, once.
  func show(_ new: (any UIContentConfiguration)?) {
    configuration = new
    guard let new else {
      if view is any UIContentView { replaceView(by: UIView(frame: view.frame)) }
      return
    }
    if let current = view as? any UIContentView, current.supports(new) {
      current.configuration = new
    } else {
      replaceView(by: new.makeContentView())
    }
  }

  private func replaceView(by new: UIView) {
    let old = view
    view = new
    new.frame = old.frame
    old.removeFromSuperview()
    cell?.insertSubview(new, at: 0)
  }
}
