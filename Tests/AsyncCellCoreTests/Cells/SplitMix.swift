/// Chance that repeats itself. After Steele, Lea and Flood's SplitMix64.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) {
    // Neighbouring seeds must not give one sequence, shifted.
    state = (seed &+ 1) &* 0xD6E8_FEB8_6659_FD93
    state ^= state >> 32
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
