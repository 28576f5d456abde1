public import Foundation

/// <https://developer.apple.com/documentation/uikit/uicollectionviewdatasourceprefetching>
@MainActor
public protocol UICollectionViewDataSourcePrefetching: NSObjectProtocol {
  /// Nearest first, as the user scrolls; not for each item, never for one that is needed at once (B6).
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionviewdatasourceprefetching/collectionview(_:prefetchitemsat:)>
  func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])
  /// The paths may be of a model that has shrunk since, and no prefetch is promised a cancellation (B8).
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionviewdatasourceprefetching/collectionview(_:cancelprefetchingforitemsat:)>
  func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

extension UICollectionViewDataSourcePrefetching {
  public func collectionView(
    _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
  ) {
    collectionView.noteDefaulted()
  }
}
