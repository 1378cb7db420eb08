import Foundation
import Testing

/// The rows of `Tests/FoundOutside.txt`: faults that people outside found, each with its test.
@Suite("Faults that were found from outside")
struct FoundOutsideTests {
    private static let ids =
        (1...23).map { "O\($0)" } + (1...27).map { "P\($0)" } + ["F11"]
        + (1...8).map { "W\($0)" } + (1...16).map { "T\($0)" }

    @Test("stand in the list, each with a test that is there, unless it is still open")
    func rows() throws {
        let text = String(decoding: try PackageTree.bytes("Tests/FoundOutside.txt"), as: UTF8.self)
        let rows = text.split(separator: "\n").dropFirst().map {
            $0.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true).map(String.init)
        }
        #expect(rows.map(\.first) == Self.ids)
        for row in rows where row.dropFirst().first != "open" {
            try #require(row.count == 3, "\(row)")
            let source = String(decoding: try PackageTree.bytes("Tests/\(row[1])"), as: UTF8.self)
            let name = row[2].trimmingCharacters(in: .whitespaces)
            #expect(source.contains("\"\(name)"), "\(row[0]): no test begins \(name)")
        }
    }

    @Test(
        "W8: readers are told that what is kept offline is not encrypted",
        arguments: ["README.md", "SECURITY.md"])
    func encryption(document: String) throws {
        let text = String(decoding: try PackageTree.bytes(document), as: UTF8.self)
        #expect(text.contains("not encrypted") && text.contains("0600"))
    }
}
