internal import Foundation
internal import LoopbackServer

/// What the feed server answers, as a pure function of the request and of how often it has been made.
struct FeedSite {
  /// A request the site knows.
  enum Resource: Equatable {
    case feed(page: Int)
    case picture(id: Int)
    case avatar(id: Int)
    case messages(page: Int)
    case attachment(id: Int)
    /// A message that a client sends.
    case sent

    /// What decides the chances of this resource.
    var key: String {
      switch self {
      case .feed(let page): "feed \(page)"
      case .picture(let id): "picture \(id)"
      case .avatar(let id): "avatar \(id)"
      case .messages(let page): "messages \(page)"
      case .attachment(let id): "attachment \(id)"
      case .sent: "sent"
      }
    }
  }

  /// What happens to one answer.
  enum Fate: Equatable { case whole, slow, serverError, truncation, reset }

  var configuration: FeedServer.Configuration

  /// Returns what the request asks for, or the status it deserves.
  func resource(of request: HTTPRequest) -> Result<Resource, Refusal> {
    if request.method == "POST", request.path == "/messages" { return .success(.sent) }
    guard request.method == "GET" || request.method == "HEAD" else { return .failure(Refusal(status: 405)) }
    let words = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    switch (words.first, words.dropFirst().first, words.count) {
    case ("feed", nil, 1):
      return page(of: request).map { .feed(page: $0) }
    case ("messages", nil, 1):
      return page(of: request).map { .messages(page: $0) }
    case ("picture", let id?, 2):
      return identifier(id).map { .picture(id: $0) }
    case ("avatar", let id?, 2):
      return identifier(id).map { .avatar(id: $0) }
    case ("attachment", let id?, 2):
      return identifier(id).map { .attachment(id: $0) }
    default:
      return .failure(Refusal(status: 404))
    }
  }

  struct Refusal: Error, Equatable { let status: Int }

  private func page(of request: HTTPRequest) -> Result<Int, Refusal> {
    guard let page = request.query("page").map(Int.init) ?? 0, page >= 0 else {
      return .failure(Refusal(status: 400))
    }
    return .success(page)
  }

  private func identifier(_ text: Substring) -> Result<Int, Refusal> {
    guard let id = Int(text), id >= 1, id <= configuration.rows else { return .failure(Refusal(status: 404)) }
    return .success(id)
  }

  /// Decides what happens to the answer to an attempt, counted from 1.
  func fate(of resource: Resource, attempt: Int) -> Fate {
    var chance = Chance(seed: configuration.seed, "fate", resource.key, "\(attempt)")
    let isFailure = chance.fraction() < configuration.failureRate
    let kind = chance.fraction()
    let isSlow = chance.fraction() < configuration.slowRate
    switch resource {
    case .feed, .messages, .sent: return isFailure ? .serverError : .whole
    case .picture, .avatar, .attachment: break
    }
    guard isFailure else { return isSlow ? .slow : .whole }
    return kind < 1 / 3.0 ? .serverError : kind < 2 / 3.0 ? .truncation : .reset
  }

  /// Returns the answer that has this fate.
  func response(to resource: Resource, attempt: Int, fate: Fate) -> HTTPResponse {
    var response = content(of: resource, attempt: attempt)
    let count = response.body.count
    switch fate {
    case .whole: break
    case .slow: response = response.paced(bytes: max(1, (count + 7) / 8), pause: configuration.slowPause)
    case .serverError: response = .text("no luck\n", status: 500)
    case .truncation: response = response.truncated(after: count / 2)
    // Not before the head: on a connection that has served before, a client may then ask again by itself.
    case .reset: response = response.reset(after: count / 3)
    }
    return response.delayed(by: latency(of: resource, attempt: attempt))
  }

  private func latency(of resource: Resource, attempt: Int) -> Duration {
    var chance = Chance(seed: configuration.seed, "latency", resource.key, "\(attempt)")
    let factor = 1 + configuration.jitter * (2 * chance.fraction() - 1)
    return configuration.latency * max(0, factor)
  }

  private func content(of resource: Resource, attempt: Int) -> HTTPResponse {
    let (width, height) = (configuration.pictureWidth, configuration.pictureHeight)
    switch resource {
    case .feed(let page):
      return Self.json(FeedItem.page(items(onPage: page)))
    case .messages(let page):
      return Self.json(Message.page(messages(onPage: page)))
    case .sent:
      // The messages that there are have the numbers before.
      return Self.json(Data("{\"id\":\(configuration.rows + attempt)}".utf8))
    case .picture(let id):
      return Self.picture(Artwork.picture(id: id, width: width, height: height))
    case .attachment(let id):
      let size = [(width, height), (width, height / 2), (height, width), (height, height)][id % 4]
      return Self.picture(Artwork.picture(id: id, width: max(1, size.0), height: max(1, size.1)))
    case .avatar(let id):
      return Self.picture(Artwork.avatar(id: id, side: configuration.avatarSide))
    }
  }

  private static func json(_ body: Data) -> HTTPResponse {
    HTTPResponse(headers: ["Content-Type": "application/json"], body: body)
  }

  private static func picture(_ body: Data) -> HTTPResponse {
    HTTPResponse(headers: ["Content-Type": "image/x-portable-pixmap"], body: body)
  }

  private func items(onPage page: Int) -> [FeedItem] {
    rows(onPage: page, of: configuration.pageSize).map { FeedItem(id: $0 + 1, seed: configuration.seed) }
  }

  /// Newest first, half as many on a page.
  private func messages(onPage page: Int) -> [Message] {
    let rows = configuration.rows
    return self.rows(onPage: page, of: configuration.pageSize / 2).map {
      Message(id: rows - $0, authors: min(6, rows), seed: configuration.seed)
    }
  }

  private func rows(onPage page: Int, of size: Int) -> Range<Int> {
    let size = max(1, size)
    let (first, overflow) = page.multipliedReportingOverflow(by: size)
    guard !overflow, first < configuration.rows else { return 0..<0 }
    return first..<(configuration.rows - first > size ? first + size : configuration.rows)
  }
}
