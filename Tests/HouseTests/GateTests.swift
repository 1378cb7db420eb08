import Foundation
import Testing

@Suite("The gates")
struct GateTests {
    private static let tiers = ["quick", "full", "nightly"]

    /// The paths of all gates, in the order in which they run.
    private static var paths: [String] {
        get throws { try tiers.flatMap { try PackageTree.files(below: "scripts/gates/\($0)") } }
    }

    @Test("are executables named by a number, which say in their second line what they make sure of")
    func sentences() throws {
        let paths = try Self.paths
        #expect(paths.count > 20)
        for path in paths {
            #expect(path.wholeMatch(of: #/scripts/gates/\w+/\d\d-[a-z-]+/#) != nil, "\(path)")
            #expect(FileManager.default.isExecutableFile(atPath: PackageTree.root.appending(path: path).path))
            let lines = try PackageTree.text(path).split(separator: "\n", omittingEmptySubsequences: false)
            let rest = lines[2].wholeMatch(of: #/# --long: .*\./#) == nil ? lines[2] : lines[3]
            #expect(lines[0] == "#!/usr/bin/env bash" && rest == "set -euo pipefail", "\(path)")
            #expect(lines[1].wholeMatch(of: #/# .*\./#) != nil, "\(path): \(lines[1])")
        }
    }

    @Test("stand in CONTRIBUTING.md as .ci/run --table prints them")
    func table() throws {
        let rows = try Self.paths.map { path in
            let name = path.dropFirst("scripts/gates/".count)
            let lines = try PackageTree.text(path).split(separator: "\n")
            let long = lines[2].hasPrefix("# --long: ") ? " `--long`: \(lines[2].dropFirst(10))" : ""
            return "| `\(name)` | \(lines[1].dropFirst(2))\(long) |"
        }
        let listed = try PackageTree.text("CONTRIBUTING.md").split(separator: "\n").map(String.init)
            .filter { row in Self.tiers.contains { row.hasPrefix("| `\($0)/") } }
        #expect(listed == rows)
    }

    @Test("name scripts that are there")
    func scripts() throws {
        for path in try Self.paths {
            for name in try PackageTree.text(path).matches(of: #/(?:^|[\s;])(scripts/[\w/.-]+)/#) {
                let place = PackageTree.root.appending(path: String(name.output.1)).path
                #expect(FileManager.default.fileExists(atPath: place), "\(path): \(name.output.1)")
            }
        }
    }
}
