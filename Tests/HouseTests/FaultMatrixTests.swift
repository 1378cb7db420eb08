import Foundation
import Testing

@Suite("The fault matrix")
struct FaultMatrixTests {
    private static let article = "Sources/Core/MarkersJobs/MarkersJobs.docc/FaultMatrix.md"

    @Test("names tests that are there, or says what is open, in every row")
    func rows() throws {
        let tests = try Self.tests()
        let rows = try PackageTree.text(Self.article).split(separator: "\n").filter { $0.hasPrefix("| ") }
            .dropFirst()
        #expect(rows.count > 20)
        for row in rows {
            let proof = row.split(separator: "|").last.map(String.init) ?? ""
            let names = proof.matches(of: #/`(\w+\.\w+)`/#).map { String($0.output.1) }
            for name in names { #expect(tests.contains(name), "\(name) is no test") }
            let isExplained = proof.contains("open: ") || proof.contains("Cannot be run: ")
            #expect(!names.isEmpty || isExplained, "\(row)")
        }
    }

    /// Every test of the package as suite and function.
    private static func tests() throws -> Set<String> {
        var tests: Set<String> = []
        for path in try PackageTree.files(below: "Tests").filter({ $0.hasSuffix("Tests.swift") }) {
            var suite = ""
            for line in try PackageTree.text(path).split(separator: "\n") {
                if let found = line.firstMatch(of: #/^(?:final )?(?:struct|class) (\w+)/#) {
                    suite = String(found.output.1)
                }
                if let found = line.firstMatch(of: #/^    func (\w+)\(/#) {
                    tests.insert("\(suite).\(found.output.1)")
                }
            }
        }
        return tests
    }
}
