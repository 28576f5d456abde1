public import Foundation

/// What a content view shows, as a value.
///
/// <https://developer.apple.com/documentation/uikit/uicontentconfiguration-swift.protocol>
@MainActor
@preconcurrency
public protocol UIContentConfiguration {
  /// <https://developer.apple.com/documentation/uikit/uicontentconfiguration-swift.protocol/makecontentview()>
  func makeContentView() -> any UIView & UIContentView
  /// <https://developer.apple.com/documentation/uikit/uicontentconfiguration-swift.protocol/updated(for:)>
  func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows a configuration, and then another.
///
/// <https://developer.apple.com/documentation/uikit/uicontentview-swift.protocol>
@MainActor
public protocol UIContentView: NSObjectProtocol {
  /// <https://developer.apple.com/documentation/uikit/uicontentview-swift.protocol/configuration>
  var configuration: any UIContentConfiguration { get set }
  /// <https://developer.apple.com/documentation/uikit/uicontentview-swift.protocol/supports(_:)>
  func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIContentView {
  /// Without the method, a view supports configurations of the type it has.
  public func supports(_ configuration: any UIContentConfiguration) -> Bool {
    type(of: self.configuration) == type(of: configuration)
  }
}
