import Foundation

extension UICollectionView {
  /// Asks the data source for a cell, and checks the answer as UIKit does.
  ///
  /// Until this returns the cell is not installed: `indexPath(for:)` does not know it (B21).
  func requestCell(at path: IndexPath) -> UICollectionViewCell? {
    headlessLog.note(.cellFor(path))
    guard let (cell, request) = answer(to: CellRequest(path: path, existing: nil)) else { return nil }
    prefetches.cellWasRequested(at: path)
    if let other = ledger.path(of: cell) {
      headlessLog.violated(.sameCellForTwoPaths(other, path))
      return UICollectionViewCell(frame: .zero)
    }
    guard wasDequeued(cell, for: request) else { return UICollectionViewCell(frame: .zero) }
    return cell
  }

  /// Asks the data source to configure the cell it gave before once more: the same object must come back (B14).
  func reconfigureCell(_ existing: UICollectionViewCell, at path: IndexPath) {
    headlessLog.note(.reconfigure(path))
    let answer = answer(to: CellRequest(path: path, existing: existing))
    if let answer, answer.cell !== existing { headlessLog.violated(.reconfiguredAnotherCell(path)) }
    working { _ = measure(existing, at: path) }
  }

  func requestSectionView(_ key: SupplementaryKey) -> UICollectionReusableView? {
    guard let dataSource else { return nil }
    headlessLog.note(.supplementaryViewFor(key.kind, key.path))
    sectionViewRequest = CellRequest(path: key.path, existing: nil, kind: key.kind)
    let view = inRequest {
      dataSource.collectionView(self, viewForSupplementaryElementOfKind: key.kind, at: key.path)
    }
    defer { sectionViewRequest = nil }
    if let other = sectionViews.first(where: { $0.value === view }) {
      headlessLog.violated(.sameCellForTwoPaths(other.key.path, key.path))
      return UICollectionReusableView(frame: .zero)
    }
    guard let request = sectionViewRequest, wasDequeued(view, for: request) else {
      return UICollectionReusableView(frame: .zero)
    }
    return view
  }

  private func answer(
    to newRequest: CellRequest<UICollectionViewCell>
  ) -> (cell: UICollectionViewCell, request: CellRequest<UICollectionViewCell>)? {
    guard let dataSource else { return nil }
    let outer = request
    request = newRequest
    defer { request = outer }
    let cell = inRequest { dataSource.collectionView(self, cellForItemAt: newRequest.path) }
    return (cell, request ?? newRequest)
  }

  /// UIKit throws where a cell provider makes no cell.
  func cellNobodyMade(at path: IndexPath) -> UICollectionViewCell {
    headlessLog.violated(.noCell(path))
    request?.isMisused = true
    return UICollectionViewCell(frame: .zero)
  }

  /// B19: exactly one dequeue, inside the request, and what it gave is returned.
  private func wasDequeued<View: UIView>(_ view: View, for request: CellRequest<View>) -> Bool {
    if view === request.dequeued { return true }
    if !request.isMisused {
      headlessLog.violated(request.hasDequeued ? .dequeuedNotReturned(request.path) : .notDequeued(request.path))
    }
    return false
  }

  private func inRequest<Answer>(_ body: () -> Answer) -> Answer {
    RegistrationIdentity.openRequests += 1
    defer { RegistrationIdentity.openRequests -= 1 }
    return working(body)
  }
}
