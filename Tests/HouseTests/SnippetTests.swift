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
        let count = try Self.count(in: articles, sources) { try PackageTree.text($0) }
        #expect(count > 0)
    }

    @Test("Every Swift block of a doc comment is in a test, and the front door has forty")
    func comments() throws {
        let sources = try PackageTree.files(below: Self.folder).map(PackageTree.text)
        let files = try PackageTree.files(below: "Sources").filter { $0.hasSuffix(".swift") }
        let count = try Self.count(in: files, sources) { file in
            try PackageTree.text(file).split(separator: "\n", omittingEmptySubsequences: false).map { line in
                let text = line.drop { $0 == " " }
                return text.hasPrefix("///") ? text.dropFirst(text.hasPrefix("/// ") ? 4 : 3) : ""
            }.joined(separator: "\n")
        }
        #expect(count >= 40)
    }

    /// The number of blocks in some files, each of which must be in one of the sources.
    private static func count(
        in files: [String], _ sources: [String], text: (String) throws -> String
    ) rethrows -> Int {
        var count = 0
        for file in files {
            for block in Readme.blocks(in: try text(file)) where block.language == "swift" {
                count += 1
                #expect(sources.contains { holds($0, block.lines) }, "\(file): \(block.lines.first ?? "")")
            }
        }
        return count
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
