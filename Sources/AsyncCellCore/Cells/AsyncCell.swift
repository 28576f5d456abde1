/// A cell whose content comes from asynchronous work.
///
/// The cell declares its work and shows its states; the list runs the work once for each item and sees to it that a
/// state reaches the cell only while the cell still shows that item. After IanKeen's IKAsyncable.
///
/// ```swift
/// final class PhotoCell: UITableViewCell, AsyncCell {
///   var photo: Photo?
///   var asyncOperationID: AnyHashable? { photo?.url }
///
///   func asyncOperation() -> Waterfall<Picture>? {
///     photo.map { photo in
///       Waterfall(URLRequest(url: photo.url))
///         .then(.fetch().timeout(15))
///         .then("thumbnail", on: .processing) { try Picture(data: $0).thumbnail(side: 88) }
///     }
///   }
///
///   func asyncOperationDidChange(_ state: AsyncCellState<Picture>) { … }
/// }
/// ```
@MainActor
public protocol AsyncCell: AnyObject {
  /// The declaration: a ``Waterfall`` or an ``OperationFactory``.
  associatedtype Source: CellOperationSource

  /// What shapes the work: a URL, a model's id and its version. Two cells with the same one, and the same type of
  /// value, share one run and one cached value.
  ///
  /// Nil, the default, leaves the identity to the list: its closure, its data source, or the index path. It is read
  /// each time the cell is bound, on the main actor.
  var asyncOperationID: AnyHashable? { get }

  /// Declares the work. Asked only when a run is needed. It captures values, never the cell.
  ///
  /// Nil: there is nothing to load, and no state is delivered.
  func asyncOperation() -> Source?

  /// Shows a state.
  ///
  /// Binding a cell to an item delivers exactly one before it returns; the others come later, on the main actor, and
  /// only while the cell shows the item. Cancelled work gives no state.
  func asyncOperationDidChange(_ state: AsyncCellState<Source.Value>)
}

extension AsyncCell {
  public var asyncOperationID: AnyHashable? { nil }
}
