public import Foundation

/// Only the names of the notifications; the double has no application object.
///
/// <https://developer.apple.com/documentation/uikit/uiapplication>
@MainActor
open class UIApplication: UIResponder {
  private override init() {
    super.init()
  }

  /// <https://developer.apple.com/documentation/uikit/uiapplication/didreceivememorywarningnotification>
  public nonisolated static let didReceiveMemoryWarningNotification =
    NSNotification.Name("UIApplicationDidReceiveMemoryWarningNotification")

  /// <https://developer.apple.com/documentation/uikit/uiapplication/didenterbackgroundnotification>
  public nonisolated static let didEnterBackgroundNotification =
    NSNotification.Name("UIApplicationDidEnterBackgroundNotification")

  /// <https://developer.apple.com/documentation/uikit/uiapplication/willenterforegroundnotification>
  public nonisolated static let willEnterForegroundNotification =
    NSNotification.Name("UIApplicationWillEnterForegroundNotification")

  /// <https://developer.apple.com/documentation/uikit/uiapplication/didbecomeactivenotification>
  public nonisolated static let didBecomeActiveNotification =
    NSNotification.Name("UIApplicationDidBecomeActiveNotification")

  /// <https://developer.apple.com/documentation/uikit/uiapplication/willresignactivenotification>
  public nonisolated static let willResignActiveNotification =
    NSNotification.Name("UIApplicationWillResignActiveNotification")
}
