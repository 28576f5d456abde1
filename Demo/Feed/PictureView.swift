public import AsyncCellUIKit
import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import HeadlessUIKit
#endif

/// Shows a ``Picture``, or a placeholder with how far it is, or nothing.
public final class PictureView: UIView {
  /// What is shown.
  public enum Content: Equatable {
    case nothing
    case placeholder(fraction: Double?)
    case picture(Picture)
    case failure
  }

  public var content = Content.nothing {
    didSet { if content != oldValue { contentDidChange() } }
  }

  #if canImport(UIKit)
    private func contentDidChange() {
      layer.contents = nil
      switch content {
      case .nothing: backgroundColor = .clear
      case .placeholder: backgroundColor = .lightGray
      case .failure: backgroundColor = .red
      case .picture(let picture): layer.contents = picture.cgImage
      }
    }
  #else
    // A host without a screen draws what `content` says.
    private func contentDidChange() {}
  #endif
}

extension PictureView.Content {
  /// What to show of a state: the result, what was there before it, or how far it is.
  public init(_ state: AsyncCellState<Picture>) {
    switch state {
    case .inProgress(let progress):
      self = progress.previous.map(Self.picture) ?? .placeholder(fraction: progress.fraction)
    case .complete(let picture):
      self = .picture(picture)
    case .failed:
      self = .failure
    }
  }
}

#if canImport(UIKit)
  extension Picture {
    fileprivate var cgImage: CGImage? {
      guard let provider = CGDataProvider(data: Data(pixels) as CFData) else { return nil }
      return CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 24, bytesPerRow: width * 3,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue),
        provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
  }
#endif
