/// How urgent the work of one item is: on screen, about to be, or further away.
///
/// Lower is more urgent, as in a queue one stands in: `CellPriority.visible < .prefetch(distance: 3)`.
public struct CellPriority: Hashable, Comparable, Sendable {
  /// The classes of urgency, most urgent first.
  public enum Rank: UInt8, Comparable, Sendable, CaseIterable {
    /// On screen, in order of arrival.
    case visible
    /// Where a fling is going to land. Counts as on screen.
    case landing
    /// In a cell that has been prepared but is not on screen yet.
    case prepared
    /// Wanted soon, nearest first.
    case prefetch
    /// Off screen, nearest first, and the most recent first among equals.
    case offscreen

    public static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  /// 4 bits of rank, 20 of distance: there is one of these in each subscription.
  private let packed: UInt32

  /// The class of urgency.
  public var rank: Rank { Rank(rawValue: UInt8(packed >> 20)) ?? .offscreen }

  /// Rows between the item and the screen, from 0; orders items of one rank. At most 1,048,575: what is further away
  /// counts as being there.
  public var distance: Int { Int(packed) & Self.maximumDistance }

  private init(_ rank: Rank, distance: Int = 0) {
    packed = UInt32(rank.rawValue) << 20 | UInt32(min(max(distance, 0), Self.maximumDistance))
  }

  public static let visible = CellPriority(.visible)
  public static let landing = CellPriority(.landing)
  public static let prepared = CellPriority(.prepared)
  public static let offscreen = CellPriority(.offscreen)

  /// Wanted soon, that many rows ahead in the direction of the scroll.
  public static func prefetch(distance: Int = 0) -> CellPriority { CellPriority(.prefetch, distance: distance) }

  /// Off screen, that many rows away.
  public static func offscreen(distance: Int) -> CellPriority { CellPriority(.offscreen, distance: distance) }

  /// Whether the item counts as on screen: nothing else starts while it can.
  public var isOnScreen: Bool { rank <= .landing }

  public static func < (left: CellPriority, right: CellPriority) -> Bool {
    left.packed < right.packed
  }

  // MARK: The order in the heap

  private static let maximumDistance = 1 << 20 - 1
  private static let sequenceMask: UInt64 = 1 << 40 - 1

  /// One number to compare: 4 bits of rank, 20 of distance, 40 of arrival, which last 35 years at 1,000 a second.
  package func order(sequence: UInt64) -> UInt64 {
    let arrival = rank == .offscreen ? Self.sequenceMask - sequence & Self.sequenceMask : sequence & Self.sequenceMask
    return UInt64(packed) << 40 | arrival
  }

  package static func rank(ofOrder order: UInt64) -> Rank { Rank(rawValue: UInt8(order >> 60)) ?? .offscreen }

  package static func isOnScreen(order: UInt64) -> Bool { order >> 60 <= UInt64(Rank.landing.rawValue) }

  /// What Foundation's queues and URL sessions are told, from 0 to 1.
  package static func taskPriority(ofOrder order: UInt64) -> Float {
    switch rank(ofOrder: order) {
    case .visible: 1
    case .landing: 0.75
    case .prepared: 0.5
    case .prefetch: 0.25
    case .offscreen: 0.1
    }
  }
}

extension CellPriority: CustomStringConvertible {
  public var description: String {
    distance == 0 ? "\(rank)" : "\(rank)(distance: \(distance))"
  }
}
