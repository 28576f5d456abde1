import Foundation

// swift run -c release Benchmarks [NAME…]
//
// Times are of this machine at this moment; the ratios, taken in one run with the rivals in turn, are what counts.
// Each benchmark asserts its result, so that nothing is measured that did not happen.

let wanted = Set(CommandLine.arguments.dropFirst())
let suite: [(name: String, body: @MainActor () async -> Void)] = [
  ("throughput", throughput), ("row", rowCost), ("bytes", bytesPerEntry), ("reprioritize", reprioritize),
  ("waterfall", waterfallOfFive), ("hopping", hoppingWaterfalls), ("operations", operationCost),
]
let unknown = wanted.subtracting(suite.map(\.name))
guard unknown.isEmpty else {
  FileHandle.standardError.write(
    Data("Benchmarks: no such benchmark: \(unknown.sorted().joined(separator: ", "))\n".utf8))
  exit(2)
}
print("\(ProcessInfo.processInfo.activeProcessorCount) cores, \(Measurement.toolchain)")
for (name, body) in suite where wanted.isEmpty || wanted.contains(name) { await body() }
