import Foundation
import QuadGeometry
import RigidCalibration

/// What could hide in a fit: how often sound markers are called wrong, and errors of the stated size found.
///
/// A table for people goes to stderr; `--append` keeps the counts of each seed, so that a run that was cut continues.
enum ReliabilityBench {
    static let usage =
        "reliability [--scenes N] [--seed S] [--only TEXT] [--shards N --append FILE] [--pairs DIR [--trials N]] [--speed]"

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        if options["speed"] != nil { return try speed(seed) }
        if let folder = options["pairs"] {
            return try measured(folder, try options.count("trials", default: 200), seed)
        }
        let scenes = try options.count("scenes", default: usualScenes)
        let shards = UInt64(try options.count("shards", default: 1))
        let kinds = ReliabilityScene.kinds.filter { kind in
            options["only"].map { kind.name.contains($0) } ?? true
        }
        guard !kinds.isEmpty else { throw BenchError.usage(usage) }
        var rows = kinds.map { ReliabilityCount(name: $0.name) }, done: Set<UInt64> = []
        var lines = try options["append"].map { try ReliabilityCount.read($0, scenes) } ?? []
        for line in lines {
            guard let row = rows.firstIndex(where: { $0.name == line.count.name }) else { continue }
            rows[row].add(line.count)
            done.insert(line.seed)
        }
        for shard in seed..<(seed + shards) where !done.contains(shard) {
            for (row, kind) in kinds.enumerated() {
                var count = ReliabilityCount(name: kind.name)
                for scene in 0..<scenes {
                    var random = SeededGenerator(seed: shard, sample: scene)
                    try count.add(kind, using: &random)
                }
                rows[row].add(count)
                lines.append((shard, count))
            }
            if let file = options["append"] { try ReliabilityCount.write(lines, scenes, to: file) }
        }
        write("seeds \(seed) to \(seed + shards - 1), \(scenes) scenes each")
        rows.forEach { write($0.line) }
        let broken = zip(rows, kinds).filter { row, kind in
            !kind.falseAlarms.contains(percent: row.falseAlarmPercent, of: row.tests)
                || !kind.found.contains(percent: row.foundPercent, of: row.planted)
        }.map { row, _ in row.line }
        return [
            "seed": seed, "shards": shards, "scenes": scenes, "rows": rows.map(\.document), "broken": broken,
            QuadBench.failure: !broken.isEmpty,
        ] as [String: Any]
    }

    private static let usualScenes = 1000

    /// The same counts of measured pairs, whose errors follow no model: markers by chance, of all that a set has.
    private static func measured(_ folder: String, _ trials: Int, _ seed: UInt64) throws -> Any {
        let sets = try CoverageFile.sets(in: folder, rigid: nil).map { StraightenSet($0) }
        var rows: [ReliabilityCount] = []
        write("seed \(seed), \(trials) draws of each set")
        for (set, size) in sets.flatMap({ set in [12, 24].map { (set, $0) } }) where set.markers.count > size
        {
            var count = ReliabilityCount(name: "\(set.name), \(size) markers")
            for trial in 0..<trials {
                var random = SeededGenerator(seed: seed, sample: trial)
                let chosen = (0..<set.markers.count).shuffled(using: &random).prefix(size).sorted()
                let pairs = chosen.flatMap { marker in set.markers[marker].map { (marker, $0) } }
                var options = CalibrationOptions()
                options.model = set.model
                let groups = pairs.map(\.0), sources = pairs.map { set.pairs.sources[$0.1] }
                let targets = pairs.map { set.pairs.targets[$0.1] }
                try count.add(options, using: &random) { planted in
                    var targets = targets
                    if let planted {
                        let group = chosen[planted.marker]
                        for pair in targets.indices where groups[pair] == group {
                            targets[pair] += planted.error
                        }
                    }
                    return try Correspondences(sources: sources, targets: targets, groups: groups)
                }
            }
            write(count.line)
            rows.append(count)
        }
        return ["seed": seed, "trials": trials, "rows": rows.map(\.document)]
    }

    /// The time of a thousand markers, in milliseconds.
    private static func speed(_ seed: UInt64) throws -> Any {
        var kind = ReliabilityScene.kinds[0]
        kind.count = 1000...1000
        var random = SeededGenerator(seed: seed)
        let scene = ReliabilityScene(kind, using: &random), pairs = try scene.pairs()
        var times: [String: Double] = [:]
        for (name, options) in [("stated", kind.options), ("estimated", CalibrationOptions())] {
            var least = Double.infinity, ofFit = Double.infinity
            for _ in 0..<10 {
                let start = ThreadClock.nanoseconds
                _ = try FitReliability(pairs, options: options)
                least = min(least, (ThreadClock.nanoseconds - start) / 1e9)
                let fit = ThreadClock.nanoseconds
                _ = try Calibration(pairs, options: options)
                ofFit = min(ofFit, (ThreadClock.nanoseconds - fit) / 1e9)
            }
            times[name] = least * 1000
            write(
                String(
                    format: "1000 markers, %@: %.2f ms (the fit itself: %.2f ms)", name, least * 1000,
                    ofFit * 1000))
        }
        return ["seed": seed, "milliseconds": times]
    }

    static func write(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
