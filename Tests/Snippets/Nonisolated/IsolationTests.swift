import AsyncCellUIKit
import Foundation
import Testing

/// A decoder as an app writes it whose default isolation is the main actor: without a word it is bound to it.
struct AppDecoder: Sendable {
  func decode(_ data: Data) -> Bool { Self.isOnMainQueue }

  /// Whether the calling code runs on the main queue.
  nonisolated static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mark) != nil }

  nonisolated static let mark = DispatchSpecificKey<Bool>()
}

/// The same decoder, free to run anywhere.
nonisolated struct FreeDecoder: Sendable {
  func decode(_ data: Data) -> Bool { AppDecoder.isOnMainQueue }
}

@Suite(.timeLimit(.minutes(5))) struct IsolationTests {
  init() {
    DispatchQueue.main.setSpecific(key: AppDecoder.mark, value: true)
  }

  #if DEFAULT_MAIN_ACTOR
    /// The trap: `await` makes it compile, and the decoding runs on the main actor.
    @Test func `A job that awaits a main-actor type works on the main actor`() async throws {
      let wasOnMain = try await Waterfall(Data()).then("decode") { (data: Data) async throws in
        await AppDecoder().decode(data)
      }.value()
      #expect(wasOnMain)
    }
  #endif

  @Test func `A job over a nonisolated type works in the background`() async throws {
    let wasOnMain = try await Waterfall(Data()).then("decode") { FreeDecoder().decode($0) }.value()
    #expect(!wasOnMain)
  }
}
