import DemoFeed
import DemoSupport
import Foundation

/// One thing on screen that has asynchronous work: a cell, a part of one, or a section's header.
struct Sight {
  enum Outcome { case pending, complete, failed }

  /// What is seen, for as long as it is.
  let key: String
  let outcome: Outcome
  /// Whether it shows another item's picture.
  let isWrong: Bool
  /// The photo that is seen.
  let photo: Int?

  /// - Parameters:
  ///   - expected: the item that its place in the list has.
  ///   - configured: the item that the cell has been given.
  ///   - isPhoto: whether its picture is one of the feed's, and no avatar.
  init(_ key: String, _ content: PictureView.Content, expecting expected: Int?, configured: Int?, isPhoto: Bool) {
    self.key = "\(key) \(expected ?? -1)"
    switch content {
    case .picture(let picture):
      outcome = .complete
      isWrong = configured != expected || picture.id != nil && picture.id != expected
      photo = isPhoto ? expected : nil
    case .failure:
      (outcome, isWrong, photo) = (.failed, configured != expected, nil)
    case .nothing, .placeholder:
      (outcome, isWrong, photo) = (.pending, configured != expected, nil)
    }
  }
}

/// Looks at what is on screen, and remembers what it has seen.
struct Watch {
  /// Pictures seen in a cell of another item.
  private(set) var wrongCell = 0
  /// Milliseconds from a cell's coming on screen to its picture, for those that had to wait and those that had not.
  private(set) var timesToVisible: [Double] = []
  /// Photos whose picture has been on screen.
  private(set) var photosSeen: Set<Int> = []

  private var firstSeen: [String: ContinuousClock.Instant] = [:]
  private var measured: Set<String> = []

  /// Nobody waits for what is covered.
  mutating func isCovered() {
    firstSeen = [:]
  }

  mutating func look(at sights: [Sight]) {
    let now = ContinuousClock.now
    let keys = Set(sights.map(\.key))
    firstSeen = firstSeen.filter { keys.contains($0.key) }
    measured.formIntersection(keys)
    for sight in sights {
      if sight.isWrong { wrongCell += 1 }
      if let photo = sight.photo { photosSeen.insert(photo) }
      let since = firstSeen[sight.key] ?? now
      firstSeen[sight.key] = since
      if sight.outcome == .complete, measured.insert(sight.key).inserted {
        let waited = (now - since).components
        timesToVisible.append(Double(waited.seconds) * 1e3 + Double(waited.attoseconds) * 1e-15)
      }
    }
  }
}
