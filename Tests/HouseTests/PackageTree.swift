import Foundation

/// The files of this package on the disk.
enum PackageTree {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Hidden files that belong to the package; all other hidden ones are made by tools.
    private static let keptHidden: Set = [".ci", ".gitignore", ".swift-format"]

    /// The paths of all files below a folder, relative to the root, in order.
    static func files(below folder: String = ".") throws -> [String] {
        let start = root.appending(path: folder), prefix = root.standardizedFileURL.path.count + 1
        guard
            let walk = FileManager.default.enumerator(
                at: start, includingPropertiesForKeys: [.isDirectoryKey])
        else { throw CocoaError(.fileReadNoSuchFile) }
        var found: [String] = []
        for case let url as URL in walk {
            let name = url.lastPathComponent
            if name == "__pycache__" || name.hasPrefix(".") && !keptHidden.contains(name) {
                walk.skipDescendants()
            } else if try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory != true {
                found.append(String(url.standardizedFileURL.path.dropFirst(prefix)))
            }
        }
        return found.sorted()
    }

    /// The folder of a module, in whichever room it is.
    static func folder(ofModule module: String) throws -> String {
        let rooms = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path)
        let folders = rooms.map { "Sources/\($0)/\(module)" }
        guard
            let found = folders.first(where: {
                FileManager.default.fileExists(atPath: root.appending(path: $0).path)
            })
        else { throw CocoaError(.fileNoSuchFile) }
        return found
    }

    static func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: root.appending(path: path).path)) != nil
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: root.appending(path: path)))
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
