import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Work that can be suspended, resumed and cancelled from any thread.
///
/// A callback ``Job`` may return one, and a ``CellOperation`` may ``CellOperation/hold(_:)`` one. Either is resumed at
/// once, so `resume()` also starts what has not begun, as it does for `URLSessionTask`.
///
/// ``AsyncOperation`` does not conform: an operation cannot know whether it sits in a queue, and starting one that
/// does is an error.
public protocol OperationControl: AnyObject, Sendable {
  /// Stops the work for now. Called at most once between two calls of `resume()`.
  func suspend()
  /// Starts the work, or goes on with it.
  func resume()
  /// Stops the work for good.
  func cancel()
}

extension URLSessionTask: OperationControl {}

/// A control that can be told how urgent it is.
package protocol PrioritizedControl: AnyObject {
  /// From 0 to 1.
  var priority: Float { get set }
}

extension URLSessionTask: PrioritizedControl {}

extension OperationControl {
  /// Whether `suspend()` stops the work.
  ///
  /// Off Darwin a URL session task that is suspended in the middle of a body asks for the body a second time and
  /// appends it: there the task is left to finish, and whoever holds it holds back the result.
  package var isSuspendable: Bool {
    #if canImport(Darwin)
      true
    #else
      !(self is URLSessionTask)
    #endif
  }
}
