import Foundation
import Testing

@Suite struct SnippetTests {
  /// The package's folder, four levels above this file.
  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `Every Swift snippet of the README and of the articles is compiled here`() throws {
    let folder = Self.root.appendingPathComponent("Tests/Snippets/Nonisolated")
    let compiled = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasSuffix("Snippets.swift") }
      .map { Self.normalized(try String(contentsOf: $0, encoding: .utf8)) }.joined(separator: "\n")
    let documents = try Self.documents()
    var count = 0
    for document in documents {
      for snippet in Self.snippets(in: try String(contentsOf: document, encoding: .utf8)) {
        count += 1
        #expect(
          compiled.contains(Self.normalized(snippet)),
          "A snippet of \(document.lastPathComponent) is not compiled: \(snippet.prefix(80))")
      }
    }
    #expect(count >= 40, "Only \(count) snippets were found.")
  }

  private static func documents() throws -> [URL] {
    let articles = root.appendingPathComponent("Sources/AsyncCellUIKit/AsyncCellUIKit.docc")
    return [root.appendingPathComponent("README.md")]
      + (try FileManager.default.contentsOfDirectory(at: articles, includingPropertiesForKeys: nil))
      .filter { $0.pathExtension == "md" }
  }

  private static func snippets(in text: String) -> [String] {
    text.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
  }

  /// Indentation apart, as snippets inside a type are indented.
  private static func normalized(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      .joined(separator: "\n")
  }
}

@Suite struct CoverageTests {
  /// Whether the tests of all situations are there; until then the check that each bears its number is skipped.
  nonisolated static let hasAllScenarios = true

  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func sources(under folder: String) throws -> [String] {
    let files = FileManager.default.enumerator(
      at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" && !$0.path.contains("/MainActor/") }
    return try (files ?? []).map { try String(contentsOf: $0, encoding: .utf8) }
  }

  /// What stands between a beginning and the next end.
  private static func pieces(of text: String, from start: String, to end: String) -> [String] {
    text.components(separatedBy: start).dropFirst().compactMap { $0.components(separatedBy: end).first }
  }

  /// The names of all tests: raw identifiers after `func`.
  private static func testNames() throws -> [String] {
    try sources(under: "Tests").flatMap { pieces(of: $0, from: "func `", to: "`") }
  }

  /// The names of tests of the library's behaviour, and of the stories that one test tells under every schedule.
  private static func scenarioNames() throws -> [String] {
    try testNames()
      + ["AsyncCellUIKitTests", "AsyncCellCoreTests"].flatMap { try sources(under: "Tests/\($0)") }.flatMap { text in
        pieces(of: text, from: "@Test(\"", to: "\"") + pieces(of: text, from: " = \"S", to: "\"").map { "S" + $0 }
      }
  }

  /// The numbers of the situations in the article on UIKit's behaviours.
  private static let scenarios =
    [1...6, 8...11, 13...15, 17...21, 23...30, 32...36, 38...39, 41...46].flatMap(Array.init)

  @Test func `Every invariant has a test that bears its number`() throws {
    let names = try Self.testNames()
    let missing = (1...32).map { "INV-" + ($0 < 10 ? "0\($0)" : "\($0)") }
      .filter { number in !names.contains { $0.contains(number) } }
    #expect(missing.isEmpty)
  }

  @Test func `Every row of the ancestors has a test that bears its number`() throws {
    let names = try Self.testNames()
    let missing = (1...37).filter { !Self.isRow($0, in: names) }
    #expect(missing.isEmpty)
    #expect(Self.isRow(4, in: names.filter { $0.contains("collection view") }), "Row 4 is about collection views, too.")
  }

  private static func isRow(_ row: Int, in names: [String]) -> Bool {
    names.contains { $0.range(of: "Rows? (\\d+, )*\(row)\\b", options: .regularExpression) != nil }
  }

  @Test(.enabled(if: hasAllScenarios))
  func `Every situation has a test that bears its number`() throws {
    let names = try Self.scenarioNames()
    let missing = Self.scenarios.filter { number in
      !names.contains { $0.range(of: "\\bS(\\d+,? )*\(number)\\b", options: .regularExpression) != nil }
    }
    #expect(missing.map { "S\($0)" } == [])
  }

  @Test func `Every situation stands in the article on what UIKit does, and no other`() throws {
    let article = Self.root.appendingPathComponent("Sources/AsyncCellUIKit/AsyncCellUIKit.docc/UIKitBehaviours.md")
    let rows = Self.pieces(of: try String(contentsOf: article, encoding: .utf8), from: "\n| S", to: " |")
    #expect(rows.compactMap { Int($0) } == Self.scenarios)
  }

  @Test func `The table of what is lost names every delegate method of the library, and no other`() throws {
    let article = Self.root.appendingPathComponent("Sources/AsyncCellUIKit/AsyncCellUIKit.docc/ExistingDelegates.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let listed = Self.pieces(of: text, from: "\n| `", to: "` |").filter { name in
      ["tableView(", "collectionView(", "scrollView"].contains { name.hasPrefix($0) }
    }
    let methods = try Self.sources(under: "Sources/AsyncCellUIKit").flatMap {
      Self.pieces(of: $0, from: "open func ", to: "{").compactMap(Self.method)
    }
    #expect(methods.count > 20)
    #expect(listed.sorted() == methods.sorted())
  }

  /// The name of a delegate method with its labels; nil for another function.
  private static func method(_ declaration: String) -> String? {
    guard let open = declaration.firstIndex(of: "("), let close = declaration.lastIndex(of: ")") else { return nil }
    let name = declaration[..<open]
    guard name == "tableView" || name == "collectionView" || name.hasPrefix("scrollView") else { return nil }
    let labels = declaration[declaration.index(after: open)..<close].split(separator: ",").compactMap {
      $0.split(whereSeparator: \.isWhitespace).first
    }
    return name + "(" + labels.map { $0.hasSuffix(":") ? $0 : $0 + ":" }.joined() + ")"
  }
}
