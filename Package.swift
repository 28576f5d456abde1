// swift-tools-version: 6.2
import PackageDescription

// AsyncCellUIKit is written against UIKit. Where UIKit is absent (Linux, a Mac host) the same sources are
// built over HeadlessUIKit, a test double that is never a product.
let headless: Target.Dependency = .target(name: "HeadlessUIKit", condition: .when(platforms: [.linux, .macOS]))

var products: [Product] = [
  .library(name: "AsyncCellCore", targets: ["AsyncCellCore"]),
  .executable(name: "demo", targets: ["DemoTerminal"]),
]
#if !os(Linux)
  products.append(.library(name: "AsyncCellUIKit", targets: ["AsyncCellUIKit"]))
#endif

let package = Package(
  name: "AsyncCell",
  platforms: [.iOS(.v16), .tvOS(.v16), .macOS(.v13), .macCatalyst(.v16), .visionOS(.v1)],
  products: products,
  targets: [
    .target(name: "AsyncCellCore"),
    .target(name: "AsyncCellUIKit", dependencies: ["AsyncCellCore", headless]),

    .target(name: "HeadlessUIKit", path: "Tests/Support/HeadlessUIKit"),
    .target(name: "AsyncCellTesting", dependencies: ["AsyncCellCore"], path: "Tests/Support/AsyncCellTesting"),
    .testTarget(
      name: "AsyncCellCoreTests", dependencies: ["AsyncCellCore", "AsyncCellTesting", "LoopbackServer"]),
    .testTarget(
      name: "AsyncCellUIKitTests",
      dependencies: ["AsyncCellUIKit", "AsyncCellTesting", "DemoFeed", "LoopbackServer", headless]),
    .testTarget(name: "HeadlessUIKitTests", dependencies: [headless]),
    // The same snippets twice: with the language's default isolation, and with an app template's.
    .testTarget(
      name: "SnippetTests", dependencies: ["AsyncCellUIKit", headless], path: "Tests/Snippets/Nonisolated"),
    .testTarget(
      name: "SnippetMainActorTests", dependencies: ["AsyncCellUIKit", headless], path: "Tests/Snippets/MainActor",
      swiftSettings: [.defaultIsolation(MainActor.self), .define("DEFAULT_MAIN_ACTOR")]),

    .target(name: "LoopbackServer", path: "Demo/Server"),
    .target(name: "DemoSupport", dependencies: ["LoopbackServer"], path: "Demo/Support"),
    .target(name: "DemoFeed", dependencies: ["AsyncCellUIKit", headless], path: "Demo/Feed"),
    .executableTarget(
      name: "DemoTerminal",
      dependencies: ["DemoFeed", "DemoSupport", "AsyncCellUIKit", "LoopbackServer", headless],
      path: "Demo/Terminal"),
    .testTarget(
      name: "DemoTests",
      dependencies: ["LoopbackServer", "DemoSupport", "DemoFeed", "DemoTerminal", "AsyncCellUIKit", headless]),
    .executableTarget(
      name: "simulate", dependencies: ["AsyncCellCore", "AsyncCellTesting"], path: "Tests/Simulation",
      exclude: ["Mutants", "mutate"]),
    .executableTarget(
      name: "Benchmarks", dependencies: ["AsyncCellCore", "CHeap"], path: "Tests/Benchmarks"),
    .target(name: "CHeap", path: "Tests/Support/CHeap"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "CHeap" {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("ImmutableWeakCaptures"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
