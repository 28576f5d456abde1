/// A value on its way between jobs, its type known only to the jobs at both ends.
package class ValueBox: @unchecked Sendable {
  // Immutable; the only subclass holds one `Sendable` constant.
  fileprivate init() {}

  /// The value as `Value`, or nil when it is of another type.
  package final func unboxed<Value: Sendable>(as type: Value.Type = Value.self) -> Value? {
    (self as? Box<Value>)?.value
  }

  /// Bytes the value is thought to take while it waits between two jobs.
  package var heldCost: Int { 0 }
}

package final class Box<Value: Sendable>: ValueBox, @unchecked Sendable {
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }

  override package var heldCost: Int { estimatedCost(of: value) }
}
