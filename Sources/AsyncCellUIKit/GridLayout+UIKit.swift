public import AsyncCellCore
public import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

extension UICollectionViewFlowLayout {
  /// Lays items out as a grid in a container of some width, in points; call it whenever the width may have changed,
  /// such as in `viewWillLayoutSubviews()`. Nothing happens when it has not. It sets the size of items, both spacings
  /// and the sections' insets, with half of the grid's `horizontalInset` on each side.
  ///
  /// Pass the width of the collection view itself, without its insets: never the screen's, which is another in a split
  /// view, and after a rotation.
  public func apply(_ grid: GridLayout, width: CGFloat) {
    let size = grid.itemSize(inWidth: width)
    let side = grid.spacing + grid.horizontalInset / 2
    let insets = UIEdgeInsets(top: grid.lineSpacing, left: side, bottom: grid.lineSpacing, right: side)
    if minimumInteritemSpacing != grid.spacing { minimumInteritemSpacing = grid.spacing }
    if minimumLineSpacing != grid.lineSpacing { minimumLineSpacing = grid.lineSpacing }
    if sectionInset != insets { sectionInset = insets }
    if itemSize != size, size != .zero { itemSize = size }
  }
}
