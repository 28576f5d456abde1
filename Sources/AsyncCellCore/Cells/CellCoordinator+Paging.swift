import Foundation

/// The next page of a list that grows while it is scrolled.
extension CellCoordinator {
  /// Runs a page's work when an item near the end of the list comes on screen: once for each key.
  ///
  /// Suspended and cancelled with the list; ``reset(keepingValues:)`` begins with the pages anew. A page that has
  /// failed is asked for again as ``failureLifetime`` allows, by the next item that comes on screen; one that was
  /// cancelled, at once. Needs a ``viewport``, which knows how many items there are.
  ///
  /// - Parameters:
  ///   - count: how many items from the end; at least 1.
  ///   - page: the key and the work of the next page, asked each time; nil when there are no more. It is kept: it must
  ///     not capture what keeps this coordinator.
  ///   - completion: called on the main actor, once for each page: with the page, or with the error of the job that
  ///     failed; not when this list has cancelled it. Kept likewise.
  public func whenNearEnd<Source: CellOperationSource>(
    within count: Int, page: @escaping @MainActor () -> (key: AnyHashable, source: Source)?,
    completion: @escaping @MainActor (Result<Source.Value, any Error>) -> Void
  ) {
    pages?.cancel()
    pages = PageRequests(margin: max(1, count), clock: clock) { [weak self] pages in
      guard let self else { return }
      guard !self.isSuspended else { return pages.waitForResume() }
      guard let (key, source) = page() else { return }
      pages.begin(key) {
        self.operations.enqueue(source, forKey: key) { [weak self, weak pages] result in
          pages?.ended(key, retryAt: self?.retry(after: result) ?? .never)
          completion(result)
        }
      }
    }
  }

  private func retry<Value>(after result: Result<Value, any Error>) -> PageMachine.Retry {
    switch result {
    case .success: .never
    case .failure(let error) where FailureKind(of: error) == .cancelled: .now
    case .failure(let error): failureLifetime.expiry(of: error, now: clock.now).map { .at($0) } ?? .never
    }
  }

  /// An item is on screen.
  func noteDisplay(at path: IndexPath?) {
    guard let pages, let path, let position = shape.position(of: path) else { return }
    pages.noteDisplay(itemsAfter: shape.itemCount - 1 - position)
  }
}
