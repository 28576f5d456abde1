import Foundation

/// A value that knows how many bytes of memory it keeps.
///
/// Results in a ``ResultCache``, and values that wait between two jobs of a ``Waterfall``, are charged their
/// `memoryCost`. `Data`, `String` and byte arrays need no conformance.
public protocol MemoryCosting {
  /// Bytes; negative values count as zero.
  var memoryCost: Int { get }
}

/// What a value is charged: what it says, what is known of Foundation's own, else the size of its inline storage.
package func estimatedCost<Value>(of value: Value) -> Int {
  switch value {
  case let costing as any MemoryCosting: max(0, costing.memoryCost)
  case let data as Data: data.count
  case let string as String: string.utf8.count
  case let bytes as [UInt8]: bytes.count
  default: MemoryLayout<Value>.size
  }
}
