import Foundation
import MarkersSandbox
import StrictJSON
import ToolTerminal

/// Files with what a sandbox has from the start.
enum SandboxFiles {
    /// The contents of files, and of the JSON files of folders.
    static func contents(of names: [String]) throws(Failure) -> [SandboxRecord] {
        guard !names.isEmpty else { return [] }
        var all = SandboxImport(date: try RunDate.text)
        for name in names {
            for file in try files(name) {
                let bytes = try Input.bytes(of: file)
                do throws(JSONError) { try all.add(bytes) } catch { throw Failure(reading: file, error) }
            }
        }
        return all.records
    }

    private static func files(_ name: String) throws(Failure) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder), isFolder.boolValue else {
            return [name]
        }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: name)) ?? []
        let read = files.filter { $0.hasSuffix(".json") && $0 != truth }.sorted()
        guard !read.isEmpty else { throw .emptyMarkers(file: name) }
        return read.map { "\(name)/\($0)" }
    }

    /// The true answers of a demo space, which no server has.
    private static let truth = "truth.json"
}
