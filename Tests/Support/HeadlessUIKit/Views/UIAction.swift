public import Foundation

/// <https://developer.apple.com/documentation/uikit/uiactionhandler>
public typealias UIActionHandler = (UIAction) -> Void

/// <https://developer.apple.com/documentation/uikit/uiaction>
@MainActor
open class UIAction: NSObject {
  /// <https://developer.apple.com/documentation/uikit/uiaction/title>
  open var title: String

  /// <https://developer.apple.com/documentation/uikit/uiaction/sender>
  open internal(set) var sender: Any?

  let handler: UIActionHandler

  private init(named title: String, handler: @escaping UIActionHandler) {
    self.title = title
    self.handler = handler
    super.init()
  }

  /// <https://developer.apple.com/documentation/uikit/uiaction/init(title:image:identifier:discoverabilitytitle:attributes:state:handler:)>
  public convenience init(title: String = "", handler: @escaping UIActionHandler) {
    self.init(named: title, handler: handler)
  }
}
