public import Foundation

/// One thing the double said to, or did for, a list; printed in the words of the callback.
@_spi(Headless)
public enum HeadlessEvent: Hashable, Sendable {
  public enum SectionView: String, Hashable, Sendable {
    case header, footer
  }

  public enum Scroll: String, Hashable, Sendable {
    case willBeginDragging, didScroll, willEndDragging, didEndDragging, didEndDraggingWillDecelerate
    case willBeginDecelerating, didEndDecelerating, didEndScrollingAnimation, didScrollToTop
  }

  case cellFor(IndexPath)
  case reconfigure(IndexPath)
  case prepareForReuse(String)
  case willDisplay(IndexPath)
  case didEndDisplaying(IndexPath)
  case willDisplaySectionView(SectionView, Int)
  case didEndDisplayingSectionView(SectionView, Int)
  case prefetch([IndexPath])
  case cancelPrefetch([IndexPath])
  case scroll(Scroll)
  case supplementaryViewFor(String, IndexPath)
  case willDisplaySupplementaryView(String, IndexPath)
  case didEndDisplayingSupplementaryView(String, IndexPath)
}

@_spi(Headless)
extension HeadlessEvent: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cellFor(let path): "cellFor \(path.short)"
    case .reconfigure(let path): "reconfigure \(path.short)"
    case .prepareForReuse(let identifier): "prepareForReuse \(identifier)"
    case .willDisplay(let path): "willDisplay \(path.short)"
    case .didEndDisplaying(let path): "didEndDisplaying \(path.short)"
    case .willDisplaySectionView(let kind, let section): "willDisplay \(kind) \(section)"
    case .didEndDisplayingSectionView(let kind, let section): "didEndDisplaying \(kind) \(section)"
    case .prefetch(let paths): "prefetch \(paths.map(\.short))"
    case .cancelPrefetch(let paths): "cancelPrefetch \(paths.map(\.short))"
    case .scroll(let event): event.rawValue
    case .supplementaryViewFor(let kind, let path): "supplementaryViewFor \(kind) \(path.short)"
    case .willDisplaySupplementaryView(let kind, let path): "willDisplay \(kind) \(path.short)"
    case .didEndDisplayingSupplementaryView(let kind, let path): "didEndDisplaying \(kind) \(path.short)"
    }
  }
}

extension IndexPath {
  /// Section and row as `0.3`.
  var short: String { map(String.init).joined(separator: ".") }
}
