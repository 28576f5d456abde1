internal import Foundation

/// One request as the server understood it; a body, if there was one, has been read and dropped.
public struct HTTPRequest: Sendable, Equatable {
  /// The method in upper case, for instance `GET`.
  public var method: String
  /// The path without the query, percent-decoded.
  public var path: String
  /// Names and values of the query, percent-decoded, in order.
  public var query: [QueryItem]
  /// The header fields.
  public var headers: HTTPHeaders
  /// Whether the client lets the connection live on after the answer.
  public var keepsAlive: Bool

  /// One `name=value` of the query; `value` is empty when there is no equals sign.
  public struct QueryItem: Sendable, Equatable {
    public var name: String
    public var value: String
  }

  /// The path with the query as it was sent.
  public var target: String

  /// The first value of the query item called `name`.
  public func query(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }
}

extension HTTPRequest {
  /// Makes a request of a request line's words; nil when they are no request line.
  init?(line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { return nil }
    guard !words[0].isEmpty, words[0].utf8.allSatisfy({ (65...90).contains($0) }) else { return nil }
    guard let target = Self.originForm(words[1]) else { return nil }

    let withoutFragment = target.prefix { $0 != "#" }
    let path = withoutFragment.prefix { $0 != "?" }
    let query = withoutFragment.dropFirst(path.count).dropFirst()
    self.init(
      method: String(words[0]), path: Self.decoded(path),
      query: query.split(separator: "&").map { pair in
        let name = pair.prefix { $0 != "=" }
        return QueryItem(name: Self.decoded(name), value: Self.decoded(pair.dropFirst(name.count).dropFirst()))
      },
      headers: [:], keepsAlive: words[2] == "HTTP/1.1", target: String(target))
  }

  /// Cuts scheme and host off an absolute target.
  private static func originForm(_ target: Substring) -> Substring? {
    if target.hasPrefix("/") || target == "*" { return target }
    guard target.lowercased().hasPrefix("http://") else { return nil }
    let rest = target.dropFirst("http://".count)
    return rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
  }

  private static func decoded(_ text: Substring) -> String {
    text.removingPercentEncoding ?? String(text)
  }
}
