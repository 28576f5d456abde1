public import Foundation
internal import LoopbackServer

/// The demo's own server: a feed, its pictures and its avatars, with seeded latency, failures and slowness.
///
///     GET /feed?page=N   a JSON array of {"id", "title", "url"}, empty past the end; ids run from 1
///     GET /picture/ID    netpbm P6 with the comment line "# id ID"
///     GET /avatar/ID     the same, small and square
///     GET /messages?page=N   a JSON array of {"id", "author", "text", "url"?}, newest first, empty past the oldest
///     POST /messages     takes a message and answers {"id"}, its number
///     GET /attachment/ID a picture of one of several shapes
///
/// What happens to an answer depends on the seed, on what is asked for and on how often that has been asked for,
/// never on the order in which different requests come; so a run can be repeated.
public final class FeedServer: Sendable {
  /// How the server behaves.
  public struct Configuration: Sendable, Equatable {
    public var rows = 600
    public var pageSize = 40
    public var seed: UInt64 = 1
    /// The mean time to the first byte.
    public var latency: Duration = .milliseconds(60)
    /// How far the latency strays, as a share of it.
    public var jitter = 0.25
    /// The share of answers that fail: a third each by status 500, truncation and reset; pages by status 500 only.
    public var failureRate = 0.0
    /// The share of pictures and avatars that come in eight pieces with `slowPause` after each.
    public var slowRate = 0.0
    public var slowPause: Duration = .milliseconds(40)
    public var pictureWidth = 96
    public var pictureHeight = 72
    public var avatarSide = 24

    public init() {}
  }

  /// What has been asked for and what became of it.
  public struct Counts: Sendable, Equatable {
    public var httpRequests = 0
    /// Body bytes that the sockets took.
    public var httpBytes = 0
    public var feedPages = 0
    public var pictures = 0
    public var avatars = 0
    /// Messages that were sent.
    public var messages = 0
    /// Requests for what does not exist.
    public var refused = 0
    public var serverErrors = 0
    public var truncations = 0
    public var resets = 0
    public var slow = 0
  }

  private let state: Synchronized<FeedLedger>
  private let server: LoopbackServer

  /// Starts the server on a free port of 127.0.0.1.
  ///
  /// - Throws: `LoopbackServer.SocketError` when no socket can be opened.
  public init(_ configuration: Configuration = Configuration()) throws {
    let state = Synchronized(FeedLedger(configuration: configuration))
    self.state = state
    server = try LoopbackServer { request in
      let (site, answer) = state.withLock { state in
        let site = FeedSite(configuration: state.configuration)
        return (site, state.take(site.resource(of: request), of: site))
      }
      switch answer {
      case .success(let visit): return site.response(to: visit.resource, attempt: visit.attempt, fate: visit.fate)
      case .failure(let refusal): return .text("refused\n", status: refusal.status)
      }
    }
  }

  /// Where the server listens; the feed is at `feed?page=0` relative to it.
  public var url: URL { server.url }

  /// How the server behaves from the next request on; attempts already counted stay counted.
  public var configuration: Configuration {
    get { state.withLock { $0.configuration } }
    set { state.withLock { $0.configuration = newValue } }
  }

  /// What has happened so far.
  public var counts: Counts {
    var counts = state.withLock { $0.counts }
    let total = server.counts
    counts.httpRequests = total.requests
    counts.httpBytes = total.bodyBytes
    return counts
  }

  /// Ends every connection and the server; does nothing the second time.
  public func stop() {
    server.stop()
  }
}
