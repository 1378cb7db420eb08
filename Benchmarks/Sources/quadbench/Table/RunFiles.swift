import Foundation

/// The files that the commands of a run read, made once and only if one reads them.
final class RunFiles {
    let hasPeers: Bool
    private let folder: URL
    private let markers: Int
    private var made: [String: String] = [:]

    private static let python = ".peers/bin/python"

    init(_ effort: Effort) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "quadbench-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        hasPeers = FileManager.default.isExecutableFile(atPath: RunFiles.python)
        markers = effort == .full ? 100_000 : 20_000
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// The options of a source with its files in place.
    func options(of source: MeasurementSource, _ effort: Effort) throws -> [String: String] {
        let chosen = effort == .short && !source.short.isEmpty ? source.short : source.options
        let peers = hasPeers && effort > .short ? source.peerOptions : [:]
        return try chosen.merging(peers) { first, _ in first }.mapValues(filled)
    }

    private func filled(_ value: String) throws -> String {
        switch value {
        case "{markers}": try file("markers") { try markers($0, markers) }
        case "{few}": try file("few") { try markers($0, 1000) }
        case "{quads}", "{rays}":
            try file(value == "{quads}" ? "quads" : "rays") { _ in
                _ = try SceneCommand.run([
                    "count": "2000", "out": path("quads"), "rays": "20000", "rays-out": path("rays"),
                ])
            }
        case "{hits}": path("hits")
        default: value.replacing("{python}", with: RunFiles.python)
        }
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func file(_ name: String, make: (String) throws -> Void) throws -> String {
        if let made = made[name] { return made }
        try make(path(name))
        made[name] = path(name)
        return path(name)
    }

    private func markers(_ file: String, _ count: Int) throws {
        _ = try MarkersCommand.run(["count": "\(count)", "out": file])
    }
}
