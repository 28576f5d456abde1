import AsyncCellCore
import AsyncCellTesting
import Foundation
import Testing

/// Keys: told apart by equality, kept while in use, and never asked anything off the main actor.
@Suite(.timeLimit(.minutes(5))) @MainActor
struct KeyTableTests {
  /// A key whose hash says nothing.
  private struct Colliding: Hashable {
    let id: Int
    func hash(into hasher: inout Hasher) {}
  }

  /// A key whose `==` and `hash` run the app's code, and note where.
  private struct Curious: Hashable {
    let id: Int
    let onUse: Locked<@Sendable () -> Void>

    static func == (left: Curious, right: Curious) -> Bool {
      left.onUse.withLock { $0 }()
      return left.id == right.id
    }

    func hash(into hasher: inout Hasher) { onUse.withLock { $0 }() }
  }

  private let domain = KeyTable.Domain(Int.self)

  @Test func `INV-18: keys are told apart by equality, type of value and list`() {
    // Given
    let table = KeyTable()
    let list = Witness()

    // When
    let tokens = [
      table.retain(1, in: domain), table.retain(2, in: domain), table.retain("1", in: domain),
      table.retain(1, in: KeyTable.Domain(String.self)),
      table.retain(1, in: KeyTable.Domain(Int.self, list: ObjectIdentifier(list))),
    ]

    // Then
    #expect(Set(tokens).count == 5 && table.count == 5)
    #expect(table.retain(1, in: domain) == tokens[0])
    #expect(table.find(2, in: domain) == tokens[1])
    #expect(table.find(3, in: domain) == nil)
    table.release(tokens[0])
    for token in tokens { table.release(token) }
    #expect(table.count == 0)
    #expect(table.find(1, in: domain) == nil)
  }

  @Test func `INV-18: two thousand keys with one hash are two thousand keys`() {
    // Given
    let engine = VirtualEngine()
    let queue = engine.makeQueue(limit: 0)
    let outcomes = Outcomes<Int>()

    // When
    let requests = (0..<2_000).map { id in
      queue.enqueue(Waterfall(id), forKey: Colliding(id: id), completion: outcomes.note(id))
    }
    #expect(engine.keys.count == 2_000)
    for id in stride(from: 0, to: 2_000, by: 3) { requests[id].cancel() }
    queue.maxConcurrentOperationCount = 4
    engine.settle()

    // Then
    #expect(outcomes.values.count == 1_333)
    #expect(outcomes.values.allSatisfy { $0.value == ["\($0.key)"] })
    #expect(engine.remains(of: queue).isNothing)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `Random use agrees with a dictionary`(seed: UInt64) {
    // Given
    var random = SeededGenerator(seed: seed)
    let table = KeyTable()
    var model: [Colliding: (token: KeyToken, references: Int)] = [:]
    let ids = 0..<(seed.isMultiple(of: 2) ? 12 : 60)

    for _ in 0..<800 {
      // When
      let key = Colliding(id: Int.random(in: ids, using: &random))
      if Int.random(in: 0..<100, using: &random) < 55 {
        let token = table.retain(key, in: domain)
        if let known = model[key] { #expect(known.token == token, "seed \(seed)") }
        model[key] = (token, (model[key]?.references ?? 0) + 1)
      } else if let known = model[key] {
        table.release(known.token)
        model[key] = known.references == 1 ? nil : (known.token, known.references - 1)
      }

      // Then
      #expect(table.count == model.count, "seed \(seed)")
      #expect(table.find(key, in: domain) == model[key]?.token, "seed \(seed)")
    }
    #expect(Set(model.values.map(\.token)).count == model.count, "seed \(seed)")
  }

  @Test func `INV-24: a key's code runs on the main actor, and may use the queue`() async {
    // Given
    let keys = KeyTable()
    let queue = KeyedOperationQueue(environment: EngineEnvironment(), keys: keys)
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    let (uses, elsewhere) = (Tally(), Tally())
    let onUse = Locked<@Sendable () -> Void>({})
    onUse.withLock { body in
      body = {
        uses.add()
        guard DispatchQueue.getSpecific(key: mark) == true else {
          elsewhere.add()
          return
        }
        // Any of these would hang if a lock were held.
        MainActor.assumeIsolated {
          _ = queue.runCount + queue[.default].waitingOperationCount
          queue.maxConcurrentOperationCount = 2
          queue.isSuspended = false
        }
      }
    }
    let outcomes = Outcomes<Int>()

    // When
    for id in 0..<40 {
      queue.enqueue(Waterfall(id), forKey: Curious(id: id % 20, onUse: onUse), completion: outcomes.note(id))
    }
    await outcomes.tally.reaches(40)

    // Then
    #expect(outcomes.values.allSatisfy { $0.value == ["\($0.key % 20)"] })
    #expect(uses.count >= 40 && elsewhere.count == 0)
    #expect(keys.count == 0)
  }

  @Test func `INV-24: a key whose equality adds and drops other keys is found all the same`() {
    // Given
    let table = KeyTable()
    let onUse = Locked<@Sendable () -> Void>({})
    let domain = domain
    var tokens = (0..<3).map { table.retain(Curious(id: $0, onUse: onUse), in: domain) }
    let left = Locked(200)
    onUse.withLock { body in
      body = {
        guard
          left.withLock({
            $0 -= 1; return $0 > 0
          })
        else { return }
        MainActor.assumeIsolated { table.release(table.retain(Colliding(id: 7), in: domain)) }
      }
    }

    // When
    tokens += (0..<3).map { table.retain(Curious(id: $0, onUse: onUse), in: domain) }
    left.withLock { $0 = 0 }
    for id in 0..<3 { tokens.append(table.retain(Curious(id: id, onUse: onUse), in: domain)) }

    // Then
    for token in tokens { table.release(token) }
    #expect(table.count == 0)
  }

  @Test func `INV-24: a key may use the table while it is released`() {
    // Given
    final class Key: Hashable {
      let onRelease: () -> Void
      init(_ onRelease: @escaping () -> Void) { self.onRelease = onRelease }
      deinit { onRelease() }
      static func == (left: Key, right: Key) -> Bool { left === right }
      func hash(into hasher: inout Hasher) {}
    }
    let table = KeyTable()
    let domain = domain
    var later: KeyToken?
    let token = table.retain(Key { later = table.retain("later", in: domain) }, in: domain)

    // When
    table.release(token)

    // Then
    #expect(table.count == 1 && table.find("later", in: domain) == later)
  }

  @Test func `INV-26: the table of many keys is given back`() {
    let table = KeyTable()
    for round in 0..<2 {
      let tokens = (0..<10_000).map { table.retain($0, in: domain) }
      #expect(Set(tokens).count == 10_000 && table.count == 10_000, "round \(round)")
      for token in tokens { table.release(token) }
      #expect(table.count == 0)
    }
  }
}
