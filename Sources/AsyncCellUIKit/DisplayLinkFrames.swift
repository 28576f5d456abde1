#if canImport(ObjectiveC) && canImport(UIKit)
  import AsyncCellCore
  import Foundation
  import UIKit

  /// The display's own frames. Neither compiled nor run by the project's tests, which have no display.
  @MainActor
  final class DisplayLinkFrames: NSObject, FrameSource {
    private var link: CADisplayLink?
    private var body: (@MainActor () -> Void)?

    func start(_ body: @escaping @MainActor () -> Void) {
      self.body = body
      // The run loop keeps the link, and the link keeps this, until it is stopped.
      let link = CADisplayLink(target: self, selector: #selector(tick))
      link.add(to: .main, forMode: .common)
      self.link = link
    }

    func stop() {
      link?.invalidate()
      link = nil
      body = nil
    }

    @objc private func tick() {
      body?()
    }
  }
#endif
