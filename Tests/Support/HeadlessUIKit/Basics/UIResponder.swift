public import Foundation

/// The root of everything that takes part in events.
///
/// <https://developer.apple.com/documentation/uikit/uiresponder>
@MainActor
open class UIResponder: NSObject {
  /// <https://developer.apple.com/documentation/uikit/uiresponder/next>
  open var next: UIResponder? { nil }

  public override init() {
    super.init()
  }
}
