import Foundation
import Testing

@Suite("Walks")
struct WalkTests {
    /// The most files of each walk, in the order of Sources/README.md.
    static let most = [20, 29, 32]

    @Test("The walks through the sources are short, and every file of them exists once")
    func lengths() throws {
        let walks = Walks.files(in: try PackageTree.text("Sources/README.md"))
        #expect(walks.count == Self.most.count)
        for (walk, most) in zip(walks, Self.most) {
            #expect(!walk.isEmpty && walk.count <= most, "\(walk.count) files, more than \(most)")
            #expect(Set(walk).count == walk.count)
            for file in walk {
                #expect(
                    FileManager.default.fileExists(atPath: PackageTree.root.appending(path: file).path),
                    "\(file) is on a walk, and does not exist")
            }
        }
        #expect(
            Walks.files(
                in:
                    "## Three walks\n\none:\n\n| `Markers` | `b/C`, `d/E+F` |\n\n## Next\n| `Markers` | `b` |\n"
            )
                == [["Sources/Core/Markers/b/C.swift", "Sources/Core/Markers/d/E+F.swift"]])
    }
}

/// The walks that Sources/README.md describes, a table each.
private enum Walks {
    static func files(in text: String) -> [[String]] {
        let part = text.components(separatedBy: "## Three walks\n").last ?? ""
        let section = part.components(separatedBy: "\n## ")[0]
        return section.components(separatedBy: "\n\n").map { table in
            table.split(separator: "\n").flatMap { row -> [String] in
                let names = row.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
                guard row.hasPrefix("| `"), let module = names.first else { return [] }
                let folder = (try? PackageTree.folder(ofModule: module)) ?? module
                return names.dropFirst().map { "\(folder)/\($0).swift" }
            }
        }.filter { !$0.isEmpty }
    }
}
