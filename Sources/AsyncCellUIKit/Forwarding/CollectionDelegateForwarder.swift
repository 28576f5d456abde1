import AsyncCellCore
import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

extension AsyncCollectionViewDelegate {
  /// Makes this the collection view's delegate, with everything that it does not need itself forwarded to `delegate`.
  ///
  /// Display and scroll events come here first and then to `delegate`, which alone has all other methods; only where to
  /// land `delegate` says first. Neither is retained by the collection view. Memory warnings and the background are
  /// followed from now on. If ``AsyncListDelegate/prefetchItems(_:)`` has been called, this becomes the collection
  /// view's prefetch data source, unless there is one.
  ///
  /// - Precondition: the collection view has no other delegate than `delegate`, which would be displaced silently, and
  ///   this delegate serves no other collection view.
  public func attach(to collectionView: UICollectionView, forwardingTo delegate: (any UICollectionViewDelegate)? = nil)
  {
    let present = collectionView.delegate
    precondition(
      present == nil || present === self || present === delegate || present === forwarder,
      "The collection view has a delegate already, and it is not the one to forward to: pass it as forwardingTo.")
    precondition(
      self.collectionView == nil || self.collectionView === collectionView,
      "The delegate serves another collection view: each list has a delegate of its own; share its queue and its cache."
    )
    if let delegate, delegate !== self {
      let forwarder = CollectionDelegateForwarder(to: self, then: delegate)
      self.forwarder = forwarder
      collectionView.delegate = forwarder
    } else {
      forwarder = nil
      collectionView.delegate = self
    }
    serve(CollectionViewport(collectionView, of: self), of: collectionView)
    followPrefetches()
  }
}

/// Puts an AsyncCollectionViewDelegate before an app's own collection view delegate; see ScrollDelegateForwarder.
#if canImport(ObjectiveC)
  @MainActor
  final class CollectionDelegateForwarder: ScrollDelegateForwarder, UICollectionViewDelegate {
    private weak var list: AsyncCollectionViewDelegate?
    private weak var target: (any UICollectionViewDelegate)?

    init(to list: AsyncCollectionViewDelegate, then target: any UICollectionViewDelegate) {
      self.list = list
      self.target = target
      super.init(list: list, scrollTarget: target)
    }

    func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      list?.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath)
      target?.collectionView?(collectionView, willDisplay: cell, forItemAt: indexPath)
    }

    func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      list?.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath)
      target?.collectionView?(collectionView, didEndDisplaying: cell, forItemAt: indexPath)
    }

    func collectionView(
      _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
      forElementKind elementKind: String, at indexPath: IndexPath
    ) {
      list?.collectionView(
        collectionView, willDisplaySupplementaryView: view, forElementKind: elementKind, at: indexPath)
      target?.collectionView?(
        collectionView, willDisplaySupplementaryView: view, forElementKind: elementKind, at: indexPath)
    }

    func collectionView(
      _ collectionView: UICollectionView, didEndDisplayingSupplementaryView view: UICollectionReusableView,
      forElementOfKind elementKind: String, at indexPath: IndexPath
    ) {
      list?.collectionView(
        collectionView, didEndDisplayingSupplementaryView: view, forElementOfKind: elementKind, at: indexPath)
      target?.collectionView?(
        collectionView, didEndDisplayingSupplementaryView: view, forElementOfKind: elementKind, at: indexPath)
    }
  }
#else
  @MainActor
  final class CollectionDelegateForwarder: ScrollDelegateForwarder, UICollectionViewDelegateFlowLayout {
    private weak var list: AsyncCollectionViewDelegate?
    private weak var target: (any UICollectionViewDelegate)?
    /// Answers when the app's delegate has gone, or has no say in the layout.
    private let nobody = NoCollectionDelegate()

    init(to list: AsyncCollectionViewDelegate, then target: any UICollectionViewDelegate) {
      self.list = list
      self.target = target
      super.init(list: list, scrollTarget: target)
    }

    private var answering: any UICollectionViewDelegate { target ?? nobody }

    private var answeringFlow: any UICollectionViewDelegateFlowLayout {
      target as? any UICollectionViewDelegateFlowLayout ?? nobody
    }

    // MARK: First the list, then the app's delegate

    func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      list?.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath)
      target?.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath)
    }

    func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      list?.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath)
      target?.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath)
    }

    func collectionView(
      _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
      forElementKind elementKind: String, at indexPath: IndexPath
    ) {
      list?.collectionView(
        collectionView, willDisplaySupplementaryView: view, forElementKind: elementKind, at: indexPath)
      target?.collectionView(
        collectionView, willDisplaySupplementaryView: view, forElementKind: elementKind, at: indexPath)
    }

    func collectionView(
      _ collectionView: UICollectionView, didEndDisplayingSupplementaryView view: UICollectionReusableView,
      forElementOfKind elementKind: String, at indexPath: IndexPath
    ) {
      list?.collectionView(
        collectionView, didEndDisplayingSupplementaryView: view, forElementOfKind: elementKind, at: indexPath)
      target?.collectionView(
        collectionView, didEndDisplayingSupplementaryView: view, forElementOfKind: elementKind, at: indexPath)
    }

    // MARK: The app's delegate alone

    func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
      answering.collectionView(collectionView, shouldHighlightItemAt: indexPath)
    }

    func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {
      answering.collectionView(collectionView, didHighlightItemAt: indexPath)
    }

    func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {
      answering.collectionView(collectionView, didUnhighlightItemAt: indexPath)
    }

    func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
      answering.collectionView(collectionView, shouldSelectItemAt: indexPath)
    }

    func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
      answering.collectionView(collectionView, shouldDeselectItemAt: indexPath)
    }

    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
      answering.collectionView(collectionView, didSelectItemAt: indexPath)
    }

    func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
      answering.collectionView(collectionView, didDeselectItemAt: indexPath)
    }

    func collectionView(
      _ collectionView: UICollectionView,
      targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
      atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath {
      answering.collectionView(
        collectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath: originalIndexPath,
        atCurrentIndexPath: currentIndexPath, toProposedIndexPath: proposedIndexPath)
    }

    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize {
      answeringFlow.collectionView(
        collectionView, layout: collectionViewLayout, sizeForItemAt: indexPath)
    }

    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      insetForSectionAt section: Int
    ) -> UIEdgeInsets {
      answeringFlow.collectionView(
        collectionView, layout: collectionViewLayout, insetForSectionAt: section)
    }

    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat {
      answeringFlow.collectionView(
        collectionView, layout: collectionViewLayout, minimumLineSpacingForSectionAt: section)
    }

    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat {
      answeringFlow.collectionView(
        collectionView, layout: collectionViewLayout, minimumInteritemSpacingForSectionAt: section)
    }

    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      referenceSizeForHeaderInSection section: Int
    ) -> CGSize {
      answeringFlow.collectionView(
        collectionView, layout: collectionViewLayout, referenceSizeForHeaderInSection: section)
    }

    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      referenceSizeForFooterInSection section: Int
    ) -> CGSize {
      answeringFlow.collectionView(
        collectionView, layout: collectionViewLayout, referenceSizeForFooterInSection: section)
    }
  }

  private final class NoCollectionDelegate: NSObject, UICollectionViewDelegateFlowLayout {}
#endif
