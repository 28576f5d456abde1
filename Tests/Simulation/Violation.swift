/// An invariant that does not hold, with its number.
struct Violation: Equatable, CustomStringConvertible {
  let invariant: String
  let detail: String

  /// Takes the number from the beginning of a sentence such as `INV-08: 2 bodies, 1 slots`.
  init(_ sentence: String) {
    invariant = String(sentence.prefix { $0 != ":" })
    detail = sentence
  }

  var description: String { detail }
}
