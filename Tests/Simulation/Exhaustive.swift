import AsyncCellCore
import Foundation

/// All words up to a length over eight actions, with two keys, two cells and one slot.
@MainActor
enum Exhaustive {
  /// Enough to reuse, share, complete, fail, cancel and return.
  static let alphabet: [Action] = [
    Action(kind: .displayItem, a: 0, b: 0),
    Action(kind: .displayItem, a: 0, b: 1),
    Action(kind: .displayItem, a: 2, b: 0),
    Action(kind: .endDisplay, a: 0, b: 0),
    Action(kind: .succeed, a: 0, b: 0),
    Action(kind: .fail, a: 0, b: 0),
    Action(kind: .cancel, a: 0, b: 0),
    Action(kind: .settle, a: 0, b: 0),
  ]

  static func run(length: Int) -> Bool {
    let start = ContinuousClock.now
    var words = 0
    for length in 1...length {
      var word = Array(repeating: 0, count: length)
      repeat {
        words += 1
        let actions = word.map { alphabet[$0] }
        if let violation = Run.run(Configuration(exhaustive: ()), actions, endsInPeace: false).violation {
          print("\(violation)")
          print("after \(actions.map(\.description).joined(separator: ", "))")
          return false
        }
      } while advance(&word)
    }
    let seconds = max(1e-9, (ContinuousClock.now - start).seconds)
    print("\(words) words up to length \(length): 0 violations, \(Int(Double(words) / seconds)) words per second")
    return true
  }

  /// The next word of the same length; false after the last.
  private static func advance(_ word: inout [Int]) -> Bool {
    for index in word.indices.reversed() {
      word[index] += 1
      if word[index] < alphabet.count { return true }
      word[index] = 0
    }
    return false
  }
}
