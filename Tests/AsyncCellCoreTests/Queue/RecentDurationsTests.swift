import AsyncCellCore
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RecentDurationsTests {
  func high(_ seconds: [Double]) -> Double {
    var durations = RecentDurations()
    for duration in seconds { durations.add(.seconds(duration)) }
    return durations.high()
  }

  @Test func `Without a run nothing is expected to take time`() {
    let high = high([])
    #expect(high == 0.0)
  }

  @Test func `Nine in ten of the latest runs did not take longer`() {
    for count in 1...32 {
      let seconds = (1...count).map(Double.init)
      let high = high(seconds.reversed())
      #expect(seconds.count { $0 <= high } * 10 >= count * 9, "of \(count)")
      #expect(seconds.contains(high))
    }
  }

  @Test func `One slow run in twenty says nothing`() {
    let high = high([60] + Array(repeating: 1, count: 19))
    #expect(high == 1.0)
  }

  @Test func `Only the latest runs count, and asking in between changes nothing`() {
    var durations = RecentDurations()
    for _ in 0..<32 { durations.add(.seconds(9)) }
    let before = durations.high()
    #expect(before == 9.0)
    for _ in 0..<31 {
      durations.add(.seconds(1))
      _ = durations.high()
    }
    durations.add(.seconds(1))
    let after = durations.high()
    #expect(after == 1.0)
  }

  @Test func `A clock that goes back is taken for one that stands still`() {
    let high = high([-5])
    #expect(high == 0.0)
  }
}
