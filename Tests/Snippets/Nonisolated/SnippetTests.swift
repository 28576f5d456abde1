import Foundation
import Testing

@Suite struct SnippetTests {
  /// The package's folder, four levels above this file.
  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `Every Swift snippet of the README and of the articles is compiled here`() throws {
    let compiled = try ["ReadmeSnippets", "RecipeSnippets"].map { name in
      Self.normalized(
        try String(
          contentsOf: Self.root.appendingPathComponent("Tests/Snippets/Nonisolated/\(name).swift"), encoding: .utf8))
    }.joined(separator: "\n")
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
    #expect(count >= 8, "Only \(count) snippets were found.")
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
  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The names of all tests: raw identifiers after `@Test func`.
  private static func testNames() throws -> [String] {
    let tests = root.appendingPathComponent("Tests")
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" && !$0.path.contains("/MainActor/") }
    return try (files ?? []).flatMap { file in
      try String(contentsOf: file, encoding: .utf8).components(separatedBy: "func `").dropFirst()
        .compactMap { $0.components(separatedBy: "`").first }
    }
  }

  @Test func `Every invariant has a test that bears its number`() throws {
    let names = try Self.testNames()
    let missing = (1...32).map { "INV-" + ($0 < 10 ? "0\($0)" : "\($0)") }
      .filter { number in !names.contains { $0.contains(number) } }
    #expect(missing.isEmpty)
  }

  @Test func `Every row of the ancestors has a test that bears its number`() throws {
    let names = try Self.testNames()
    // 34 to 36 come with collection views and sizes.
    let missing = (Array(1...33) + [37]).filter { row in
      !names.contains { $0.range(of: "Rows? (\\d+, )*\(row)\\b", options: .regularExpression) != nil }
    }
    #expect(missing.isEmpty)
  }
}
