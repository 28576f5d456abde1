internal import Foundation

/// An argument the command does not understand; the description is one line that names option and value.
public struct OptionError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  /// Returns the text in quotes, on one line and of bounded length, however the user wrote it.
  static func quoted(_ text: String) -> String {
    let visible = text.unicodeScalars.prefix(80).map { $0.properties.isPrintable ? String($0) : "?" }.joined()
    return "'\(visible)\(text.unicodeScalars.count > 80 ? "…" : "")'"
  }
}

extension Unicode.Scalar.Properties {
  /// Whether the scalar shows as itself and commands no terminal.
  var isPrintable: Bool {
    switch generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}

/// One option's value on its way from text.
struct OptionValue {
  let name: String
  let text: String

  func integer(in range: ClosedRange<Int>) throws -> Int {
    guard isInteger else { throw OptionError("\(name) needs a whole number, not \(OptionError.quoted(text))") }
    guard let value = Int(text), range.contains(value) else { throw outside(range) }
    return value
  }

  func seed() throws -> UInt64 {
    guard isInteger else { throw OptionError("\(name) needs a whole number, not \(OptionError.quoted(text))") }
    guard let value = UInt64(text) else { throw outside(UInt64.min...UInt64.max) }
    return value
  }

  func number(in range: ClosedRange<Double>) throws -> Double {
    let isDecimal = text.utf8.allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
    guard isDecimal, let value = Double(text) else {
      throw OptionError("\(name) needs a number, not \(OptionError.quoted(text))")
    }
    guard range.contains(value) else { throw outside(range) }
    return value
  }

  func url() throws -> URL {
    guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https", url.host?.isEmpty == false,
      text.unicodeScalars.allSatisfy({ $0.properties.isPrintable && $0 != " " }),
      url.port.map((1...65_535).contains) ?? true
    else { throw OptionError("\(name) needs an http or https URL, not \(OptionError.quoted(text))") }
    return url
  }

  func screen() throws -> Options.Screen {
    guard let screen = Options.Screen(rawValue: text) else {
      throw OptionError("\(name) must be table, grid or updates, not \(OptionError.quoted(text))")
    }
    return screen
  }

  func destination() throws -> Options.JSONDestination {
    guard !text.isEmpty else { throw OptionError("\(name) needs a file or -") }
    return text == "-" ? .standardOutput : .file(text)
  }

  private var isInteger: Bool {
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    return !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) }
  }

  private func outside<Bound>(_ range: ClosedRange<Bound>) -> OptionError {
    let (low, high) = (bound(range.lowerBound), bound(range.upperBound))
    return OptionError("\(name) must be from \(low) to \(high), not \(OptionError.quoted(text))")
  }

  private func bound<Bound>(_ value: Bound) -> String {
    (value as? Double).map { String(format: "%g", $0) } ?? "\(value)"
  }
}
