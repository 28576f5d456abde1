import CHeap
import Foundation

/// What a benchmark measures with: rivals in turn, the median and the spread.
enum Measurement {
  static var toolchain: String {
    #if swift(>=6.3)
      "Swift 6.3 or later"
    #else
      "Swift before 6.3"
    #endif
  }

  /// Nanoseconds of each variant, measured in turn so that a change in the machine's speed meets all of them.
  @MainActor
  static func inTurn(
    repetitions: Int, _ variants: [(name: String, body: @MainActor () async -> Double)]
  ) async -> [(name: String, median: Double, spread: ClosedRange<Double>)] {
    var results = variants.map { _ in [Double]() }
    for _ in 0..<repetitions {
      for (index, variant) in variants.enumerated() { results[index].append(await variant.body()) }
    }
    return zip(variants, results).map { variant, values in
      let sorted = values.sorted()
      return (variant.name, sorted[sorted.count / 2], sorted[0]...sorted[sorted.count - 1])
    }
  }

  static func nanoseconds(_ body: () -> Void) -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    body()
    return Double(DispatchTime.now().uptimeNanoseconds - start)
  }

  static func nanoseconds(_ body: () async -> Void) async -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    await body()
    return Double(DispatchTime.now().uptimeNanoseconds - start)
  }

  /// Prints medians, spreads, and ratios to the last variant, the rival.
  static func report(
    _ title: String, unit: String, _ results: [(name: String, median: Double, spread: ClosedRange<Double>)]
  ) {
    print("\n\(title)")
    let rival = results.last?.median ?? 1
    let width = results.map(\.name.count).max() ?? 0
    for result in results {
      let name = result.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
      let spread = "\(format(result.spread.lowerBound))–\(format(result.spread.upperBound))"
      print("  \(name)\(format(result.median)) \(unit) (\(spread))  × \(format(result.median / rival))")
    }
  }

  static func format(_ value: Double) -> String {
    String(format: value < 10 ? "%.2f" : value < 1_000 ? "%.1f" : "%.0f", value)
  }

  static func percentile(_ percent: Int, of values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, sorted.count * percent / 100)]
  }

  /// Bytes in use on the heap, where the platform tells.
  static var heapBytes: Int { heap_bytes_in_use() }
}
