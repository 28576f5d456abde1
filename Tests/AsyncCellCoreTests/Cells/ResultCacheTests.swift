import AsyncCellCore
import AsyncCellTesting
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor
struct ResultCacheTests {
  let engine = VirtualEngine()

  func keys(_ cache: ResultCache, _ candidates: ClosedRange<Int>) -> [Int] {
    // Asking counts as a use, so ask oldest first by not caring: the tests that mind the order do not call this twice.
    candidates.filter { cache.value(Int.self, forKey: $0) != nil }
  }

  @Test func `INV-19: The least recently used goes first, exactly at the limit of costs`() {
    let cache = engine.makeCache(totalCostLimit: 100)
    for key in 1...4 { cache.store(key, forKey: key, cost: 25) }
    #expect(cache.totalCost == 100)
    _ = cache.value(Int.self, forKey: 1)
    cache.store(5, forKey: 5, cost: 25)
    #expect(keys(cache, 1...5) == [1, 3, 4, 5])
    cache.store(6, forKey: 6, cost: 26)
    #expect(cache.totalCost <= 100)
    #expect(cache.count == 3)
  }

  @Test func `INV-19: The limit of counts is exact`() {
    let cache = engine.makeCache(countLimit: 3)
    for key in 1...4 { cache.store(key, forKey: key, cost: 0) }
    #expect(keys(cache, 1...4) == [2, 3, 4])
    #expect(cache.count == 3)
  }

  @Test(arguments: [(0, 0), (-5, 0), (Int.min, 0), (100, 100)])
  func `INV-19: A cost within the limit is charged, below zero counts as zero`(cost: Int, charged: Int) {
    let cache = engine.makeCache(totalCostLimit: 100)
    cache.store("v", forKey: 1, cost: cost)
    #expect(cache.totalCost == charged)
    #expect(cache.value(String.self, forKey: 1) == "v")
  }

  @Test(arguments: [101, Int.max])
  func `INV-19: What alone is over the limit is not stored, and replaces what was`(cost: Int) {
    let cache = engine.makeCache(totalCostLimit: 100)
    cache.store("old", forKey: 1, cost: 10)
    cache.store("other", forKey: 2, cost: 10)
    cache.store("new", forKey: 1, cost: cost)
    #expect(cache.value(String.self, forKey: 1) == nil)
    #expect(cache.value(String.self, forKey: 2) == "other")
    #expect(cache.totalCost == 10)
  }

  @Test func `INV-19: Costs do not overflow`() {
    let cache = engine.makeCache(totalCostLimit: .max)
    cache.store(1, forKey: 1, cost: .max)
    cache.store(2, forKey: 2, cost: .max)
    cache.store(3, forKey: 3, cost: 1)
    #expect(cache.count == 1)
    #expect(cache.totalCost == 1)
  }

  @Test func `Replacing a value replaces its cost`() {
    let cache = engine.makeCache(totalCostLimit: 100)
    cache.store(1, forKey: 1, cost: 90)
    cache.store(2, forKey: 2, cost: 10)
    cache.store(3, forKey: 1, cost: 20)
    #expect(cache.totalCost == 30)
    #expect(cache.count == 2)
  }

  @Test func `Limits may be lowered at run time, and are never below zero`() {
    let cache = engine.makeCache()
    for key in 1...10 { cache.store(key, forKey: key, cost: 10) }
    cache.totalCostLimit = 55
    #expect(cache.totalCost == 50)
    cache.countLimit = 2
    #expect(keys(cache, 1...10) == [9, 10])
    cache.countLimit = -1
    #expect(cache.countLimit == 0)
    #expect(cache.count == 0)
    cache.totalCostLimit = .min
    #expect(cache.totalCostLimit == 0)
    cache.store(1, forKey: 1, cost: 0)
    #expect(cache.count == 0)
  }

  @Test func `A value expires with its lifetime, and frees its key`() {
    let cache = engine.makeCache()
    cache.store("v", forKey: 1, cost: 10, lifetime: 5)
    engine.clock.advance(by: .milliseconds(4_999))
    #expect(cache.value(String.self, forKey: 1) == "v")
    engine.clock.advance(by: .milliseconds(1))
    #expect(cache.value(String.self, forKey: 1) == nil)
    #expect(cache.totalCost == 0)
    #expect(engine.keys.count == 0)
  }

  @Test func `INV-18: Keys are told apart by the type of the value, and by equality`() {
    struct Key: Hashable {
      let name: String
      func hash(into hasher: inout Hasher) {}
    }
    let cache = engine.makeCache()
    for index in 0..<20 { cache.store(index, forKey: Key(name: "\(index)")) }
    cache.store("text", forKey: Key(name: "3"))
    for index in 0..<20 { #expect(cache.value(Int.self, forKey: Key(name: "\(index)")) == index) }
    #expect(cache.value(String.self, forKey: Key(name: "3")) == "text")
    cache.removeValue(String.self, forKey: Key(name: "3"))
    #expect(cache.value(Int.self, forKey: Key(name: "3")) == 3)
  }

  @Test func `Row 6: The cache is bounded, and can be emptied`() {
    let cache = ResultCache()
    #expect(cache.countLimit == 2_000)
    #expect(cache.totalCostLimit == 64 << 20)
    let own = engine.makeCache()
    for key in 0..<5_000 { own.store(key, forKey: key) }
    #expect(own.count == 2_000)
    own.removeAll()
    #expect(own.count == 0)
    #expect(engine.keys.count == 0)
  }

  @Test func `Row 31: The bound is exact, and the oldest goes, not just any`() {
    let cache = engine.makeCache(countLimit: 20)
    for key in 0..<100 {
      cache.store("\(key)", forKey: key)
      #expect(cache.count == min(key + 1, 20))
    }
    #expect((0..<100).filter { (key: Int) in cache.value(String.self, forKey: key) != nil } == Array(80..<100))
  }

  @Test func `A dead cache gives its keys back`() {
    var cache: ResultCache? = engine.makeCache()
    for key in 0..<10 { cache?.store(key, forKey: key) }
    #expect(engine.keys.count == 10)
    cache = nil
    engine.settle()
    #expect(engine.keys.count == 0)
  }

  // MARK: Against a naive model

  struct Model {
    var costLimit: Int
    var countLimit: Int
    /// Least recently used first.
    var values: [(key: Int, value: Int, cost: Int, expiry: Duration?)] = []

    mutating func store(_ value: Int, _ key: Int, _ cost: Int, _ expiry: Duration?) {
      values.removeAll { $0.key == key }
      guard cost <= costLimit, countLimit > 0 else { return }
      values.append((key, value, max(0, cost), expiry))
      trim()
    }

    mutating func use(_ key: Int, now: Duration) -> Int? {
      guard let index = values.firstIndex(where: { $0.key == key }) else { return nil }
      let found = values.remove(at: index)
      if let expiry = found.expiry, expiry <= now { return nil }
      values.append(found)
      return found.value
    }

    mutating func trim() {
      while values.count > countLimit || values.reduce(0, { $0 + $1.cost }) > costLimit { values.removeFirst() }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `INV-19: The cache does what a naive model does`(seed: UInt64) {
    var dice = SplitMix(seed: seed)
    let cache = engine.makeCache(totalCostLimit: 100, countLimit: 10)
    var model = Model(costLimit: 100, countLimit: 10)
    for step in 0..<400 {
      let key = dice.below(15)
      switch dice.below(20) {
      case 0..<9:
        let cost = [0, -3, 7, 20, 50, 100, 101, .max][dice.below(8)]
        let lifetime: Double? = dice.below(3) == 0 ? Double(dice.below(5)) : nil
        cache.store(step, forKey: key, cost: cost, lifetime: lifetime)
        model.store(step, key, cost, lifetime.map { engine.clock.now + .seconds($0) })
      case 9..<16:
        let (found, expected) = (cache.value(Int.self, forKey: key), model.use(key, now: engine.clock.now))
        #expect(found == expected, "seed \(seed), step \(step)")
      case 16:
        cache.removeValue(Int.self, forKey: key)
        model.values.removeAll { $0.key == key }
      case 17:
        engine.clock.advance(by: .seconds(1))
      case 18:
        cache.totalCostLimit = dice.below(150)
        model.costLimit = cache.totalCostLimit
        model.trim()
      default:
        cache.countLimit = dice.below(15)
        model.countLimit = cache.countLimit
        model.trim()
      }
      #expect(cache.count == model.values.count, "seed \(seed), step \(step)")
      #expect(cache.totalCost == model.values.reduce(0) { $0 + $1.cost }, "seed \(seed), step \(step)")
      #expect(engine.keys.count == cache.count, "seed \(seed), step \(step)")
    }
  }
}
