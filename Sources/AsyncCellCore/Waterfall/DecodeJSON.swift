public import Foundation

extension Job where Input == Data, Output: Decodable {
  /// Decodes JSON, in the processing lane.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - decoder: makes the decoder of one attempt; called on a background thread.
  /// - Throws: when run, `DecodingError`, which is not tried again.
  public static func decodeJSON(
    _ type: Output.Type = Output.self, decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) -> Job {
    Job("decode JSON", on: .processing) { data in
      try decoder().decode(type, from: data)
    }
  }
}
