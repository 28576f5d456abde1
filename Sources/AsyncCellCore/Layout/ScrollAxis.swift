package import Foundation

/// The direction in which a list scrolls.
package enum ScrollAxis: Sendable {
  case vertical, horizontal

  /// Horizontal only when the content is too wide and not too high.
  package init(content: CGSize, bounds: CGSize) {
    self = content.width > bounds.width && content.height <= bounds.height ? .horizontal : .vertical
  }

  package func value(_ point: CGPoint) -> Double {
    switch self {
    case .vertical: Double(point.y)
    case .horizontal: Double(point.x)
    }
  }

  package func length(_ size: CGSize) -> Double {
    switch self {
    case .vertical: Double(size.height)
    case .horizontal: Double(size.width)
    }
  }

  package func extent(_ rect: CGRect) -> ClosedRange<Double> {
    let start = value(rect.origin)
    return start...(start + max(0, length(rect.size)))
  }

  /// A point that lies at an offset, and else where another point does.
  package func point(_ offset: Double, like other: CGPoint) -> CGPoint {
    switch self {
    case .vertical: CGPoint(x: other.x, y: offset)
    case .horizontal: CGPoint(x: offset, y: other.y)
    }
  }
}
