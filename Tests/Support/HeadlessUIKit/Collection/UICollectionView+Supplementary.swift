public import Foundation

/// One header, footer or other view that is no cell.
struct SupplementaryKey: Hashable {
  let kind: String
  let path: IndexPath
}

extension UICollectionView {
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/supplementaryview(forelementkind:at:)>
  public func supplementaryView(
    forElementKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView? {
    sectionViews[SupplementaryKey(kind: elementKind, path: indexPath)]
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/visiblesupplementaryviews(ofkind:)>
  public func visibleSupplementaryViews(ofKind elementKind: String) -> [UICollectionReusableView] {
    visibleKeys(elementKind).compactMap { sectionViews[$0] }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/indexpathsforvisiblesupplementaryelements(ofkind:)>
  public func indexPathsForVisibleSupplementaryElements(ofKind elementKind: String) -> [IndexPath] {
    visibleKeys(elementKind).map(\.path)
  }

  /// They begin and end their display like cells, with callbacks of their own and no prefetch (B24).
  func layOutSectionViews(_ attributes: [UICollectionViewLayoutAttributes]) {
    let wanted = attributes.compactMap { attributes in
      attributes.representedElementKind.map {
        (key: SupplementaryKey(kind: $0, path: attributes.indexPath), attributes: attributes)
      }
    }
    let keys = Set(wanted.map(\.key))
    endSectionViews { !keys.contains($0) }
    for (key, attributes) in wanted {
      if let view = sectionViews[key] {
        view.adopt(attributes)
      } else if let view = requestSectionView(key) {
        sectionViews[key] = view
        view.adopt(attributes)
        headlessLog.note(.willDisplaySupplementaryView(key.kind, key.path))
        delegate?.collectionView(self, willDisplaySupplementaryView: view, forElementKind: key.kind, at: key.path)
        addSubview(view)
      }
    }
  }

  func letGoOfSectionViews() {
    endSectionViews { _ in true }
  }

  /// Headers travel with their sections; those of sections that are gone or reloaded end under the old path.
  func moveSectionViews(_ newSection: (Int) -> Int?) {
    endSectionViews { newSection($0.path.section) == nil }
    let old = sectionViews
    sectionViews = [:]
    for (key, view) in old {
      guard let section = newSection(key.path.section) else { continue }
      sectionViews[SupplementaryKey(kind: key.kind, path: IndexPath(item: key.path.item, section: section))] = view
    }
  }

  /// UIKit throws where a layout wants a view that no data source makes.
  func supplementaryViewNobodyMade(_ kind: String, at path: IndexPath) -> UICollectionReusableView {
    headlessLog.violated(.missingSupplementaryView(kind, path))
    sectionViewRequest?.isMisused = true
    return UICollectionReusableView(frame: .zero)
  }

  private func endSectionViews(where isOver: (SupplementaryKey) -> Bool) {
    let over = sectionViews.keys.filter(isOver).sorted { ($0.path, $0.kind) < ($1.path, $1.kind) }
    for key in over {
      guard let view = sectionViews.removeValue(forKey: key) else { continue }
      view.removeFromSuperview()
      headlessLog.note(.didEndDisplayingSupplementaryView(key.kind, key.path))
      delegate?.collectionView(
        self, didEndDisplayingSupplementaryView: view, forElementOfKind: key.kind, at: key.path)
      sectionViewPools[key.kind, default: ReusePool()].put(view)
    }
  }

  private func visibleKeys(_ kind: String) -> [SupplementaryKey] {
    sectionViews.filter { $0.key.kind == kind && $0.value.frame.sharesArea(with: bounds) }.keys
      .sorted { $0.path < $1.path }
  }
}
