internal import Foundation

/// One entry of the feed as it goes over the wire.
struct FeedItem: Codable, Equatable {
  var id: Int
  var title: String
  var url: String

  init(id: Int, seed: UInt64) {
    var chance = Chance(seed: seed, "title", "\(id)")
    let subject = Self.subjects[Int.random(in: 0..<Self.subjects.count, using: &chance)]
    let setting = Self.settings[Int.random(in: 0..<Self.settings.count, using: &chance)]
    self.id = id
    title = "\(subject) \(setting)"
    url = "/picture/\(id)"
  }

  static func page(_ items: [FeedItem]) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Integers and strings always encode.
    return (try? encoder.encode(items)) ?? Data("[]".utf8)
  }

  private static let subjects = [
    "Harbour", "Lighthouse", "Old bridge", "Market", "Orchard", "Glacier", "Railway yard", "Dunes", "Library",
    "Water tower", "Ferry", "Vineyard", "Observatory", "Salt works", "Allotments", "Quarry",
  ]
  private static let settings = [
    "at dawn", "in the rain", "after the storm", "by night", "in April", "under snow", "from the air", "at low tide",
    "in fog", "on Sunday", "at noon", "before the fair",
  ]
}
