import AsyncCellCore
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ScrollMachineTests {
  static let frame = 1.0 / 60

  /// A machine that moves so many points a frame.
  func moving(_ step: Double, frames: Int = 4, from start: Double = 0) -> ScrollMachine {
    var machine = ScrollMachine()
    for frame in 0...frames { machine.moved(to: start + Double(frame) * step, at: Double(frame) * Self.frame) }
    return machine
  }

  func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 * max(1, abs(b)) }

  // MARK: Moves

  @Test func `Steady moves have their velocity, either way`() {
    #expect(isNear(moving(10).velocity, 600))
    #expect(isNear(moving(-10).velocity, -600))
    #expect(moving(10).isTowardsEnd)
    #expect(!moving(-10).isTowardsEnd)
  }

  @Test func `A turn counts at once`() {
    var machine = moving(10)
    machine.moved(to: 30, at: 5 * Self.frame)
    #expect(isNear(machine.velocity, -600))
    #expect(!machine.isTowardsEnd)
  }

  @Test func `A jump is one move, and says nothing of a velocity`() {
    var machine = ScrollMachine()
    machine.moved(to: 100_000, at: 1)
    #expect(machine.isMoving)
    #expect(machine.velocity == 0.0)
    #expect(!machine.isFlying(viewport: 100))
    machine.moved(to: 0, at: 2)
    #expect(machine.velocity == 0.0)
  }

  @Test func `Several moves at one instant are one`() {
    var machine = moving(10)
    machine.moved(to: 45, at: 4 * Self.frame)
    #expect(isNear(machine.velocity, 600))
    #expect(machine.offset == 45.0)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `A move to nowhere is none`(offset: Double) {
    var machine = moving(10)
    let before = machine
    machine.moved(to: offset, at: 1)
    #expect(machine == before)
    machine.willLand(at: offset)
    #expect(machine.target == nil)
  }

  // MARK: Stops

  @Test(arguments: [(true, 2), (false, 1)])
  func `Silence is a stop: two frames when the list is driven, one when not`(isDriven: Bool, frames: Int) {
    var machine = moving(10)
    let first = machine.frame(isDriven: isDriven)
    #expect(!first)
    for frame in 1...frames {
      let hasStopped = machine.frame(isDriven: isDriven)
      #expect(hasStopped == (frame == frames))
    }
    #expect(!machine.isMoving)
    #expect(machine.velocity == 0.0)
    let again = machine.frame(isDriven: isDriven)
    #expect(!again)
  }

  @Test func `A move in time prevents the stop`() {
    var machine = moving(10)
    for _ in 0..<50 {
      for _ in 0..<2 {
        let hasStopped = machine.frame(isDriven: true)
        #expect(!hasStopped)
      }
      machine.moved(to: machine.offset + 1, at: 1)
    }
  }

  @Test func `A finger takes the landing and the velocity back, and the direction stays known`() {
    var machine = moving(10)
    machine.willLand(at: 500)
    machine.wasTouched()
    #expect(machine.target == nil)
    #expect(machine.velocity == 0.0)
    #expect(machine.isTowardsEnd)
    machine.moved(to: 0, at: 5 * Self.frame)
    #expect(machine.velocity == 0.0)
  }

  // MARK: Flight

  @Test func `A list flies when a screenful passes in less than a quarter of a second`() {
    #expect(!moving(10).isFlying(viewport: 160))
    #expect(moving(10).isFlying(viewport: 140))
    #expect(moving(-10).isFlying(viewport: 140))
    #expect(!moving(10).isFlying(viewport: 0))
    var stopped = moving(10)
    stopped.stopped()
    #expect(!stopped.isFlying(viewport: 1))
  }

  @Test func `Without a landing, what stays is distance by velocity`() {
    let machine = moving(10, from: 60)
    // At offset 100, 600 points a second.
    #expect(isNear(machine.remainingStay(of: 100...160, viewport: 100), 0.1))
    #expect(machine.remainingStay(of: 40...100, viewport: 100) == 0.0)
    let back = moving(-10, from: 140)
    #expect(isNear(back.remainingStay(of: 140...200, viewport: 100), 0.1))
    #expect(back.remainingStay(of: 200...260, viewport: 100) == 0.0)
  }

  @Test func `What lies where the list lands stays for ever, what passes does not`() {
    var machine = moving(10, from: -40)
    // At offset 0; the list will show 300…400.
    machine.willLand(at: 300)
    #expect(machine.remainingStay(of: 290...310, viewport: 100) == .infinity)
    #expect(machine.remainingStay(of: 390...420, viewport: 100) == .infinity)
    let passing = machine.remainingStay(of: 100...150, viewport: 100)
    #expect(passing > 0.25 && passing < 1)
    #expect(machine.remainingStay(of: 250...299, viewport: 100) > passing)
    #expect(machine.remainingStay(of: 250...299, viewport: 100) < .infinity)
    var back = moving(-10, from: 540)
    // At offset 500; the list will show 200…300.
    back.willLand(at: 200)
    #expect(back.remainingStay(of: 290...310, viewport: 100) == .infinity)
    #expect(back.remainingStay(of: 301...350, viewport: 100) < .infinity)
  }

  @Test func `Momentum fades: with a landing ahead, a row stays longer than at full speed`() {
    let free = moving(10, from: -40)
    var landing = free
    landing.willLand(at: 300)
    #expect(landing.remainingStay(of: 50...100, viewport: 100) > free.remainingStay(of: 50...100, viewport: 100))
  }

  @Test func `Every stay is a number that is not negative, whatever the landing`() {
    for step in [-40.0, -1, 0, 1, 40] {
      for target in stride(from: -300.0, through: 300, by: 25) {
        var machine = moving(step)
        machine.willLand(at: target)
        for start in stride(from: -300.0, through: 300, by: 30) {
          let stay = machine.remainingStay(of: start...(start + 40), viewport: 100)
          #expect(stay >= 0, "step \(step), target \(target), row at \(start)")
        }
      }
    }
  }
}
