import QuadGeometry

/// The nearest hits of outside rays on outside quads, and the time they take.
enum RaycastBench {
    static let usage = "raycast --quads F --rays F --out HITS [--repeat K] [--peer COMMAND]"

    static func run(_ options: [String: String]) throws -> Any {
        let quadFile = try options.required("quads"), rayFile = try options.required("rays")
        let quads = try QuadFile.read(quadFile), rays = try QuadFile.readRays(rayFile)
        let out = try options.required("out")
        let peer = try options["peer"].map { try PeerProcess($0, files: rayFile, quadFile) }
        var targets = RayTargets([])
        let build = ThreadClock.time { targets = RayTargets(quads) }
        var hits: [RayHit?] = []
        let times = try PeerRace.run(rounds: options.count("repeat", default: 5), beside: peer) {
            ThreadClock.time { hits = rays.map { $0.flatMap { targets.nearestHit(by: $0) } } }
                / Double(max(rays.count, 1))
        }
        let words = hits.flatMap { found -> [UInt64] in
            guard let found else { return [UInt64(bitPattern: -1), 0, 0, 0] }
            let hit = found.hit
            return [UInt64(found.index), hit.distance.bitPattern, hit.u.bitPattern, hit.v.bitPattern]
        }
        try RecordFile.write(words, magic: "HITS01", wordsPerRecord: 4, to: out)
        return [
            "name": "RayTargets.nearestHit (linear, \(KernelLevel.best.rawValue))", "build_ms": build / 1e6,
            "rays": rays.count, "hits": hits.count { $0 != nil },
            "trace_ms": times.ours.map { $0 * Double(rays.count) / 1e6 },
        ].merging(times.summary) { first, _ in first }
    }
}
