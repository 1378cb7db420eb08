import Foundation
import QuadGeometry

/// Open3D's scene of the same quads, in a process of its own beside this one, round by round.
struct Open3DRace {
    private let python: String
    private let folder: URL
    private let quads: URL

    init(_ python: String, _ quads: [Quad]) throws {
        self.python = python
        folder = FileManager.default.temporaryDirectory.appending(path: "open3d-\(UUID().uuidString)")
        self.quads = folder.appending(path: "quads.bin")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let words = quads.flatMap { $0.corners.flatMap { [$0.x, $0.y, $0.z].map(\.bitPattern) } }
        try RecordFile.write(words, magic: "QUADS1", wordsPerRecord: 12, to: self.quads.path)
    }

    /// Removes the files, which a peer has read before its first round.
    func end() { try? FileManager.default.removeItem(at: folder) }

    /// Rounds of nearest hits; `ours` takes every ray once.
    func rays(_ rays: [Ray], rounds: Int, _ ours: () -> Void) throws -> [String: Any] {
        let words = rays.flatMap { ray in
            [
                ray.origin.x, ray.origin.y, ray.origin.z, ray.direction.x, ray.direction.y, ray.direction.z,
                0, .infinity,
            ]
            .map(\.bitPattern)
        }
        return try race("rays", words, magic: "RAYS01", each: 8, rounds: rounds, ours)
    }

    /// Rounds of nearest quads; `ours` takes every point once.
    func points(_ points: [SIMD3<Double>], rounds: Int, _ ours: () -> Void) throws -> [String: Any] {
        let words = points.flatMap { [$0.x, $0.y, $0.z].map(\.bitPattern) }
        return try race("points", words, magic: "POINT1", each: 3, rounds: rounds, ours)
    }

    private func race(
        _ kind: String, _ words: [UInt64], magic: String, each: Int, rounds: Int, _ ours: () -> Void
    ) throws -> [String: Any] {
        let file = folder.appending(path: kind + ".bin").path, count = Double(words.count / each)
        try RecordFile.write(words, magic: magic, wordsPerRecord: each, to: file)
        let peer = try PeerProcess(
            "\(python) Benchmarks/Peers/open3d_scene.py \(kind)", files: file, quads.path)
        return try PeerRace.run(rounds: rounds, beside: peer) { ThreadClock.time(ours) / count }.summary
    }
}
