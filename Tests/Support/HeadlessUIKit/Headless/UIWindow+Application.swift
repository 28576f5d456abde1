import Foundation

@_spi(Headless)
extension UIWindow {
  /// Posts the memory warning and passes it to the controllers, as `UIApplication` does.
  public func receiveMemoryWarning() {
    NotificationCenter.default.post(name: UIApplication.didReceiveMemoryWarningNotification, object: nil)
    rootViewController?.forEachInFamily { $0.didReceiveMemoryWarning() }
  }

  /// Posts what an application posts on its way to the background. No controller disappears.
  public func enterBackground() {
    NotificationCenter.default.post(name: UIApplication.willResignActiveNotification, object: nil)
    NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
  }

  /// Posts what an application posts on its way back.
  public func enterForeground() {
    NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
    NotificationCenter.default.post(name: UIApplication.didBecomeActiveNotification, object: nil)
  }
}
