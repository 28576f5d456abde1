/// What stays where it is on screen while cells around it change their sizes.
package struct ScrollAnchor: Equatable, Sendable {
  private let remeasuring: Remeasuring

  package init(_ remeasuring: Remeasuring) {
    self.remeasuring = remeasuring
  }

  /// Which of some cells stays: the first that begins on screen, or the last that ends there.
  package func choose(among extents: [ClosedRange<Double>], visible: ClosedRange<Double>) -> Int? {
    let onScreen = extents.indices.filter { extents[$0].overlaps(visible) }
    switch remeasuring {
    case .never:
      return nil
    case .keepingFirst:
      let whole = onScreen.filter { extents[$0].lowerBound >= visible.lowerBound }
      return (whole.isEmpty ? onScreen : whole).min { extents[$0].lowerBound < extents[$1].lowerBound }
    case .keepingLast:
      let whole = onScreen.filter { extents[$0].upperBound <= visible.upperBound }
      return (whole.isEmpty ? onScreen : whole).max { extents[$0].upperBound < extents[$1].upperBound }
    }
  }

  /// How much further the list has to be scrolled for the anchor to stay where it was.
  package func change(from before: ClosedRange<Double>, to after: ClosedRange<Double>) -> Double {
    switch remeasuring {
    case .never: 0
    case .keepingFirst: after.lowerBound - before.lowerBound
    case .keepingLast: after.upperBound - before.upperBound
    }
  }
}
