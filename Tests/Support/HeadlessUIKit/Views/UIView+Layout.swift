extension UIView {
  /// Lays out this view if it asked for it, then everything below it that did.
  func layOutTree() {
    if needsLayout {
      prepareForLayout()
      needsLayout = false
      owningController?.viewWillLayoutSubviews()
      layoutSubviews()
      owningController?.viewDidLayoutSubviews()
    }
    for view in subviews { view.layOutTree() }
  }

  var treeNeedsLayout: Bool {
    needsLayout || subviews.contains { $0.treeNeedsLayout }
  }
}
