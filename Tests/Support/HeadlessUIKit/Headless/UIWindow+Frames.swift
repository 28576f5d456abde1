public import Foundation

@_spi(Headless)
extension UIWindow {
  /// How its lists are scheduled; `.preparedCache`, what iOS 15 and later do, unless set.
  public var headlessProfile: HeadlessProfile {
    get { profileOfLists }
    set { profileOfLists = newValue }
  }

  /// Virtual seconds per frame, 1/60 unless set.
  public var frameDuration: TimeInterval {
    get { frames.duration }
    set { frames.duration = newValue }
  }

  /// How many frames have run.
  public var frameCount: Int { frames.count }

  /// Virtual seconds that have passed.
  public var virtualTime: TimeInterval { frames.now }

  /// Runs one frame: motion, layout, what UIKit does with the rest of the frame, ends of appearance transitions.
  public func runFrame() {
    frames.begin()
    defer { frames.end() }
    guard !isHidden else { return }
    allViews().forEach { $0.advanceMotion(by: frames.duration) }
    layOutUntilClean()
    allViews().forEach { $0.frameDidLayOut() }
    layOutUntilClean()
    frames.takeEndings().forEach { $0() }
  }

  /// Runs that many frames.
  public func runFrames(_ count: Int) {
    for _ in 0..<count { runFrame() }
  }

  /// Runs frames until no scroll view moves by itself.
  /// - Returns: How many frames it took.
  @discardableResult
  public func runUntilStill(limit: Int = 3_000) -> Int {
    var count = 0
    repeat {
      runFrame()
      count += 1
    } while count < limit && allViews().contains { ($0 as? UIScrollView)?.motion.movesByItself == true }
    return count
  }

  private func allViews() -> [UIView] {
    var views: [UIView] = []
    forEachInTree { views.append($0) }
    return views
  }

  /// Core Animation repeats the pass while layout asks for more layout; so does this, within reason.
  private func layOutUntilClean() {
    var rounds = 0
    repeat {
      layOutTree()
      rounds += 1
    } while rounds < 16 && treeNeedsLayout
  }
}
