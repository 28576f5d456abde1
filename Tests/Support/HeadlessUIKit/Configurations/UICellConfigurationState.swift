/// A key of a state of the client's own.
///
/// <https://developer.apple.com/documentation/uikit/uiconfigurationstatecustomkey>
public struct UIConfigurationStateCustomKey: Hashable, RawRepresentable, Sendable {
  public var rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

/// It has no traits.
///
/// <https://developer.apple.com/documentation/uikit/uiconfigurationstate-swift.protocol>
public protocol UIConfigurationState {
  /// <https://developer.apple.com/documentation/uikit/uiconfigurationstate-swift.protocol/subscript(_:)>
  subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? { get set }
}

/// Selection looks are not modelled: a cell that is in a state says so by overriding `configurationState`.
///
/// <https://developer.apple.com/documentation/uikit/uicellconfigurationstate-swift.struct>
public struct UICellConfigurationState: UIConfigurationState, Hashable {
  /// <https://developer.apple.com/documentation/uikit/uicellconfigurationstate-swift.struct/isdisabled>
  public var isDisabled = false
  /// <https://developer.apple.com/documentation/uikit/uicellconfigurationstate-swift.struct/ishighlighted>
  public var isHighlighted = false
  /// <https://developer.apple.com/documentation/uikit/uicellconfigurationstate-swift.struct/isselected>
  public var isSelected = false
  /// <https://developer.apple.com/documentation/uikit/uicellconfigurationstate-swift.struct/isfocused>
  public var isFocused = false
  /// <https://developer.apple.com/documentation/uikit/uicellconfigurationstate-swift.struct/isediting>
  public var isEditing = false

  private var custom: [UIConfigurationStateCustomKey: AnyHashable] = [:]

  init() {}

  public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
    get { custom[key] }
    set { custom[key] = newValue }
  }
}
