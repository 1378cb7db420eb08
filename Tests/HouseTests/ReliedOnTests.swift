import Foundation
import Testing

/// The rows of `Tests/ReliedOn.txt`: each sentence of the README's promises, with what fails if it is untrue.
@Suite("What the README says one can rely on")
struct ReliedOnTests {
    private static func rows() throws -> [[String]] {
        try PackageTree.text("Tests/ReliedOn.txt").split(separator: "\n").filter { $0.contains(" | ") }.map {
            $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// The sentences of a section of bullets, without marks of emphasis.
    private static func sentences(of heading: String, in text: String) -> [String] {
        let lines = text.components(separatedBy: "\n")
        let section = lines.drop { $0 != heading }.dropFirst().prefix { !$0.hasPrefix("## ") }
        let bullets = section.joined(separator: " ").replacing("**", with: "").components(separatedBy: "- ")
        return bullets.flatMap { bullet in
            bullet.replacing("predicted: ", with: "predicted. ").components(separatedBy: ". ")
        }.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    @Test("is named sentence by sentence, each with a test, a gate or a bench that is there")
    func named() throws {
        let found = Self.sentences(of: "## What you can rely on", in: try PackageTree.text("README.md"))
        let rows = try Self.rows()
        #expect(found.count == rows.count, "\(found)")
        for (sentence, row) in zip(found, rows) {
            #expect(sentence.hasPrefix(row[0]), "\(sentence)")
            let source = try PackageTree.text(row[1])
            if row.count > 2 { #expect(source.contains("\"\(row[2])"), "\(row[1]) has no test \(row[2])") }
        }
    }

    @Test("is split at full stops, and not within a section of another heading")
    func splitting() {
        let text =
            "## A\n\n- **One is so.** Two\n  goes on.\n- Three is predicted: four.\n\n## B\n\n- Five.\n"
        let found = Self.sentences(of: "## A", in: text)
        #expect(found == ["One is so", "Two   goes on", "Three is predicted", "four"])
    }
}
