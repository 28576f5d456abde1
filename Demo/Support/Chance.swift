/// Chance that is the same every time for the same seed and words (SplitMix64 over an FNV-1a hash).
///
/// What happens to one request thus depends on what it is, not on when it came.
package struct Chance: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64, _ words: String...) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for shift in stride(from: 0, to: 64, by: 8) { mix(UInt8(truncatingIfNeeded: seed >> UInt64(shift))) }
    for word in words {
      for byte in word.utf8 { mix(byte) }
      mix(0)
    }
    state = hash
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Returns a number from 0 up to, not including, 1.
  package mutating func fraction() -> Double {
    Double(next() >> 11) * 0x1p-53
  }
}
