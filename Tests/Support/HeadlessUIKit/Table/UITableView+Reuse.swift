public import Foundation

extension UITableView {
  /// <https://developer.apple.com/documentation/uikit/uitableview/register(_:forcellreuseidentifier:)>
  public func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    pool.register(cellClass, for: identifier)
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/dequeuereusablecell(withidentifier:)>
  public func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    takeFromPool(identifier) ?? makeCell(identifier)
  }

  /// Exactly once for a request of the data source, inside it, for its path (B19); during a reconfiguration it gives
  /// the existing cell back (B14).
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/dequeuereusablecell(withidentifier:for:)>
  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    if let request, request.path == indexPath {
      if request.hasDequeued { headlessLog.violated(.dequeuedTwice(indexPath)) }
      self.request?.hasDequeued = true
      if let existing = request.existing, existing.reuseIdentifier == identifier { return existing }
    } else {
      headlessLog.violated(.dequeuedOutsideRequest(indexPath))
    }
    if let cell = takeFromPool(identifier) ?? makeCell(identifier) { return cell }
    if pool.registeredClass(for: identifier) == nil { headlessLog.violated(.unregisteredIdentifier(identifier)) }
    return UITableViewCell(style: .default, reuseIdentifier: identifier)
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/register(_:forheaderfooterviewreuseidentifier:)>
  public func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    sectionViewPool.register(aClass, for: identifier)
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/dequeuereusableheaderfooterview(withidentifier:)>
  public func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
    if let view = sectionViewPool.take(identifier) {
      headlessLog.note(.prepareForReuse(identifier))
      view.prepareForReuse()
      return view
    }
    guard let registered = sectionViewPool.registeredClass(for: identifier) else { return nil }
    guard let viewClass = registered as? UITableViewHeaderFooterView.Type else {
      headlessLog.violated(.registeredClassIsNoCell(identifier))
      return nil
    }
    return viewClass.init(reuseIdentifier: identifier)
  }

  private func takeFromPool(_ identifier: String) -> UITableViewCell? {
    guard let cell = pool.take(identifier) else { return nil }
    headlessLog.note(.prepareForReuse(identifier))
    cell.prepareForReuse()
    return cell
  }

  private func makeCell(_ identifier: String) -> UITableViewCell? {
    guard let registered = pool.registeredClass(for: identifier) else { return nil }
    guard let cellClass = registered as? UITableViewCell.Type else {
      headlessLog.violated(.registeredClassIsNoCell(identifier))
      return nil
    }
    return cellClass.init(style: .default, reuseIdentifier: identifier)
  }
}
