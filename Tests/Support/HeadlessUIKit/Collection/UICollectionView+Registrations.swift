public import Foundation

/// Tells one registration from another, and knows where it was made.
@MainActor
final class RegistrationIdentity {
  /// How many data sources are being asked for a cell or view right now.
  static var openRequests = 0
  private static var count = 0

  let reuseIdentifier: String
  /// A registration for each request would never reuse a cell, so UIKit throws when it is used.
  let wasMadeInRequest = RegistrationIdentity.openRequests > 0

  init(_ viewClass: AnyClass) {
    Self.count += 1
    reuseIdentifier = "\(viewClass)-\(Self.count)"
  }
}

extension UICollectionView {
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/cellregistration>
  @MainActor
  public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    /// <https://developer.apple.com/documentation/uikit/uicollectionview/cellregistration/handler>
    public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void

    let handler: Handler
    let identity = RegistrationIdentity(Cell.self)

    /// <https://developer.apple.com/documentation/uikit/uicollectionview/cellregistration/init(handler:)>
    public init(handler: @escaping Handler) {
      self.handler = handler
    }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/supplementaryregistration>
  @MainActor
  public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
    /// <https://developer.apple.com/documentation/uikit/uicollectionview/supplementaryregistration/handler>
    public typealias Handler = (
      _ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath
    ) -> Void

    let elementKind: String
    let handler: Handler
    let identity = RegistrationIdentity(Supplementary.self)

    /// <https://developer.apple.com/documentation/uikit/uicollectionview/supplementaryregistration/init(elementkind:handler:)>
    public init(elementKind: String, handler: @escaping Handler) {
      self.elementKind = elementKind
      self.handler = handler
    }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/dequeueconfiguredreusablecell(using:for:item:)>
  public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
    using registration: UICollectionView.CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
  ) -> Cell {
    check(registration.identity, at: indexPath)
    let identifier = registration.identity.reuseIdentifier
    register(Cell.self, forCellWithReuseIdentifier: identifier)
    let cell = dequeueReusableCell(withReuseIdentifier: identifier, for: indexPath)
    guard let cell = cell as? Cell else { preconditionFailure("\(cell) is no \(Cell.self).") }
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/dequeueconfiguredreusablesupplementary(using:for:)>
  public func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
    using registration: UICollectionView.SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
  ) -> Supplementary {
    check(registration.identity, at: indexPath)
    let identifier = registration.identity.reuseIdentifier
    let kind = registration.elementKind
    register(Supplementary.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier)
    let view = dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: identifier, for: indexPath)
    guard let view = view as? Supplementary else { preconditionFailure("\(view) is no \(Supplementary.self).") }
    registration.handler(view, kind, indexPath)
    return view
  }

  private func check(_ identity: RegistrationIdentity, at path: IndexPath) {
    if identity.wasMadeInRequest { headlessLog.violated(.registrationMadeInRequest(path)) }
  }
}
