public import Foundation

/// Each method is optional in UIKit; here each has a default that does what UIKit does without the method.
///
/// <https://developer.apple.com/documentation/uikit/uitableviewdelegate>
@MainActor
public protocol UITableViewDelegate: UIScrollViewDelegate {
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:willdisplay:forrowat:)>
  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath)
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:didenddisplaying:forrowat:)>
  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath)
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:willdisplayheaderview:forsection:)>
  func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int)
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:willdisplayfooterview:forsection:)>
  func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int)
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:didenddisplayingheaderview:forsection:)>
  func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int)
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:didenddisplayingfooterview:forsection:)>
  func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int)
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:heightforrowat:)>
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:heightforheaderinsection:)>
  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:heightforfooterinsection:)>
  func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:estimatedheightforrowat:)>
  func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:estimatedheightforheaderinsection:)>
  func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:estimatedheightforfooterinsection:)>
  func tableView(_ tableView: UITableView, estimatedHeightForFooterInSection section: Int) -> CGFloat
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:viewforheaderinsection:)>
  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView?
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:viewforfooterinsection:)>
  func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView?
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:shouldhighlightrowat:)>
  func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:didhighlightrowat:)>
  func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath)
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:didunhighlightrowat:)>
  func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath)
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:willselectrowat:)>
  func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:willdeselectrowat:)>
  func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath?
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:didselectrowat:)>
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:diddeselectrowat:)>
  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath)
  /// <https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:targetindexpathformovefromrowat:toproposedindexpath:)>
  func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
    toProposedIndexPath proposedDestinationIndexPath: IndexPath
  ) -> IndexPath
}
