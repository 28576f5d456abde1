import Foundation

extension UIView {
  /// <https://developer.apple.com/documentation/uikit/uiview/addsubview(_:)>
  public func addSubview(_ view: UIView) {
    insertSubview(view, at: subviews.count)
  }

  /// <https://developer.apple.com/documentation/uikit/uiview/insertsubview(_:at:)>
  public func insertSubview(_ view: UIView, at index: Int) {
    precondition(!isDescendant(of: view), "A view cannot be its own subview, or a subview of one of its subviews.")
    if view.parentView === self {
      subviews.removeAll { $0 === view }
      subviews.insert(view, at: min(index, subviews.count))
    } else {
      view.move(to: self, at: index)
    }
    subviewsDidChange()
  }

  /// <https://developer.apple.com/documentation/uikit/uiview/removefromsuperview()>
  public func removeFromSuperview() {
    guard parentView != nil else { return }
    move(to: nil, at: 0)
  }

  /// <https://developer.apple.com/documentation/uikit/uiview/isdescendant(of:)>
  public func isDescendant(of view: UIView) -> Bool {
    var candidate: UIView? = self
    while let current = candidate {
      if current === view { return true }
      candidate = current.parentView
    }
    return false
  }

  /// Visits this view and everything below it, parents first.
  func forEachInTree(_ body: (UIView) -> Void) {
    body(self)
    for view in subviews { view.forEachInTree(body) }
  }

  private func move(to newParent: UIView?, at index: Int) {
    let oldWindow = window
    let newWindow = newParent?.window
    let changesWindow = oldWindow !== newWindow

    willMove(toSuperview: newParent)
    if changesWindow { forEachInTree { $0.announceMove(to: newWindow) } }

    let oldParent = parentView
    oldParent?.subviews.removeAll { $0 === self }
    oldParent?.subviewsDidChange()
    parentView = newParent
    newParent?.subviews.insert(self, at: min(index, newParent?.subviews.count ?? 0))

    if changesWindow { forEachInTree { $0.confirmMove() } }
    didMoveToSuperview()
  }

  private func announceMove(to newWindow: UIWindow?) {
    owningController?.viewWillMove(toWindow: newWindow)
    windowWillChange(to: newWindow)
    willMove(toWindow: newWindow)
  }

  private func confirmMove() {
    if window != nil { setNeedsLayout() }
    didMoveToWindow()
    owningController?.viewDidMove(toWindow: window)
  }
}
