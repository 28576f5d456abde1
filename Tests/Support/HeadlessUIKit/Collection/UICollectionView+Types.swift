extension UICollectionView {
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/scrollposition>
  public struct ScrollPosition: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// <https://developer.apple.com/documentation/uikit/uicollectionview/scrollposition/top>
    public static let top = ScrollPosition(rawValue: 1 << 0)
    /// <https://developer.apple.com/documentation/uikit/uicollectionview/scrollposition/centeredvertically>
    public static let centeredVertically = ScrollPosition(rawValue: 1 << 1)
    /// <https://developer.apple.com/documentation/uikit/uicollectionview/scrollposition/bottom>
    public static let bottom = ScrollPosition(rawValue: 1 << 2)
    /// <https://developer.apple.com/documentation/uikit/uicollectionview/scrollposition/left>
    public static let left = ScrollPosition(rawValue: 1 << 3)
    /// <https://developer.apple.com/documentation/uikit/uicollectionview/scrollposition/centeredhorizontally>
    public static let centeredHorizontally = ScrollPosition(rawValue: 1 << 4)
    /// <https://developer.apple.com/documentation/uikit/uicollectionview/scrollposition/right>
    public static let right = ScrollPosition(rawValue: 1 << 5)
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/scrolldirection>
  public enum ScrollDirection: Int, Sendable {
    case vertical, horizontal
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/elementcategory>
  public enum ElementCategory: UInt, Sendable {
    case cell, supplementaryView, decorationView
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/selfsizinginvalidation-swift.enum>
  public enum SelfSizingInvalidation: Int, Sendable {
    case disabled, enabled, enabledIncludingConstraints
  }
}
