/// What the feed server remembers: how it shall behave, how often each thing was asked for, what became of it.
struct FeedLedger: Sendable {
  var configuration: FeedServer.Configuration
  private(set) var counts = FeedServer.Counts()
  private var attempts: [String: Int] = [:]

  init(configuration: FeedServer.Configuration) {
    self.configuration = configuration
  }

  /// One request for something that exists.
  struct Visit: Equatable {
    var resource: FeedSite.Resource
    /// Counted from 1 for each resource.
    var attempt: Int
    var fate: FeedSite.Fate
  }

  /// Counts a request and decides what happens to it.
  mutating func take(
    _ asked: Result<FeedSite.Resource, FeedSite.Refusal>, of site: FeedSite
  ) -> Result<Visit, FeedSite.Refusal> {
    asked.map { resource in
      let attempt = attempts[resource.key, default: 0] + 1
      attempts[resource.key] = attempt
      let fate = site.fate(of: resource, attempt: attempt)
      count(resource)
      count(fate)
      return Visit(resource: resource, attempt: attempt, fate: fate)
    }.mapError { refusal in
      counts.refused += 1
      return refusal
    }
  }

  private mutating func count(_ resource: FeedSite.Resource) {
    switch resource {
    case .feed, .messages: counts.feedPages += 1
    case .sent: counts.messages += 1
    case .picture, .attachment: counts.pictures += 1
    case .avatar: counts.avatars += 1
    }
  }

  private mutating func count(_ fate: FeedSite.Fate) {
    switch fate {
    case .whole: break
    case .slow: counts.slow += 1
    case .serverError: counts.serverErrors += 1
    case .truncation: counts.truncations += 1
    case .reset: counts.resets += 1
    }
  }
}
