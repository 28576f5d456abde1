public import Foundation

extension UITableView {
  /// The displayed cells inside the bounds; never a cell that is merely prepared (B12).
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/visiblecells>
  public var visibleCells: [UITableViewCell] {
    noteQuery("visibleCells")
    return visiblePaths.compactMap { ledger[$0]?.cell }
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/indexpathsforvisiblerows>
  public var indexPathsForVisibleRows: [IndexPath]? {
    noteQuery("indexPathsForVisibleRows")
    let paths = visiblePaths
    return paths.isEmpty ? nil : paths
  }

  /// Since iOS 15 also a cell that is prepared, or kept after its display: an answer does not mean "visible" (B12).
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/cellforrow(at:)>
  public func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    noteQuery("cellForRow(at:)")
    return ledger[indexPath]?.cell
  }

  /// Nothing for a cell that its data source has not returned yet (B21).
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/indexpath(for:)>
  public func indexPath(for cell: UITableViewCell) -> IndexPath? {
    noteQuery("indexPath(for:)")
    return ledger.path(of: cell)
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/rectforrow(at:)>
  public func rectForRow(at indexPath: IndexPath) -> CGRect {
    loadDataIfNeeded()
    guard geometry.contains(indexPath) else { return .zero }
    let row = geometry.row(indexPath)
    return CGRect(x: 0, y: row.top, width: bounds.width, height: row.height)
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/indexpathforrow(at:)>
  public func indexPathForRow(at point: CGPoint) -> IndexPath? {
    loadDataIfNeeded()
    return geometry.rows(from: point.y, to: point.y.nextUp).first
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/indexpathsforrows(in:)>
  public func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
    loadDataIfNeeded()
    return geometry.rows(from: rect.minY, to: rect.maxY)
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/scrolltorow(at:at:animated:)>
  public func scrollToRow(
    at indexPath: IndexPath, at scrollPosition: UITableView.ScrollPosition, animated: Bool
  ) {
    loadDataIfNeeded()
    guard geometry.contains(indexPath) else {
      return headlessLog.violated(.indexPathOutOfRange(indexPath))
    }
    let rect = rectForRow(at: indexPath)
    let pinned = style == .plain ? geometry.sections[indexPath.section].header : 0
    var y = contentOffset.y
    switch scrollPosition {
    case .top: y = rect.minY - pinned
    case .middle: y = rect.midY - bounds.height / 2
    case .bottom: y = rect.maxY - bounds.height
    case .none:
      if rect.minY - pinned < bounds.minY { y = rect.minY - pinned }
      if rect.maxY > bounds.maxY { y = rect.maxY - bounds.height }
    }
    setContentOffset(clampedOffset(CGPoint(x: contentOffset.x, y: y)), animated: animated)
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/deselectrow(at:animated:)>
  public func deselectRow(at indexPath: IndexPath, animated: Bool) {
    if indexPathForSelectedRow == indexPath { indexPathForSelectedRow = nil }
  }

  private var visiblePaths: [IndexPath] {
    ledger.paths(.displayed).filter { path in
      guard geometry.contains(path) else { return false }
      let row = geometry.row(path)
      return row.top < bounds.maxY && row.top + row.height > bounds.minY
    }
  }

  private func noteQuery(_ name: String) {
    if request != nil { headlessLog.warn(.askedDuringRequest(name)) }
  }
}
