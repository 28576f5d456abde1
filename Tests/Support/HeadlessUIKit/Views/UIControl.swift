import Foundation

/// <https://developer.apple.com/documentation/uikit/uicontrol>
@MainActor
open class UIControl: UIView {
  /// <https://developer.apple.com/documentation/uikit/uicontrol/event>
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// <https://developer.apple.com/documentation/uikit/uicontrol/event/touchupinside>
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// <https://developer.apple.com/documentation/uikit/uicontrol/event/valuechanged>
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// <https://developer.apple.com/documentation/uikit/uicontrol/event/primaryactiontriggered>
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
  }

  /// <https://developer.apple.com/documentation/uikit/uicontrol/isenabled>
  open var isEnabled = true

  private var actions: [(action: UIAction, events: Event)] = []

  /// <https://developer.apple.com/documentation/uikit/uicontrol/addaction(_:for:)>
  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {
    actions.append((action, controlEvents))
  }

  /// <https://developer.apple.com/documentation/uikit/uicontrol/removeaction(_:for:)>
  open func removeAction(_ action: UIAction, for controlEvents: UIControl.Event) {
    actions.removeAll { $0.action === action && controlEvents.isSuperset(of: $0.events) }
  }

  /// <https://developer.apple.com/documentation/uikit/uicontrol/sendactions(for:)>
  open func sendActions(for controlEvents: UIControl.Event) {
    for (action, events) in actions where !events.isDisjoint(with: controlEvents) {
      action.sender = self
      action.handler(action)
      action.sender = nil
    }
  }
}
