public import Foundation

/// The two methods UIKit requires have no default here either.
///
/// <https://developer.apple.com/documentation/uikit/uitableviewdatasource>
@MainActor
public protocol UITableViewDataSource: NSObjectProtocol {
  /// <https://developer.apple.com/documentation/uikit/uitableviewdatasource/tableview(_:numberofrowsinsection:)>
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  /// <https://developer.apple.com/documentation/uikit/uitableviewdatasource/tableview(_:cellforrowat:)>
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  /// <https://developer.apple.com/documentation/uikit/uitableviewdatasource/numberofsections(in:)>
  func numberOfSections(in tableView: UITableView) -> Int
  /// <https://developer.apple.com/documentation/uikit/uitableviewdatasource/tableview(_:titleforheaderinsection:)>
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
  /// <https://developer.apple.com/documentation/uikit/uitableviewdatasource/tableview(_:titleforfooterinsection:)>
  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?
  /// <https://developer.apple.com/documentation/uikit/uitableviewdatasource/tableview(_:caneditrowat:)>
  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool
  /// <https://developer.apple.com/documentation/uikit/uitableviewdatasource/tableview(_:canmoverowat:)>
  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool
  /// <https://developer.apple.com/documentation/uikit/uitableviewdatasource/sectionindextitles(for:)>
  func sectionIndexTitles(for tableView: UITableView) -> [String]?
  /// <https://developer.apple.com/documentation/uikit/uitableviewdatasource/tableview(_:sectionforsectionindextitle:at:)>
  func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int
  /// <https://developer.apple.com/documentation/uikit/uitableviewdatasource/tableview(_:commit:forrowat:)>
  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath)
  /// <https://developer.apple.com/documentation/uikit/uitableviewdatasource/tableview(_:moverowat:to:)>
  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)
}

// What UIKit does where the data source does not implement the method.
extension UITableViewDataSource {
  public func numberOfSections(in tableView: UITableView) -> Int {
    tableView.defaulting(to: 1)
  }
  public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    tableView.defaulting(to: nil)
  }
  public func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    tableView.defaulting(to: nil)
  }
  public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
    tableView.defaulting(to: true)
  }
  public func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    tableView.defaulting(to: true)
  }
  public func sectionIndexTitles(for tableView: UITableView) -> [String]? {
    tableView.defaulting(to: nil)
  }
  public func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int {
    tableView.defaulting(to: index)
  }
  public func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    tableView.noteDefaulted()
  }
  public func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    tableView.noteDefaulted()
  }
}
