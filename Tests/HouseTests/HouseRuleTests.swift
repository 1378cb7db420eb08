import Foundation
import Testing

@Suite("The tree")
struct HouseRuleTests {
    @Test("No source file is too long to read")
    func sourceLengths() throws {
        let sources = try PackageTree.files(below: "Sources").filter { $0.hasSuffix(".swift") }
        #expect(!sources.isEmpty)
        for path in sources {
            let lines = HouseRules.lineCount(try PackageTree.text(path))
            #expect(lines <= HouseRules.longestSource, "\(path) has \(lines) lines")
        }
    }

    @Test("File names say what is inside")
    func fileNames() throws {
        let sources = try PackageTree.files().filter { $0.hasSuffix(".swift") }
        #expect(sources.contains("Package.swift"))
        #expect(sources.filter(HouseRules.namesNothing) == [])
        #expect(HouseRules.namesNothing("Sources/Any/StringUtilities.swift"))
        #expect(HouseRules.namesNothing("scripts/helpers.swift"))
        #expect(!HouseRules.namesNothing("Sources/Any/QuadCheck.swift"))
    }

    @Test("Nothing names a path of one machine")
    func machinePaths() throws {
        let files = try PackageTree.files()
        #expect(files.contains(".ci/run"))
        for path in files {
            guard let text = try? PackageTree.text(path) else { continue }
            #expect(HouseRules.machinePaths(in: text) == [], "\(path)")
        }
        let homely = ["", "home", "ada", "quads"].joined(separator: "/")
        #expect(HouseRules.machinePaths(in: "cd \(homely) && make") == [homely])
        #expect(HouseRules.machinePaths(in: "#!/usr/bin/env bash") == [])
    }

    @Test(
        "Links between the documents lead somewhere",
        arguments: ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
    func links(document: String) throws {
        for link in HouseRules.relativeLinks(in: try PackageTree.text(document)) {
            let target = PackageTree.root.appending(path: link)
            #expect(FileManager.default.fileExists(atPath: target.path), "\(document) links to \(link)")
        }
        #expect(
            HouseRules.relativeLinks(in: "[a](Sources/b.md#c) [d](https://e.example)") == ["Sources/b.md"])
    }

    @Test("Lines are counted as an editor shows them")
    func lineCount() {
        #expect(HouseRules.lineCount("") == 0)
        #expect(HouseRules.lineCount("one\n") == 1)
        #expect(HouseRules.lineCount("one\ntwo") == 2)
        #expect(HouseRules.lineCount("one\n\nthree\n") == 3)
    }
}
