public import Foundation

extension UICollectionView {
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/register(_:forcellwithreuseidentifier:)>
  public func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    pool.register(cellClass, for: identifier)
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/register(_:forsupplementaryviewofkind:withreuseidentifier:)>
  public func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String, withReuseIdentifier identifier: String
  ) {
    sectionViewPools[elementKind, default: ReusePool()].register(viewClass, for: identifier)
  }

  /// Exactly once for a request of the data source, inside it, for its path (B19); during a reconfiguration it gives
  /// the existing cell back (B14).
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/dequeuereusablecell(withreuseidentifier:for:)>
  public func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionViewCell {
    let isFirst = noteDequeue(in: &request, at: indexPath, kind: nil)
    if isFirst, let existing = request?.existing, existing.reuseIdentifier == identifier {
      request?.dequeued = existing
      return existing
    }
    let cell =
      prepared(pool.take(identifier), orOf: pool.registeredClass(for: identifier), identifier)
      ?? UICollectionViewCell(frame: .zero)
    cell.identifier = identifier
    if request?.path == indexPath { request?.dequeued = cell }
    if let attributes = collectionViewLayout.layoutAttributesForItem(at: indexPath) { cell.adopt(attributes) }
    return cell
  }

  /// Exactly once for a request of the data source, inside it, for its path (B19).
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/dequeuereusablesupplementaryview(ofkind:withreuseidentifier:for:)>
  public func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView {
    noteDequeue(in: &sectionViewRequest, at: indexPath, kind: elementKind)
    let idle = sectionViewPools[elementKind]?.take(identifier)
    let registered: AnyClass? = sectionViewPools[elementKind]?.registeredClass(for: identifier)
    let view = prepared(idle, orOf: registered, identifier) ?? UICollectionReusableView(frame: .zero)
    view.identifier = identifier
    if sectionViewRequest?.path == indexPath { sectionViewRequest?.dequeued = view }
    let attributes = collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: elementKind, at: indexPath)
    if let attributes { view.adopt(attributes) }
    return view
  }

  /// - Returns: Whether the dequeue is the one that the request may make.
  @discardableResult
  private func noteDequeue<View: AnyObject>(
    in request: inout CellRequest<View>?, at path: IndexPath, kind: String?
  ) -> Bool {
    guard let open = request, open.path == path, open.kind == kind else {
      headlessLog.violated(.dequeuedOutsideRequest(path))
      request?.isMisused = true
      return false
    }
    if open.hasDequeued {
      headlessLog.violated(.dequeuedTwice(path))
      request?.isMisused = true
    }
    request?.hasDequeued = true
    return !open.hasDequeued
  }

  /// Takes no access to a pool, because a client's `prepareForReuse()` may use the collection view.
  private func prepared<View: UICollectionReusableView>(
    _ idle: View?, orOf registered: AnyClass?, _ identifier: String
  ) -> View? {
    if let idle {
      headlessLog.note(.prepareForReuse(identifier))
      idle.prepareForReuse()
      return idle
    }
    guard let registered else {
      headlessLog.violated(.unregisteredIdentifier(identifier))
      return nil
    }
    guard let viewClass = registered as? View.Type else {
      headlessLog.violated(.registeredClassIsNoCell(identifier))
      return nil
    }
    return viewClass.init(frame: .zero)
  }
}
