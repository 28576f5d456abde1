internal import Foundation

/// One message of the chat as it goes over the wire.
struct Message: Codable, Equatable {
  var id: Int
  /// Counted from 1.
  var author: Int
  var text: String
  /// What is attached, if anything is.
  var url: String?

  init(id: Int, authors: Int, seed: UInt64) {
    var chance = Chance(seed: seed, "message", "\(id)")
    self.id = id
    author = Int.random(in: 1...max(1, authors), using: &chance)
    text = ChatText.sentence(using: &chance)
    url = chance.fraction() < 0.5 ? "/attachment/\(id)" : nil
  }

  static func page(_ messages: [Message]) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Integers and strings always encode.
    return (try? encoder.encode(messages)) ?? Data("[]".utf8)
  }
}

/// What people write in the chat.
package enum ChatText {
  /// Returns a line that comes at random.
  package static func sentence(using generator: inout some RandomNumberGenerator) -> String {
    lines.randomElement(using: &generator) ?? ""
  }

  private static let lines = [
    "Look at this one", "Where was that?", "The light was gone a minute later.", "Nice!", "I like the second one more.",
    "We took the early ferry and had the whole pier to ourselves until the fog lifted, about an hour after sunrise.",
    "Is the market still on Sundays?", "Yes, by the old bridge", "Tomorrow then?", "Seven, at the water tower.",
    "Bring the long lens, the observatory is further off than it looks on the map.", "Ha", "On my way",
    "This is what it looked like in April, before the quarry closed.", "Same spot, other season", "No way",
    "The vineyard from above; you can make out the allotments to the left of the railway yard.", "Good morning",
  ]
}
