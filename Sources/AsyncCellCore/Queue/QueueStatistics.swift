/// What a queue has done since it was made.
public struct QueueStatistics: Sendable, Equatable {
  /// Admissions to a slot, retries and continuations included.
  public internal(set) var started = 0
  /// Runs that ended with a value.
  public internal(set) var completed = 0
  /// Runs that ended with an error.
  public internal(set) var failed = 0
  /// Runs that were cancelled, waiting or running.
  public internal(set) var cancelled = 0
  /// Times a run gave way to something more urgent between two jobs.
  public internal(set) var yielded = 0
  /// Times a run was suspended.
  public internal(set) var parked = 0
  /// Times a suspended run went on.
  public internal(set) var resumed = 0
  /// Attempts after the first.
  public internal(set) var retries = 0
  /// Requests that joined a run that was there already.
  public internal(set) var coalesced = 0
  /// Runs that began again because the values held between jobs took too much memory.
  public internal(set) var restarted = 0
}
