/// One job of a chain, its types erased.
package struct WaterfallStep: Sendable {
  package enum Body: Sendable {
    case sync(@Sendable (ValueBox) throws -> ValueBox)
    case async(@Sendable (ValueBox) async throws -> ValueBox)
    case callback(@Sendable (ValueBox, StepReceipt) throws -> (any OperationControl)?)
    case chain(@Sendable (ValueBox) throws -> ErasedChain)
    case asyncChain(@Sendable (ValueBox) async throws -> ErasedChain)
  }

  package var name: String?
  /// Nil: the lane of the job before it.
  package var lane: Lane?
  package var timeout: Duration?
  package var retry: RetryPolicy?
  package var body: Body
}

/// What a job has produced.
package enum StepResult: Sendable {
  case value(ValueBox)
  /// More jobs, to be run in the job's place.
  case chain(ErasedChain)
  case failure(any Error)
  /// The job has let go of its hand-off: a failure, unless its body throws a better one.
  case dropped(any Error)
}

/// A chain whose output type is known only to those at its ends.
package struct ErasedChain: Sendable {
  package var node: WaterfallNode?
  package var seed: ValueBox
  package var retry: RetryPolicy?

  package var firstLane: Lane { node?.firstLane ?? .default }
  /// The first lane of the chain that is not the first job's.
  package var secondLane: Lane? { node?.secondLane }
}

/// The input of a job that is not of the type the job was declared with. The types of ``Waterfall`` rule it out.
struct InputMismatch: Error {}

extension ValueBox {
  func input<Input: Sendable>(as type: Input.Type) throws -> Input {
    guard let input = unboxed(as: type) else {
      assertionFailure("A job was handed an input of another type than it was declared with.")
      throw InputMismatch()
    }
    return input
  }
}
