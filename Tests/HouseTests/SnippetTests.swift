import Testing

@Suite("The code of the articles")
struct SnippetTests {
    /// Compiled, and run where that needs no server elsewhere.
    private static let folder = "Tests/ArticleTests"

    @Test("Every Swift block of an article is in a test, and what it imports as well")
    func compiled() throws {
        let sources = try PackageTree.files(below: Self.folder).map(PackageTree.text)
        let articles = try PackageTree.files(below: "Sources").filter {
            $0.contains(".docc/") && $0.hasSuffix(".md")
        }
        var count = 0
        for article in articles {
            for block in Readme.blocks(in: try PackageTree.text(article)) where block.language == "swift" {
                count += 1
                #expect(
                    sources.contains { Self.holds($0, block.lines) }, "\(article): \(block.lines.first ?? "")"
                )
            }
        }
        #expect(count > 0)
    }

    @Test("Code is found at any indentation, and only as a whole")
    func finding() {
        let source =
            "import A\nfunc f() {\n        let x = 1\n\n        if x {\n            y()\n        }\n}\n"
        #expect(Self.holds(source, ["import A", "", "let x = 1", "", "if x {", "    y()", "}"]))
        #expect(!Self.holds(source, ["import B", "", "let x = 1"]))
        #expect(!Self.holds(source, ["let x = 1", "if x {"]))
        #expect(!Self.holds(source, ["let x = 2"]) && !Self.holds(source, ["if x {", "y()"]))
    }

    /// Whether a source has the lines one after the other, indented alike, and its imports anywhere.
    private static func holds(_ source: String, _ block: [String]) -> Bool {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let imports = block.filter { $0.hasPrefix("import ") }
        let code = Array(block.filter { !$0.hasPrefix("import ") }.drop(while: \.isEmpty))
        guard imports.allSatisfy(lines.contains), let first = code.first else { return false }
        return lines.indices.contains { start in
            guard lines[start].hasSuffix(first), start + code.count <= lines.count else { return false }
            let indent = lines[start].dropLast(first.count)
            guard indent.allSatisfy({ $0 == " " }) else { return false }
            return zip(lines[start...], code).allSatisfy { $0 == ($1.isEmpty ? "" : indent + $1) }
        }
    }
}
