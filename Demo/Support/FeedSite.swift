internal import Foundation
internal import LoopbackServer

/// What the feed server answers, as a pure function of the request and of how often it has been made.
struct FeedSite {
  /// A request the site knows.
  enum Resource: Equatable {
    case feed(page: Int)
    case picture(id: Int)
    case avatar(id: Int)

    /// What decides the chances of this resource.
    var key: String {
      switch self {
      case .feed(let page): "feed \(page)"
      case .picture(let id): "picture \(id)"
      case .avatar(let id): "avatar \(id)"
      }
    }
  }

  /// What happens to one answer.
  enum Fate: Equatable { case whole, slow, serverError, truncation, reset }

  var configuration: FeedServer.Configuration

  /// Returns what the request asks for, or the status it deserves.
  func resource(of request: HTTPRequest) -> Result<Resource, Refusal> {
    guard request.method == "GET" || request.method == "HEAD" else { return .failure(Refusal(status: 405)) }
    let words = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    switch (words.first, words.dropFirst().first, words.count) {
    case ("feed", nil, 1):
      let page = request.query("page").map(Int.init) ?? 0
      guard let page, page >= 0 else { return .failure(Refusal(status: 400)) }
      return .success(.feed(page: page))
    case ("picture", let id?, 2):
      return identifier(id).map { .picture(id: $0) }
    case ("avatar", let id?, 2):
      return identifier(id).map { .avatar(id: $0) }
    default:
      return .failure(Refusal(status: 404))
    }
  }

  struct Refusal: Error, Equatable { let status: Int }

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
    if case .feed = resource { return isFailure ? .serverError : .whole }
    guard isFailure else { return isSlow ? .slow : .whole }
    return kind < 1 / 3.0 ? .serverError : kind < 2 / 3.0 ? .truncation : .reset
  }

  /// Returns the answer that has this fate.
  func response(to resource: Resource, attempt: Int, fate: Fate) -> HTTPResponse {
    var response = content(of: resource)
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

  private func content(of resource: Resource) -> HTTPResponse {
    switch resource {
    case .feed(let page):
      return HTTPResponse(headers: ["Content-Type": "application/json"], body: FeedItem.page(items(onPage: page)))
    case .picture(let id):
      let body = Artwork.picture(id: id, width: configuration.pictureWidth, height: configuration.pictureHeight)
      return HTTPResponse(headers: ["Content-Type": "image/x-portable-pixmap"], body: body)
    case .avatar(let id):
      let body = Artwork.avatar(id: id, side: configuration.avatarSide)
      return HTTPResponse(headers: ["Content-Type": "image/x-portable-pixmap"], body: body)
    }
  }

  private func items(onPage page: Int) -> [FeedItem] {
    let size = max(1, configuration.pageSize)
    let (first, overflow) = page.multipliedReportingOverflow(by: size)
    guard !overflow, first < configuration.rows else { return [] }
    let end = configuration.rows - first > size ? first + size : configuration.rows
    return (first..<end).map { FeedItem(id: $0 + 1, seed: configuration.seed) }
  }
}
