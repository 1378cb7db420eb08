import Foundation
import Testing

@Suite("The tree")
struct HouseRuleTests {
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
        arguments: ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SCOPE.md", "STYLE.md"])
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
