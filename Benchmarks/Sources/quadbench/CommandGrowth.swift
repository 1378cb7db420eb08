import Foundation
import QuadGeometry

/// The growth of whole commands with the number of markers: processor time, and the memory at its peak.
struct CommandGrowth {
    /// Each size is ten times the one before.
    static let sizes = [300, 3000, 30_000]
    /// A command whose time grows by a higher power from the second size to the third is broken: n log n has 1.1 there.
    private static let mostPower = 1.25

    private let tool: String
    private let folder: URL
    private let seed: UInt64

    /// The words of each command, of files by their names.
    private static let commands: [(name: String, words: [String])] = [
        ("check", ["check", "old.json"]), ("check --json", ["check", "--json", "old.json"]),
        ("fit by labels", ["fit", "--join", "label", "old.json", "new.json"]),
        ("fit --robust", ["fit", "--robust", "--join", "label", "old.json", "new.json"]),
        ("fit --join geometry", ["fit", "--join", "geometry", "old.json", "new.json"]),
        (
            "fit --straighten auto",
            ["fit", "--straighten", "auto", "--join", "label", "old.json", "new.json"]
        ),
        ("fit --save", ["fit", "--join", "label", "--save", "fit.json", "--force", "old.json", "new.json"]),
        ("apply", ["apply", "fit.json", "old.json", "--out", "moved.json", "--force"]),
        (
            "fit --report",
            ["fit", "--join", "label", "--report", "fit.html", "--force", "old.json", "new.json"]
        ),
        ("moved", ["moved", "--join", "label", "old.json", "new.json"]),
        ("ui", ["ui", "--out", "page.html", "--no-open", "--force", "old.json", "new.json"]),
    ]

    static func rows(_ tool: String, seed: UInt64) throws -> [[String: Any]] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "growth-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let growth = CommandGrowth(tool: tool, folder: folder, seed: seed)
        let folders = try sizes.map { size in
            let own = folder.appending(path: "\(size)")
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            try growth.write(size, to: own)
            return own
        }
        return try commands.map { name, words in
            let runs = try folders.map { folder in
                try ChildRun(
                    [tool]
                        + words.map {
                            $0.hasSuffix(".json") || $0.hasSuffix(".html")
                                ? folder.appending(path: $0).path : $0
                        }, mayFind: true)
            }
            let times = runs.map(\.processorMilliseconds)
            // The start of the program is no part of what grows.
            let power = log(times[2] / times[1]) / log(Double(sizes[2]) / Double(sizes[1]))
            return [
                "name": name, "milliseconds": times, "megabytes": runs.map(\.peakMegabytes), "power": power,
                "isBroken": power > mostPower,
            ]
        }
    }

    /// Two scans of one hall of markers, in frames of their own.
    private func write(_ size: Int, to folder: URL) throws {
        var random = SeededGenerator(seed: seed)
        let side = Int(Double(size).squareRoot().rounded(.up))
        let motion = Rotation(rotationVector: SIMD3(0, 0.5, 0)) ?? .identity
        var lists = [[UInt8(ascii: "[")], [UInt8(ascii: "[")]]
        for index in 0..<size {
            let corner = SIMD3(
                Self.apart * Double(index % side) + .random(in: 0...1, using: &random),
                .random(in: 0...3, using: &random),
                Self.apart * Double(index / side) + .random(in: 0...1, using: &random))
            let seen = (0..<2).map { _ in
                Self.square.map { $0 + corner + SIMD3<Double>.normal(using: &random) * Self.noise }
            }
            let minutes = index / 6
            for (list, quad) in [seen[0], seen[1].map { motion * $0 + SIMD3(4, 0.5, -2) }].enumerated() {
                let corners = quad.corners.enumerated().map {
                    "\"p\($0 + 1)\":[\($1.x),\($1.y),\($1.z)]"
                }.joined(separator: ",")
                let id = MarkersCommand.identifier(&random)
                let date = String(
                    format: "2026-01-%02dT%02d:%02d:%02dZ", 1 + minutes / 1440, minutes / 60 % 24,
                    minutes % 60, 10 * (index % 6))
                lists[list] += Array(
                    "\(index == 0 ? "" : ",")\n{\"id\":\"\(id)\",\"label\":\"M\(index)\",\(corners),\"created_at\":\"\(date)\"}"
                        .utf8)
            }
        }
        for (name, list) in zip(["old.json", "new.json"], lists) {
            try Data(list + Array("]\n".utf8)).write(to: folder.appending(path: name))
        }
    }

    private static let square = Quad([0, 0.2, 0], [0.4, 0.2, 0], [0.4, 0, 0], [0, 0, 0])
    /// In metres: from marker to marker, and of a corner.
    private static let apart = 2.0, noise = 0.001
}
