/// Header fields in the order they were written; names compare without regard to case.
public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// One header line.
  public struct Field: Sendable, Equatable {
    public var name: String
    public var value: String
  }

  /// Every field, in order.
  public private(set) var fields: [Field] = []

  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(name, value) }
  }

  /// The first value under `name`; setting replaces every field of that name.
  public subscript(name: String) -> String? {
    get { values(for: name).first }
    set {
      let key = name.lowercased()
      fields.removeAll { $0.name.lowercased() == key }
      if let newValue { add(name, newValue) }
    }
  }

  /// Every value under `name`, in order.
  public func values(for name: String) -> [String] {
    let key = name.lowercased()
    return fields.filter { $0.name.lowercased() == key }.map(\.value)
  }

  /// Appends a field and keeps those of the same name.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }
}
